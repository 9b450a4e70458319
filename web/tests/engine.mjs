// The engine in Node: a host with its replies, for the tests and measurements.

import { readFileSync } from "node:fs";
import { Host } from "../page/host.js";

export const ROOT = new URL("../..", import.meta.url);

/** The WebAssembly of the last build. */
export const load = (file = new URL("target/web/noughts.wasm", ROOT)) => new WebAssembly.Module(readFileSync(file));

/** Lets waiting timers and messages run. */
const pause = () => new Promise((done) => setImmediate(done));

export class Engine {
  replies = [];
  #waiting = [];

  constructor(module) {
    this.host = new Host(module, {
      pause,
      onReply: (line) => this.#take(line),
      onFail: (text) => this.#take(`fail ${text}`),
    });
    this.host.start();
  }

  /** Gives a line; the promise is kept when its work is done. */
  send(line) {
    return this.host.send(line);
  }

  /** Waits for a reply that matches. */
  reply(pattern) {
    return new Promise((done) => this.#waiting.push({ pattern, done }));
  }

  #take(line) {
    this.replies.push(line);
    this.#waiting = this.#waiting.filter(({ pattern, done }) => {
      if (!pattern.test(line)) return true;
      done(line);
      return false;
    });
  }
}
