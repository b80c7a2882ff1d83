// Turns the page docs/GAME.md of each game into plain JSON for the rules page: typed blocks and spans, never HTML.
// A construct that the reader does not know stops the build, so that nothing is dropped in silence.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const LINES_IN_SHORT = 5;

export async function rulesPages(docsFolder) {
  const files = (await readdir(docsFolder)).filter((file) => file.endsWith(".md")).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(docsFolder, file), "utf8")));
  const ofGames = files.map((file, index) => [file.replace(/\.md$/, ""), texts[index]]).filter(([, text]) => isRules(text));
  const games = ofGames.map(([game]) => game);
  return Object.fromEntries(ofGames.map(([game, text]) => [game, withServedLinks(rulesPage(game, text), games)]));
}

function isRules(markdown) {
  return /^## Rules$/m.test(markdown);
}

export function rulesPage(game, markdown) {
  const blocks = blocksOf(markdown);
  const [heading, ...rest] = blocks;
  if (heading?.kind !== "heading" || heading.level !== 1) throw new Error(`${game}: the page must begin with its title`);
  const firstSection = rest.findIndex((block) => block.kind === "heading");
  const sections = sectionsOf(rest.slice(firstSection));
  return {
    game,
    title: plainText(heading.spans),
    intro: rest.slice(0, firstSection),
    short: shortRules(game, section(game, sections, "rules")),
    example: exampleLine(game, sections),
    sections,
  };
}

// Blocks: heading, paragraph, list, table, code.

export function blocksOf(markdown) {
  const lines = markdown.split("\n");
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === "") {
      at += 1;
      continue;
    }
    const [block, next] = blockAt(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines, at) {
  const line = lines[at];
  if (line.startsWith("```")) return codeAt(lines, at);
  if (line.startsWith("#")) return headingAt(lines, at);
  if (line.startsWith("- ")) return listAt(lines, at);
  if (line.startsWith("|")) return tableAt(lines, at);
  if (/^(\s|>|<|!\[|[*+] |\d+[.)] |---|===)/.test(line)) throw new Error(`line ${at + 1} is not understood: ${line}`);
  return paragraphAt(lines, at);
}

function codeAt(lines, at) {
  const end = lines.indexOf("```", at + 1);
  if (end < 0) throw new Error(`line ${at + 1}: the code has no end`);
  return [{ kind: "code", language: lines[at].slice(3), text: lines.slice(at + 1, end).join("\n") }, end + 1];
}

