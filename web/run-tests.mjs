// Hands every *.test.* under tests/ to `node --test`. Node runs no TypeScript by itself: such tests are bundled first.

import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

async function testFiles() {
  const entries = await readdir(join(here, "tests"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.test\.(mjs|ts|tsx)$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

async function bundled(files, folder) {
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: files,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  });
  return Object.keys(metafile.outputs).map((name) => join(here, name));
}

const files = await testFiles();
if (files.length === 0) throw new Error("There are no tests of the page.");
const plain = files.filter((file) => file.endsWith(".mjs"));
const typed = files.filter((file) => !file.endsWith(".mjs"));
const folder = await mkdtemp(join(tmpdir(), "page-tests-"));
try {
  const runnable = typed.length > 0 ? [...plain, ...(await bundled(typed, folder))] : plain;
  const options = ["--enable-source-maps", "--test"];
  const { status } = spawnSync(process.execPath, [...options, ...runnable], { cwd: here, stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
