// Makes the folder that the server hands out: `node build.mjs OUT` writes OUT/index.html and, under OUT/assets, all that it
// asks for. Names in assets carry a hash of their content, so that a browser may keep them for ever; only the rules pages,
// which are asked for by the name of their game, and the lessons keep their names.

import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { lessonsIn } from "./lessons.mjs";
import { rulesPages } from "./rules-pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const script = "src/main.tsx";
const style = "src/style/main.css";

async function bundle(folder) {
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: [script, style],
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    publicPath: "/assets",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "file", ".png": "file", ".woff2": "file" },
    logLevel: "warning",
    // What is odd to the bundler is a mistake here.
    logOverride: { "css-syntax-error": "error", "import-is-undefined": "error", "unsupported-css-property": "error" },
  });
  return metafile;
}

// The bundle that an entry point has become, as named by the bundler.
function bundleOf(metafile, entry) {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry);
  if (!found) throw new Error(`The bundler has made nothing of ${entry}.`);
  return found[0];
}

// A script and all that the browser needs before it can run it.
function withImports(metafile, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path, kind } of metafile.outputs[name].imports) {
    if (kind === "import-statement") withImports(metafile, path, found);
  }
  return found;
}

// Everything of the first load is named in the page, so that the browser asks for all of it at once and not for one script
// after it has read the other.
async function pageWith(names, imported) {
  const template = await readFile(join(here, "index.html"), "utf8");
  for (const place of [...Object.keys(names).map((name) => `{{${name}}}`), "</head>"]) {
    if (!template.includes(place)) throw new Error(`index.html has no ${place}.`);
  }
  const preloads = imported.map((name) => `  <link rel="modulepreload" href="${addressOf(name)}" />\n  `);
  return template
    .replace("</head>", `${preloads.join("")}</head>`)
    .replace(/\{\{(\w+)\}\}/g, (mark, name) => {
      if (!(name in names)) throw new Error(`index.html asks for ${mark}, and there is none.`);
      return addressOf(names[name]);
    });
}

function addressOf(name) {
  return `/assets/${basename(name)}`;
}

async function writeRules(folder) {
  const pages = Object.entries(await rulesPages(join(here, "..", "docs")));
  if (pages.length === 0) throw new Error("There are no rules pages.");
  await mkdir(folder, { recursive: true });
  for (const [game, page] of pages) await writeFile(join(folder, `${game}.json`), JSON.stringify(page));
}

// The licences of what is bundled ask to go with every copy of it.
async function licences(metafile) {
  const packages = Object.keys(metafile.inputs).flatMap((name) => name.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  const texts = [...new Set(packages)].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(here, folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${await readFile(join(here, folder, "LICENSE"), "utf8")}`;
  });
  const fonts = join(here, "src", "style", "fonts");
  const ofFonts = (await readdir(fonts)).filter((name) => name.endsWith("-licence.txt")).sort().map((name) => readFile(join(fonts, name), "utf8"));
  return (await Promise.all([...texts, ...ofFonts])).join("\n\n");
}

async function printSizes(folder, firstLoad) {
  const sizes = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    sizes.set(path.slice(folder.length + 1), gzipSync(await readFile(path), { level: 9 }).length);
  }
  for (const [name, size] of [...sizes].sort()) print(name, size);
  const total = firstLoad.reduce((sum, name) => sum + sizes.get(join("assets", basename(name))), 0);
  print("script and style of the first load", total);
}

function print(name, bytes) {
  console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB gzipped  ${name}`);
}

if (process.argv.length !== 3) throw new Error("usage: node build.mjs OUT");
const out = resolve(process.argv[2]);
const assets = join(out, "assets");
const metafile = await bundle(assets);
const names = { script: bundleOf(metafile, script), style: bundleOf(metafile, style) };
const scripts = [...withImports(metafile, names.script)];
await writeFile(join(out, "index.html"), await pageWith(names, scripts.slice(1)));
await writeFile(join(out, "licences.txt"), await licences(metafile));
await writeRules(join(assets, "rules"));
await writeFile(join(assets, "lessons.json"), JSON.stringify(await lessonsIn(join(here, "..", "docs"))));
await printSizes(out, [...scripts, names.style]);
