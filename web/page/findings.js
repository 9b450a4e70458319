// What a search has found, read from its `info` lines.

/** The least number of simulations behind an estimate that is shown, and their
 * least share of those of the most visited move, as one in so many. */
const EVIDENCE = [100, 1000];

export class Findings {
  lines = [];
  /** The newest value of each move that is proven or rests on enough simulations, by square.
   * A deeper round reports its lines one by one; until then those of the round before count. */
  values = new Map();
  nodes = 0;
  nps = 0;
  depth = 0;
  /** The announcements for the next round of lines, and for the current one. */
  #next = announced();
  #current = announced();
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
    if (rank === 0) {
      this.lines = [];
      this.depth = number("depth") ?? this.depth;
      [this.#current, this.#next] = [this.#next, announced()];
    }
    const value = Number(score[2]);
    const { draw, exact, draws, exacts } = this.#current;
    const isDraw = (draw && rank === 0) || draws.includes(pv[0]);
    const isExact = (exact && rank === 0) || exacts.includes(pv[0]);
    const wdl = / wdl (\d+) (\d+) (\d+)/.exec(line)?.slice(1).map(Number);
    const found = { ...scored(score[1], value, isDraw, wdl), exact: isExact, pv };
    if (score[1] === "cp") found.cp = value;
    this.lines[rank] = found;
    if (rank === 0 || this.#isFounded(found)) keepBetter(this.values, pv[0], found);
    return true;
  }

  #readText(text) {
    const words = text.split(" ");
    if (text === "proven draw") this.#next.draw = true;
    if (text === "exact distance") this.#next.exact = true;
    if (text.startsWith("proven draws ")) this.#next.draws = words.slice(2);
    if (text.startsWith("exact distances ")) this.#next.exacts = words.slice(2);
    if (words[0] === "move" && words[2] === "visits") this.#visits.set(words[1], Number(words[3]));
  }

  /** The lines, best first. */
  get all() {
    return this.lines.filter(Boolean);
  }

  get best() {
    return this.all[0] ?? null;
  }

  /** Whether a value is proven or rests on enough simulations, as far as they are told. */
  #isFounded({ kind, pv }) {
    if (kind !== "estimate" || this.#visits.size === 0) return true;
    const least = Math.max(EVIDENCE[0], Math.max(...this.#visits.values()) / EVIDENCE[1]);
    return (this.#visits.get(pv[0]) ?? 0) >= least;
  }
}

/** Keeps a value under a name, unless it is an estimate in the place of a proven one. */
export function keepBetter(values, name, value) {
  if (value.kind === "estimate" && (values.get(name)?.kind ?? "estimate") !== "estimate") return;
  values.set(name, value);
}

/** Announcements about a round of lines: whether the first line is a proven draw
 * and has an exact distance, and the moves for which that holds. */
function announced() {
  return { draw: false, exact: false, draws: [], exacts: [] };
}

function scored(unit, value, isDraw, wdl) {
  if (unit === "mate") return value > 0 ? { kind: "win", plies: value } : { kind: "loss", plies: -value };
  return isDraw && value === 0 ? { kind: "draw" } : { kind: "estimate", chance: chanceOf(wdl, value) };
}

/** The expected score of the side to move, from 0 to 1, by wins, draws and losses or, of
 * an engine that reports none, by centipoints. */
function chanceOf(wdl, cp) {
  if (!wdl) return 1 / (1 + Math.exp(-cp / 100));
  const [win, draw, loss] = wdl;
  return (win + draw / 2) / (win + draw + loss);
}
