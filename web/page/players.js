// The sides that the person plays, and what the person chose last, which is the default the
// next time.

import { controlOf } from "./clock.js";
import { lastNames } from "./names.js";
import { FAIR_GAME } from "./setup.js";
import { read, write } from "./storage.js";

const SIDES = ["x", "o", "both", "none"];
const MAX_SECONDS = 60;

export const isSide = (side) => SIDES.includes(side);
export const isLevel = (level) => Number.isInteger(level) && level >= 1 && level <= 10;

/** Who plays the game on the board. */
export class Players {
  /** The spec, the sides that the person plays, the level, the time for a move, the clock and
   * the names of the players. */
  choices;
  /** The puzzle on the board, of which the person plays one side. */
  puzzle = null;
  /** The sides that the person played before a record was opened. */
  #sideBefore = null;

  constructor(choices) {
    this.choices = choices;
  }

  /** Another game or puzzle is on the board. */
  begin(choices, puzzle, sideBefore) {
    this.choices = { ...this.choices, names: lastNames(), ...choices };
    [this.puzzle, this.#sideBefore] = [puzzle, sideBefore];
  }

  /** The choices for another game like this one. The names are those of the last new game:
   * a kept game may have had others. */
  nextOf(spec) {
    return { ...this.choices, spec, side: this.#sideBefore ?? this.choices.side, names: lastNames() };
  }

  /** The sides that the person plays. */
  get side() {
    return this.puzzle ? this.puzzle.side.toLowerCase() : this.choices.side;
  }

  isPerson(side) {
    return this.side === "both" || this.side === side.toLowerCase();
  }

  /** The person plays the other sides. */
  swap() {
    this.#sideBefore = null;
    this.choices.side = { x: "o", o: "x", both: "none", none: "both" }[this.choices.side];
  }
}

/** The choices of the last time, as far as they can be used. */
export function lastChoices(rules) {
  const kept = read("choices") ?? {};
  const isGame = typeof kept.spec === "string" && !rules.facts(kept.spec, null, []).error;
  return {
    spec: isGame ? kept.spec : FAIR_GAME,
    side: isSide(kept.side) ? kept.side : "x",
    level: isLevel(kept.level) ? kept.level : 5,
    seconds: kept.seconds > 0 && kept.seconds <= MAX_SECONDS ? kept.seconds : 1,
    clock: controlOf(kept.clock) ? kept.clock : "",
    names: lastNames(),
  };
}

export function keepChoices({ spec, side, level, seconds, clock, names }) {
  write("choices", { spec, side, level, seconds, clock, names });
}
