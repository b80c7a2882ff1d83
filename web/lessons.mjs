// Turns docs/getting-better.md into lessons: for each game its idea, and positions to try with their answers.
// The page is the only source; what does not fit its form stops the build.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { blocksOf, plainText } from "./rules-pages.mjs";

export async function lessonsIn(docsFolder) {
  return lessonsOf(await readFile(join(docsFolder, "getting-better.md"), "utf8"));
}

export function lessonsOf(markdown) {
  return sectionsOf(blocksOf(markdown)).filter(({ title, blocks }) => blocks.some(isAbout(`Positions of ${title}`))).map(lesson);
}

function sectionsOf(blocks) {
  const sections = [];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 2) sections.push({ title: plainText(block.spans), blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

const isAbout = (title) => (block) => block.kind === "heading" && plainText(block.spans) === title;

function lesson({ title, blocks }) {
  const [idea, ...words] = blocks.slice(0, blocks.findIndex(isAbout(`Positions of ${title}`)));
  const [questions, answers] = [rowsUnder(`Positions of ${title}`, blocks), rowsUnder(`Answers for ${title}`, blocks)];
  if (!idea?.spans?.[0].emphasis) throw new Error(`${title}: the lesson must begin with its idea`);
  if (questions.length !== answers.length) throw new Error(`${title}: ${questions.length} positions and ${answers.length} answers`);
  const exercises = questions.map(([number, position, , question], index) => exercise(title, number, position, question, answers[index]));
  return { game: exercises[0].notation.split(":")[0], title, idea: idea.spans[0].emphasis, words, exercises };
}

function exercise(title, number, [position], question, [answered, moves, why]) {
  if (plainText(number) !== plainText(answered)) throw new Error(`${title}: the answers are not in the order of the positions`);
  const winning = moves.filter((span) => span.code).map(({ code }) => code);
  if (winning.length === 0 && plainText(moves) !== "none") throw new Error(`${title}: answer ${plainText(answered)} names no move`);
  if (!position.code) throw new Error(`${title}: position ${plainText(number)} has no notation`);
  return { notation: position.code, question, winning, why };
}

function rowsUnder(heading, blocks) {
  const table = blocks[blocks.findIndex(isAbout(heading)) + 1];
  if (table?.kind !== "table") throw new Error(`there is no table under "${heading}"`);
  return table.rows;
}