function headingAt(lines, at) {
  const [, marks, text] = /^(#{1,6}) (.+)$/.exec(lines[at]) ?? [];
  if (!text) throw new Error(`line ${at + 1} is no heading: ${lines[at]}`);
  const spans = spansOf(text);
  return [{ kind: "heading", level: marks.length, id: slug(plainText(spans)), spans }, at + 1];
}

function listAt(lines, at) {
  const items = [];
  let next = at;
  while (next < lines.length && /^(- | {2}\S)/.test(lines[next])) {
    if (lines[next].startsWith("- ")) items.push(lines[next].slice(2));
    else items.push(`${items.pop()} ${lines[next].trim()}`);
    next += 1;
  }
  return [{ kind: "list", items: items.map(spansOf) }, next];
}

function tableAt(lines, at) {
  const end = endOf(lines, at, (line) => line.startsWith("|"));
  const [head, rule, ...body] = lines.slice(at, end).map(cellsOf);
  if (!rule?.every((cell) => /^:?-+:?$/.test(cell))) throw new Error(`line ${at + 1}: the table has no line below its head`);
  const crooked = body.findIndex((row) => row.length !== head.length);
  if (crooked >= 0) throw new Error(`line ${at + crooked + 3}: the row has another number of cells than the head`);
  return [{ kind: "table", head: head.map(spansOf), rows: body.map((row) => row.map(spansOf)) }, end];
}

function cellsOf(line) {
  return line.replace(/^\|/, "").replace(/\|\s*$/, "").split("|").map((cell) => cell.trim());
}

function paragraphAt(lines, at) {
  const end = endOf(lines, at, (line) => line.trim() !== "" && !/^(```|#|- |\|)/.test(line));
  return [{ kind: "paragraph", spans: spansOf(lines.slice(at, end).map((line) => line.trim()).join(" ")) }, end];
}

function endOf(lines, at, belongs) {
  let end = at;
  while (end < lines.length && belongs(lines[end])) end += 1;
  return end;
}

// Spans: a text as it stands, or {code}, {strong}, {emphasis}, {link, spans}.

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g;

export function spansOf(text) {
  const spans = [];
  let from = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > from) spans.push(text.slice(from, match.index));
    const [whole, code, strong, emphasis, label, address] = match;
    if (code) spans.push({ code });
    else if (strong) spans.push({ strong: spansOf(strong) });
    else if (emphasis) spans.push({ emphasis: spansOf(emphasis) });
    else spans.push({ link: address, spans: spansOf(label) });
    from = match.index + whole.length;
  }
  if (from < text.length) spans.push(text.slice(from));
  return spans;
}

// Of the documentation only the pages of the games are served with the page; a link to any other keeps its words alone.
function withServedLinks(page, games) {
  const served = (_key, value) => (Array.isArray(value) ? value.flatMap((each) => servedLink(each, games)) : value);
  return JSON.parse(JSON.stringify(page), served);
}

function servedLink(span, games) {
  if (typeof span?.link !== "string" || /^(#|https:)/.test(span.link)) return [span];
  const [file, fragment] = span.link.split("#");
  const game = file.replace(/\.md$/, "");
  if (!games.includes(game)) return span.spans;
  return [{ ...span, link: `/rules/${game}${fragment ? `#${fragment}` : ""}` }];
}

export function plainText(spans) {
  return spans
    .map((span) => (typeof span === "string" ? span : span.code ?? plainText(span.strong ?? span.emphasis ?? span.spans)))
    .join("");
}

function slug(text) {
  return text.toLowerCase().replace(/[^\p{Letter}\p{Number} -]/gu, "").replaceAll(" ", "-");
}

// The page as a whole: its sections, the rules in short, the line of the worked example.

function sectionsOf(blocks) {
  const sections = [];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 2) {
      sections.push({ id: block.id, title: plainText(block.spans), blocks: [] });
    } else {
      sections.at(-1).blocks.push(block);
    }
  }
  return sections;
}

function section(game, sections, id) {
  const found = sections.find((each) => each.id === id);
  if (!found) throw new Error(`${game}: the page has no section "${id}"`);
  return found;
}

// The points of the rules, brought to five lines: with fewer, the last sentence of a point gets a line of its own;
// with more, the two shortest neighbours share a line.
function shortRules(game, rules) {
  const lines = rules.blocks.find((block) => block.kind === "list")?.items.slice() ?? [];
  while (lines.length < LINES_IN_SHORT) {
    const at = lines.findLastIndex((line) => lastSentenceApart(line));
    if (at < 0) throw new Error(`${game}: the rules have fewer than ${LINES_IN_SHORT} sentences`);
    lines.splice(at, 1, ...lastSentenceApart(lines[at]));
  }
  while (lines.length > LINES_IN_SHORT) {
    const lengths = lines.slice(1).map((line, index) => plainText(lines[index]).length + plainText(line).length);
    const shortest = lengths.indexOf(Math.min(...lengths));
    lines.splice(shortest, 2, [...lines[shortest], " ", ...lines[shortest + 1]]);
  }
  return lines;
}

function lastSentenceApart(spans) {
  const at = spans.findLastIndex((span) => typeof span === "string" && /\. \p{Lu}/u.test(span));
  if (at < 0) return null;
  const end = spans[at].search(/\. \p{Lu}(?!.*\. \p{Lu})/u) + 1;
  return [
    [...spans.slice(0, at), spans[at].slice(0, end)],
    [spans[at].slice(end + 1), ...spans.slice(at + 1)],
  ];
}

// The first game that the section Example plays in the terminal, as a setup and its moves.
function exampleLine(game, sections) {
  const commands = section(game, sections, "example").blocks.filter((block) => block.kind === "code")
    .flatMap((block) => block.text.split("\n"));
  const played = commands.map((line) => /^\$ printf '%s\\n' (.+) \| commonfactor play (.+)$/.exec(line)).find(Boolean);
  if (!played) throw new Error(`${game}: the example plays no game`);
  const typed = played[1].split(" ");
  const { setup, moves } = startOf(game, played[2].split(" "), sections);
  return { setup, moves: [...moves, ...typed] };
}

function startOf(game, [name, ...options], sections) {
  const notation = name.includes(":") ? name : startNotation(game, sections);
  const [, setup, moves] = notation.split(":");
  const option = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : null);
  const size = option("--pool") ?? option("--number");
  const opening = option("--opening");
  return {
    setup: `${size ?? setup}${opening ? `,opening=${opening}` : ""}`,
    moves: moves === "" ? [] : moves.split(","),
  };
}

function startNotation(game, sections) {
  const table = section(game, sections, "notation").blocks.find((block) => block.kind === "table");
  const start = table?.rows.find(([, meaning]) => plainText(meaning) === "the start");
  if (!start) throw new Error(`${game}: the notation table does not say how the start is written`);
  return plainText(start[0]);
}
