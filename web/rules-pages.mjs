// Turns the page docs/GAME.md of each game into plain JSON for the page about it: typed blocks and spans, never HTML.
// A construct that the reader does not know stops the build, so that nothing is dropped in silence.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

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
  return {
    game,
    title: plainText(heading.spans),
    intro: rest.slice(0, firstSection),
    sections: sectionsOf(rest.slice(firstSection)),
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
  return [{ ...span, link: fragment ? `/about/${game}#${fragment}` : `/rules/${game}` }];
}

export function plainText(spans) {
  return spans
    .map((span) => (typeof span === "string" ? span : span.code ?? plainText(span.strong ?? span.emphasis ?? span.spans)))
    .join("");
}

function slug(text) {
  return text.toLowerCase().replace(/[^\p{Letter}\p{Number} -]/gu, "").replaceAll(" ", "-");
}

// The page as a whole.

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
