// The sides that the person plays, the names of the players, and what the person chose
// last, which is the default the next time.

import { read, write } from "./storage.js";
import { FAIR_GAME, levelName } from "./setup.js";

const SIDES = ["x", "o", "both", "none"];
const MAX_SECONDS = 60;

export const isSide = (side) => SIDES.includes(side);
export const isLevel = (level) => Number.isInteger(level) && level >= 1 && level <= 10;

/** The names of X and O for records, as `noughts play` has them. */
export function playerNames({ side, level }) {
  const engine = `noughts, ${levelName(level).replace(" (", ", ").replace(")", "")}`;
  const name = (own) => (side === "both" || side === own ? "you" : engine);
  return { x: name("x"), o: name("o") };
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
  };
}

export function keepChoices({ spec, side, level, seconds }) {
  write("choices", { spec, side, level, seconds });
}
