// The console: every line to and from the engine, and a place to type one.

import { byId, element } from "./dom.js";

/** The lines that are kept. */
const MOST = 1000;

export class Console {
  #log = byId("log");
  #pending = [];
  #drawn = false;

  constructor(client) {
    client.onLine((line, isSent) => this.#add(line, isSent));
    // What is hidden cannot be scrolled.
    byId("more").addEventListener("toggle", () => (this.#log.scrollTop = this.#log.scrollHeight));
    byId("console-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const input = byId("console-input");
      const line = input.value.trim();
      input.value = "";
      if (line) client.type(line);
    });
  }

  #add(line, isSent) {
    this.#pending.push([line, isSent]);
    if (this.#pending.length > MOST) this.#pending.shift();
    if (this.#drawn) return;
    this.#drawn = true;
    requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#drawn = false;
    const atEnd = this.#log.scrollTop + this.#log.clientHeight >= this.#log.scrollHeight - 20;
    const lines = this.#pending.map(([line, isSent]) => element("div", { class: isSent ? "sent" : "got" }, `${isSent ? "> " : "< "}${line}`));
    this.#pending = [];
    this.#log.append(...lines);
    while (this.#log.childElementCount > MOST) this.#log.firstElementChild.remove();
    if (atEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }
}
