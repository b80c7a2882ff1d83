import assert from "node:assert/strict";
import { test } from "node:test";

import { answerTypes, typeOf } from "../answer-types.mjs";

test("every kind of schema is a type", () => {
  const types = [
    [{ type: "integer", minimum: 1 }, "number"],
    [{ type: "string", format: "date-time" }, "string"],
    [{ anyOf: [{ $ref: "#/components/schemas/Seat" }, { type: "null" }] }, "Seat | null"],
    [{ enum: [1, "only move"] }, '1 | "only move"'],
    [{ type: "array", items: { type: "integer" } }, "number[]"],
    [{ type: "array", items: { anyOf: [{ type: "integer" }, { type: "string" }] } }, "(number | string)[]"],
    [{ type: "array", prefixItems: [{ type: "string" }, { enum: [1, 2] }], items: false }, "[string, 1 | 2]"],
    [{ type: "object", additionalProperties: { type: "string" } }, "{ [name: string]: string }"],
    [{}, "unknown"],
  ];
  for (const [schema, type] of types) assert.equal(typeOf(schema), type);
});

test("fields that may be missing are marked, and what is said of them is kept", () => {
  const why = { type: "object", properties: { text: { type: "string", description: "Why." }, field: { type: "string" } }, required: ["text"] };
  assert.equal(
    answerTypes({ Why: { ...why, description: "An answer." } }).split("\n").slice(2).join("\n"),
    "/** An answer. */\nexport type Why = {\n  /** Why. */\n  text: string;\n  field?: string;\n};\n",
  );
});

test("what the reader does not know is not passed over", () => {
  for (const schema of [{ type: "date" }, { allOf: [] }, { type: "array", prefixItems: [{}], items: {} }]) {
    assert.throws(() => typeOf(schema), /There is no type for/);
  }
});
