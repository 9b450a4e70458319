// Records of games in PGN: what a text holds, and the present game as a file.

import { element } from "./dom.js";
import { Game } from "./game.js";

/** The largest file that is read, in bytes. */
export const MAX_FILE = 64 << 20;
const COLUMNS = ["line", "at", "end", "spec", "x", "o", "result", "date", "event", "plies", "mistake"];
/** How long the address of a saved file is valid, in milliseconds. */
const PATIENCE = 60_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Records {
  #ask;

  /** `ask` answers a question of `web/src/records/mod.rs` in a thread of its own. */
  constructor(ask) {
    this.#ask = ask;
  }

  /** The games of a file. Fails if it is too large or cannot be read. */
  async ofFile(file) {
    if (file.size > MAX_FILE) throw new Error(`${file.name} has ${Math.ceil(file.size / (1 << 20))} MiB: the limit is ${MAX_FILE >> 20} MiB`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return this.ofText(textOf(bytes));
  }

  /** The games of a text; those without the tag `Game` are of the game `spec`. */
  async ofText(text, spec = "") {
    const answer = await this.#ask(`games ${spec}\n${text}`);
    // The offsets are those of bytes.
    const bytes = encoder.encode(text);
    const rows = answer === "" ? [] : answer.split("\n");
    return rows.map((row) => {
      const fields = row.split("\t");
      const game = Object.fromEntries(COLUMNS.map((name, i) => [name, fields[i] ?? ""]));
      return { ...game, text: () => decoder.decode(bytes.subarray(Number(game.at), Number(game.end))) };
    });
  }

  /** A game of a list: the game and the tags of its record. */
  async game({ spec, text }) {
    const answer = await this.#ask(`game ${spec}\n${text()}`);
    const facts = { tags: {}, lines: [] };
    for (const line of answer.split("\n")) {
      const [, name, value] = /^(\S*) ?(.*)$/.exec(line);
      if (name === "tag") facts.tags[value.split(" ")[0]] = value.split(" ").slice(1).join(" ");
      else if (name === "line") facts.lines.push(value.split(" "));
      else facts[name] = value;
    }
    if (facts.error) throw new Error(facts.error);
    const { tags } = facts;
    const game = new Game(facts.game, facts.start || null, facts.moves.split(" ").filter(Boolean));
    game.lines = facts.lines;
    const heading = { x: tags.X ?? tags.White, o: tags.O ?? tags.Black, event: tags.Event, date: tags.Date };
    return { game, heading: { ...heading, given: facts.result, givenFor: facts.moves } };
  }

  /** The record of a game. */
  async record(game, { x, o, event, date, result }) {
    const tags = Object.entries({ x, o, event, date, result }).filter(([, value]) => value);
    const lines = [
      "record",
      game.spec,
      game.start ?? "",
      game.all.join(" "),
      ...tags.map(([name, value]) => `${name} ${value.replace(/\s+/g, " ")}`),
      ...game.lines.map((line) => `line ${line.join(" ")}`),
    ];
    const answer = await this.#ask(lines.join("\n"));
    if (answer.startsWith("error ")) throw new Error(answer.slice(6));
    return answer;
  }
}

/** Whether a text is a record and not a position: it has tags, numbers of turns, or begins
 * with a square. */
export const isRecord = (text) => /\[\s*\w+\s+"|\b\d+\.|^\s*\d?[a-z]\d/.test(text);

/** Saves a text as a file of the person. */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE);
}

/** A date as records have it. */
export function dateOf(milliseconds) {
  const date = new Date(milliseconds);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
}

/** The text of a file, in UTF-8 or, with a mark at its beginning, in UTF-16. */
function textOf(bytes) {
  const mark = bytes[0] * 256 + bytes[1];
  const coding = { [0xfffe]: "utf-16le", [0xfeff]: "utf-16be" }[mark] ?? "utf-8";
  return new TextDecoder(coding).decode(bytes);
}
