// Makes noughts.html, one file with the engine, the page and its worker, and the folder
// `site` for a web server.
//
//   node web/build.mjs COMPILED.wasm FOLDER

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { makeSite } from "./site/make.mjs";

const [compiled, folder] = process.argv.slice(2);
const source = (name) => new URL(name, import.meta.url);
const digest = (algorithm, data) => createHash(algorithm).update(data);
mkdirSync(folder, { recursive: true });

/** The prepared WebAssembly; that of an earlier build if nothing has changed. */
async function engine() {
  const bytes = readFileSync(compiled);
  const key = digest("sha256", bytes).update(readFileSync(source("wasm.mjs"))).digest("hex");
  const [file, keyFile] = [join(folder, "noughts.wasm"), join(folder, "noughts.wasm.key")];
  if (!existsSync(file) || !existsSync(keyFile) || readFileSync(keyFile, "utf8") !== key) {
    console.log("Making the searches suspendable and the engine small (about 30 seconds)");
    const { prepare } = await import("./wasm.mjs");
    writeFileSync(file, prepare(bytes));
    writeFileSync(keyFile, key);
  }
  return gzipSync(readFileSync(file), { level: 9 }).toString("base64");
}

/** A script or a style sheet with everything that it imports. */
async function bundle(name) {
  const entry = fileURLToPath(source(name));
  const options = { entryPoints: [entry], bundle: true, minify: true, write: false, format: "iife", target: "es2022" };
  const { outputFiles } = await build({ ...options, charset: "utf8" });
  return outputFiles[0].text.trim();
}

const [style, worker, script] = await Promise.all(["page/all.css", "page/worker.js", "page/main.js"].map(bundle));
const icon = readFileSync(source("site/icon.svg"), "utf8").replace(/\n/g, "");
const parts = { style, engine: await engine(), worker, script, icon: `data:image/svg+xml,${encodeURIComponent(icon)}` };
const template = readFileSync(source("page/index.html"), "utf8");
const hash = (text) => `'sha256-${digest("sha256", text).digest("base64")}'`;

/** The page, with more in its head and what that needs to be allowed. */
function page(head = "", allowed = {}) {
  const sources = {
    "default-src": ["'none'"],
    "script-src": [hash(script), "'wasm-unsafe-eval'"],
    "style-src": [hash(style)],
    "worker-src": ["blob:"],
    "img-src": ["data:"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  };
  for (const [name, more] of Object.entries(allowed)) sources[name] = [...(sources[name] ?? []), ...more];
  const policy = Object.entries(sources).map(([name, list]) => `${name} ${list.join(" ")}`).join("; ");
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => ({ ...parts, policy, head })[name]);
}

const file = join(folder, "noughts.html");
writeFileSync(file, page());
console.log(`${file}: ${Math.round(Buffer.byteLength(page()) / 1024)} KiB`);
await makeSite(join(folder, "site"), { page, bundle, hash });
