// Starts the page: unpacks the engine, starts its worker, shows a game.

import { App } from "./app.js";
import { Client } from "./client.js";
import { Console } from "./console.js";
import { byId } from "./dom.js";
import { Host } from "./host.js";
import { Records } from "./records.js";
import { Rules } from "./rules.js";
import { connectTabs } from "./tabs.js";

/** Compiles the engine: base64 of a gzip file of WebAssembly. */
function compile() {
  const text = atob(byId("engine").textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  // What is unpacked is compiled while the rest is being unpacked.
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

async function start() {
  connectTabs(byId("tabs"));
  const module = await compile();
  const source = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  const worker = new Worker(source);
  worker.postMessage({ module });
  // The rules are asked on this thread, so that the board answers at once.
  const host = new Host(module);
  const rules = new Rules((question) => host.describe(question));
  const client = new Client((line) => worker.postMessage(line));
  new Console(client);
  client.start();
  const app = new App(rules, client, new Records((question) => askApart(source, module, question)));
  worker.onmessage = ({ data }) => (typeof data === "string" ? client.receive(data) : app.fail(data.failure));
  worker.onerror = ({ message }) => app.fail(message);
  document.body.dataset.ready = "true";
}

/** Answers a question in a worker of its own: a long one stops nothing, and its memory
 * ends with it. */
function askApart(source, module, question) {
  const worker = new Worker(source);
  const answer = new Promise((done, fail) => {
    worker.onmessage = ({ data }) => (typeof data === "string" ? done(data) : fail(new Error(data.failure)));
    worker.onerror = ({ message }) => fail(new Error(message));
  });
  worker.postMessage({ module, question });
  return answer.finally(() => worker.terminate());
}

// These have `DecompressionStream`, vectors in WebAssembly, `color-mix` and `:has`.
const BROWSERS = "Chrome 111, Edge 111, Firefox 121, Safari 16.4, or later versions";

start().catch((error) => {
  byId("status").textContent = `The page cannot start in this browser (${error}). It works in ${BROWSERS}.`;
});
