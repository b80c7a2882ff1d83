// Turns the schemas of the server's description of itself into types of the page. A construct that the reader does not know
// stops it, so that no type is looser than what is said.

const SIMPLE = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

/** The source of a module with a type for every schema. */
export function answerTypes(schemas) {
  const types = Object.entries(schemas).map(([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};\n`);
  return ["// Made from the description of the interface, /api/openapi.json.\n", ...types].join("\n");
}

export function typeOf(schema) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type in SIMPLE) return SIMPLE[schema.type];
  if (schema.type === "array") return arrayOf(schema);
  if (schema.type === "object") return objectOf(schema);
  throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
}

function arrayOf({ prefixItems, items, maxItems }) {
  if (!prefixItems) return /\s/.test(typeOf(items)) ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`;
  if (items !== false && maxItems !== prefixItems.length) throw new Error(`There is no type for what follows ${JSON.stringify(prefixItems)}.`);
  return `[${prefixItems.map(typeOf).join(", ")}]`;
}

function objectOf({ properties, required = [], additionalProperties = true }) {
  if (!properties) return `{ [name: string]: ${typeOf(additionalProperties)} }`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema)}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `{\n${fields.join("\n").replace(/^/gm, "  ")}\n}`;
}

const comment = ({ description }) => (description ? `/** ${description} */\n` : "");
