// A quick look at each move of a position, so that every square soon has a value.

import { Findings } from "./findings.js";

/** The time for all moves together, in milliseconds. */
const TIME = 600;
/** The most moves that are looked at: those nearest to the stones. */
const MAX_MOVES = 80;

export class Glances {
  /** The values by square, for the side to move. */
  values = new Map();

  /**
   * Looks at the moves of a position.
   *
   * @param facts the facts about the position
   * @param ask takes a move and the rest of a task of the engine
   * @param onValue is called after each value
   * @param onDone is called at the end
   */
  begin(facts, ask, onValue, onDone) {
    const squares = nearest(facts).slice(0, MAX_MOVES);
    const time = Math.max(1, Math.round(TIME / squares.length));
    const byTheOther = facts.next !== facts.side;
    const look = (at) => {
      if (at === squares.length) return onDone();
      const findings = new Findings();
      ask(squares[at], {
        go: `movetime ${time}`,
        onInfo: (line) => findings.read(line),
        onMove: () => {
          // A move that ends the game has no value after it.
          if (findings.best) this.values.set(squares[at], earlier(findings.best, squares[at], byTheOther));
          onValue();
          look(at + 1);
        },
      });
    };
    look(0);
  }
}

/** The value of a move from what was found after it. */
export function earlier({ kind, plies, chance, exact, pv }, square, byTheOther) {
  const turned = byTheOther ? { win: "loss", loss: "win" }[kind] : null;
  return { kind: turned ?? kind, plies: plies + 1, chance: byTheOther ? 1 - chance : chance, exact, pv: [square, ...pv] };
}

/** The legal squares, those nearest to a stone, or to the middle, first. */
function nearest({ legal, x, o, columns, rows, levels }) {
  const stones = [...x, ...o].map(placeOf);
  const centres = stones.length > 0 ? stones : [[Math.ceil(levels / 2), Math.ceil(columns / 2), Math.ceil(rows / 2)]];
  const distance = (square) => {
    const place = placeOf(square);
    return Math.min(...centres.map((centre) => Math.max(...centre.map((value, i) => Math.abs(value - place[i])))));
  };
  const far = new Map(legal.map((square) => [square, distance(square)]));
  return [...legal].sort((a, b) => far.get(a) - far.get(b));
}

/** Level, column and row of a square. */
function placeOf(square) {
  const [, level, column, row] = /^(\d*)([a-z])(\d+)$/.exec(square);
  return [Number(level || 1), column.charCodeAt(0) - 96, Number(row)];
}
