// Starts the page: unpacks the engine, starts its worker, shows a game.

import { App } from "./app.js";
import { Client } from "./client.js";
import { Console } from "./console.js";
import { byId } from "./dom.js";
import { Host } from "./host.js";
import { Rules } from "./rules.js";
import { connectTabs } from "./tabs.js";

/** Unpacks a part of the page: base64 of a gzip file. */
async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function start() {
  connectTabs(byId("tabs"));
  const module = await WebAssembly.compile(await unpack("engine"));
  const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source));
  worker.postMessage(module);
  // The rules are asked on this thread, so that the board answers at once.
  const host = new Host(module);
  const rules = new Rules((question) => host.describe(question));
  const client = new Client((line) => worker.postMessage(line));
  new Console(client);
  client.start();
  const app = new App(rules, client);
  worker.onmessage = ({ data }) => (typeof data === "string" ? client.receive(data) : app.fail(data.failure));
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  byId("status").textContent = `The page cannot start in this browser: ${error}`;
});
