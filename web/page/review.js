// The review of a game: which position to search next, and what is known of the moves, as
// `web/src/review.rs` tells it.

import { Findings } from "./findings.js";

export class Review {
  #rules;
  #client;
  #onChange;
  #game = null;
  /** The result of the game. */
  #result = "none";
  /** What each search has found, as lines of a question. */
  #learned = [];
  #known = nothing();
  /** Whether the game is the one on the page. */
  #isShown = false;

  /** `onChange` is called when more is known. */
  constructor(rules, client, onChange) {
    this.#rules = rules;
    this.#client = client;
    this.#onChange = onChange;
  }

  /** Begins to judge the moves of a game. */
  begin(game, result) {
    this.#game = { spec: game.spec, start: game.start, moves: [...game.all] };
    this.#result = result;
    this.#learned = [];
    [this.#known, this.#isShown] = [this.#ask(), true];
    this.goOn();
  }

  /** Another game, or `null`, is on the page. What is known of the reviewed one is kept:
   * a person may come back to it from another line. */
  attend(game) {
    this.#isShown = game !== null && this.isOf(game);
  }

  /** Whether the reviewed game is the one on the page. */
  get isShown() {
    return this.#isShown;
  }

  /** Whether this is the review of a game, with all its moves. */
  isOf(game) {
    const own = this.#game;
    return own !== null && own.spec === game.spec && own.start === game.start && own.moves.join() === game.all.join();
  }

  /** Whether there is more to search. */
  get isRunning() {
    return this.#isShown && this.#known.search !== null;
  }

  /** What is known of the game on the page: `work`, `search`, `verdict` (sentences), `sides`
   * (their accuracies and mistakes, as texts), `chances` (by plies, `{ ofX, proven }`) and
   * `moves` (by the number of the move, `{ sign, name, text, better, task }`). */
  get known() {
    return this.#isShown ? this.#known : nothing();
  }

  /** Goes on with the next search. */
  goOn() {
    if (!this.isRunning) return;
    const { search } = this.#known;
    const begun = performance.now();
    this.#search(search, this.#game.moves.slice(0, search.plies), (findings) => {
      const time = Math.round(performance.now() - begun);
      this.#learned.push([time, ...findings.all.map(textOf)].join("; "));
      this.#known = this.#ask();
      this.#onChange();
      this.goOn();
    });
  }

  /** Judges another move in the place of a move of the game; `onAnswer` takes `{ isRight,
   * text }`. */
  retry(ply, square, onAnswer) {
    const ask = (found) => {
      const [, word, text] = /^(\S*) ?(.*)$/.exec(this.#rules.describe(`retry ${ply} ${square}\n${this.#question(found)}`));
      if (word !== "search") return onAnswer({ isRight: word === "right", text });
      this.#search(searchOf(text), [...this.#game.moves.slice(0, ply), square], (findings) => {
        ask(findings.best ? textOf(findings.best) : "nothing");
      });
    };
    ask(null);
  }

  #search({ kind, lines, time }, moves, onFound) {
    const findings = new Findings();
    this.#client.ask({
      game: this.#game.spec,
      start: this.#game.start,
      moves,
      options: { Search: kind, MultiPV: lines },
      go: `movetime ${time}`,
      onInfo: (line) => findings.read(line),
      onMove: () => onFound(findings),
    });
  }

  #question(found) {
    const { spec, start, moves } = this.#game;
    const lines = [spec, start ?? "", moves.join(" "), this.#result, ...this.#learned];
    return (found === null ? lines : [...lines, `found ${found}`]).join("\n");
  }

  #ask() {
    return parse(this.#rules.describe(`review ${this.#question(null)}`));
  }
}

const nothing = () => ({ work: "", search: null, verdict: [], sides: [], chances: [], moves: [] });

/** Reads the facts about a review. */
function parse(answer) {
  const known = nothing();
  for (const line of answer.split("\n")) {
    const [, name, value] = /^(\S*) ?(.*)$/.exec(line);
    const [, number, rest] = /^(\d*) ?(.*)$/.exec(value);
    const words = rest.split(" ").filter(Boolean);
    if (name === "work") known.work = value;
    else if (name === "search") known.search = searchOf(value);
    else if (name === "verdict") known.verdict.push(value);
    else if (name === "side") known.sides.push(value.split(" "));
    else if (name === "chance") known.chances[number] = { ofX: Number(words[0]), proven: words[1] === "proven" };
    else if (name === "mark") known.moves[number] = { sign: words[0], name: words.slice(1).join(" "), text: "", better: [], task: "" };
    else if (name === "better") known.moves[number].better = words;
    else if (["text", "task"].includes(name)) known.moves[number][name] = rest;
  }
  return known;
}

function searchOf(text) {
  const [plies, kind, lines, time] = text.split(" ");
  return { plies: Number(plies), kind, lines: Number(lines), time: Number(time) };
}

/** A finding as text of a question. */
function textOf({ kind, plies, exact, chance, pv }) {
  const value = { draw: "draw", estimate: `estimate ${chance?.toFixed(4)}` }[kind] ?? `${kind} ${plies} ${exact ? "exact" : "within"}`;
  return `${value} ${pv.join(" ")}`;
}
