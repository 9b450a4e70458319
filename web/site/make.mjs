// Makes the folder for a web server: the page with a manifest, icons, a picture for
// messengers, and a service worker that keeps them all.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PICTURE = "social.png";
const KEPT = ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
const source = (name) => new URL(name, import.meta.url);

/** `page` makes the page, `bundle` a script, and `hash` its name in the policy. `address`
 * is where the folder will be, or nothing: some messengers require the full address of the
 * picture. */
export async function makeSite(folder, { page, bundle, hash }, address = process.env.NOUGHTS_ADDRESS ?? "") {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const script = await bundle("site/register.js");
  const allowed = { "script-src": [hash(script)], "worker-src": ["'self'"], "manifest-src": ["'self'"], "img-src": ["'self'"] };
  const index = page(`${head(address)}\n<script>${script}</script>`, allowed);
  writeFileSync(join(folder, "index.html"), index);
  for (const name of [...KEPT, PICTURE]) copyFileSync(source(name), join(folder, name));
  const version = createHash("sha256").update(index);
  for (const name of KEPT) version.update(readFileSync(source(name)));
  const parts = { version: version.digest("hex").slice(0, 16), files: ["./", ...KEPT].join(" ") };
  const worker = readFileSync(source("service-worker.js"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
  writeFileSync(join(folder, "service-worker.js"), worker);
  console.log(`${folder}: the page for a web server`);
}

/** What messengers and home screens read. */
function head(address) {
  if (address && !/^https?:\/\/[^\s"&<>]+\/$/.test(address)) throw new Error(`NOUGHTS_ADDRESS is "${address}", but should be as https://example.org/noughts/`);
  const properties = [
    ["og:type", "website"],
    ["og:title", "noughts"],
    ["og:description", "Play TicTacTrains, tic-tac-toe and Qubic against an engine, and see who wins."],
    ...(address ? [["og:url", address]] : []),
    ["og:image", `${address}${PICTURE}`],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", "Boards of TicTacTrains, tic-tac-toe and Qubic"],
  ];
  const tags = properties.map(([name, content]) => `<meta property="${name}" content="${content}">`);
  return [...tags, `<meta name="twitter:card" content="summary_large_image">`, `<link rel="apple-touch-icon" href="icon-192.png">`].join("\n");
}
