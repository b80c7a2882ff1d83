// Makes src/answers.ts, the types of all that crosses the wire, from openapi.json, the server's own description of it:
// `node make-answer-types.mjs`. Whoever checks or edits the page needs them, the build does not.

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerTypes } from "./answer-types.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { components } = JSON.parse(await readFile(join(here, "openapi.json"), "utf8"));
await writeFile(join(here, "src", "answers.ts"), answerTypes(components.schemas));
