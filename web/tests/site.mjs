// The folder for a web server: it can be installed, plays without a network, and is
// replaced by a newer version; from disk it asks for nothing.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { makeSite } from "../site/make.mjs";
import { assertAccessible } from "./axe.mjs";
import { Browser } from "./browser.mjs";
import { ROOT } from "./engine.mjs";

const SITE = new URL("target/web/site/", ROOT);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };
/** Where the site is on the server, as projects of one owner share a server. */
const PATH = "/noughts/";

const browser = new Browser();
const folder = mkdtempSync(join(tmpdir(), "noughts-site-"));
after(async () => {
  rmSync(folder, { recursive: true });
  await browser.close();
});

/** Serves the folder; `close` ends all connections. */
async function serve(from) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const name = pathname === PATH ? "index.html" : pathname.slice(PATH.length);
    try {
      const content = readFileSync(join(from, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    return closed;
  };
  return { address: `http://127.0.0.1:${server.address().port}${PATH}`, close };
}

/** Waits until the page is kept, under another name than `before`, and returns the name. */
async function keptName(page, before) {
  for (let tries = 0; tries < 300; tries++) {
    const names = await page.value("caches.keys()");
    if (names.length === 1 && names[0] !== before && (await page.value("Boolean(navigator.serviceWorker.controller)"))) return names[0];
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the page is not kept");
}

/** Loads the page again. */
async function reload(page, address) {
  await page.call("Page.navigate", { url: "about:blank" });
  await page.until(`location.href === "about:blank"`);
  await page.call("Page.navigate", { url: address });
  await page.until("document.body?.dataset.ready");
}

test("the site is installed, plays without a network, and gives way to a newer version", async () => {
  cpSync(SITE, folder, { recursive: true });
  const { address, close } = await serve(folder);
  const page = await browser.open(`${address}#game=tictactoe&side=x&level=2`, { width: 390, height: 844 });
  await page.until("document.body.dataset.ready");
  await page.until("document.querySelector('link[rel=manifest]')");
  const { errors, data } = await page.call("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  assert.deepEqual([manifest.name, manifest.display, manifest.start_url], ["noughts", "standalone", "./"]);
  const { installabilityErrors } = await page.call("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors, []);
  assert.equal(await page.value(`document.getElementById("link-note").hidden`), false);
  await assertAccessible(page, "the site");

  const old = await keptName(page);
  const worker = join(folder, "service-worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/VERSION = "\w+"/, `VERSION = "newer"`));
  const index = join(folder, "index.html");
  writeFileSync(index, readFileSync(index, "utf8").replace("<title>noughts<", "<title>newer<"));
  await reload(page, address);
  assert.equal(await keptName(page, old), `noughts ${PATH} newer`);

  await close();
  for (const link of [address, `${address}index.html`, `${address}?from=home#game=tictactoe&side=x&level=2`]) {
    await reload(page, link);
    assert.equal(await page.value("document.title"), "newer");
  }
  await page.click('[data-square="b2"]');
  await page.until(`document.querySelectorAll(".square .stone").length === 2`);
  assert.deepEqual(page.messages, [], "the page says something to the console");
  const foreign = page.requests.filter((url) => !/^(about|blob|data):/.test(url) && !url.startsWith(address));
  assert.deepEqual(foreign, [], "the page asks for something else");
  await page.close();
});

test("all that the page names is in the folder", () => {
  const html = readFileSync(new URL("index.html", SITE), "utf8");
  const named = [...html.matchAll(/(?:href|content|src)="([\w-]+\.\w+)"/g)].map(([, name]) => name);
  assert.ok(named.includes("social.png") && named.includes("icon-192.png"), named.join());
  const { icons } = JSON.parse(readFileSync(new URL("manifest.webmanifest", SITE), "utf8"));
  for (const name of [...named, ...icons.map(({ src }) => src)]) {
    const size = /^icon-(\d+)\.png$/.exec(name)?.[1];
    const content = readFileSync(new URL(name, SITE));
    // The width and the height of a PNG file.
    if (size) assert.deepEqual([content.readUInt32BE(16), content.readUInt32BE(20)], [Number(size), Number(size)], name);
  }
});

test("the address of the site makes that of its picture a full one", async () => {
  const parts = { page: (head) => head, bundle: async () => "", hash: () => "" };
  const made = join(folder, "made");
  const site = (address) => makeSite(made, parts, address).then(() => readFileSync(join(made, "index.html"), "utf8"));
  assert.match(await site(""), /property="og:image" content="social\.png"/);
  assert.match(await site("https://example.org/noughts/"), /property="og:image" content="https:\/\/example\.org\/noughts\/social\.png"/);
  for (const address of ["example.org/", "https://example.org", 'https://example.org/"><b/']) await assert.rejects(site(address), /NOUGHTS_ADDRESS/, address);
});

test("from disk the page of the site asks for nothing", async () => {
  const url = new URL("index.html", SITE).href;
  const page = await browser.open(url, { width: 1280 });
  await page.until("document.body.dataset.ready");
  assert.equal(await page.value(`document.querySelector("link[rel=manifest]")`), null);
  await page.click("#copy");
  await page.until(`/It works only on this computer\\.$/.test(document.getElementById("copied").textContent)`);
  assert.deepEqual(page.messages, []);
  assert.deepEqual(page.requests.filter((asked) => asked.split("#")[0] !== url && !/^(blob|data):/.test(asked)), []);
  await page.close();
});
