// What a search has found, read from its `info` lines.

/** The least number of simulations behind an estimate that is shown, and their
 * least share of those of the most visited move, as one in so many. */
const EVIDENCE = [100, 1000];

export class Findings {
  lines = [];
  nodes = 0;
  nps = 0;
  depth = 0;
  #announced = { draw: false, exact: false, moves: [] };
  #exactMoves = [];
  #visits = new Map();

  /** Reads a line; returns whether a value is new. */
  read(line) {
    const string = /^info string (.*)$/.exec(line);
    if (string) {
      this.#readText(string[1]);
      return false;
    }
    const number = (name) => {
      const match = new RegExp(` ${name} (-?\\d+)`).exec(line);
      return match ? Number(match[1]) : null;
    };
    this.nodes = number("nodes") ?? this.nodes;
    this.nps = number("nps") ?? this.nps;
    const score = / score (cp|mate) (-?\d+)/.exec(line);
    const pv = / pv (.*)$/.exec(line)?.[1].split(" ");
    if (!score || !pv) return false;
    const rank = (number("multipv") ?? 1) - 1;
    let announced = { draw: false, exact: false };
    if (rank === 0) {
      this.lines = [];
      this.depth = number("depth") ?? this.depth;
      announced = this.#announced;
      this.#exactMoves = announced.moves;
      this.#announced = { draw: false, exact: false, moves: [] };
    }
    const value = Number(score[2]);
    const exact = announced.exact || this.#exactMoves.includes(pv[0]);
    this.lines[rank] = { ...scored(score[1], value, announced.draw), exact, pv };
    return true;
  }

  #readText(text) {
    const words = text.split(" ");
    if (text === "proven draw") this.#announced.draw = true;
    if (text === "exact distance") this.#announced.exact = true;
    if (text.startsWith("exact distances ")) this.#announced.moves = words.slice(2);
    if (words[0] === "move" && words[2] === "visits") this.#visits.set(words[1], Number(words[3]));
  }

  /** The search has ended by itself: what is even is then drawn. */
  endedEarly() {
    const even = (line) => line.kind === "estimate" && line.cp === 0;
    if (!this.all.every((line) => line.kind !== "estimate" || even(line))) return;
    this.lines = this.lines.map((line) => (even(line) ? { ...line, kind: "draw" } : line));
  }

  /** The lines, best first. */
  get all() {
    return this.lines.filter(Boolean);
  }

  get best() {
    return this.all[0] ?? null;
  }

  /** The lines that are proven or rest on enough simulations. */
  get shown() {
    const most = Math.max(0, ...this.#visits.values());
    const least = Math.max(EVIDENCE[0], most / EVIDENCE[1]);
    const counts = (line) => (this.#visits.get(line.pv[0]) ?? 0) >= least;
    return this.all.filter((line, i) => i === 0 || most === 0 || line.kind !== "estimate" || counts(line));
  }
}

function scored(unit, value, isDraw) {
  if (unit === "mate") return value > 0 ? { kind: "win", plies: value } : { kind: "loss", plies: -value };
  return isDraw && value === 0 ? { kind: "draw" } : { kind: "estimate", cp: value };
}
