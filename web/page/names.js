// The names of the players: those that the person has entered, by who plays, so that a name
// stays with the person whichever side that is.

import { levelName } from "./levels.js";
import { read } from "./storage.js";

/** The longest name, in characters. */
export const MAX_NAME = 60;
/** Who plays X and O, by the sides that the person plays. */
const ROLES = { x: ["you", "engine"], o: ["engine", "you"], both: ["you", "friend"], none: ["engine", "second"] };
const ALL = ["you", "friend", "engine", "second"];

/** The roles of X and O. */
export const rolesOf = (side) => ROLES[side];

/** The names in a value from the storage, by role; a player without one has none in it. */
export function namesIn(value) {
  const named = ALL.flatMap((role) => {
    const name = typeof value?.[role] === "string" ? value[role].replace(/\s+/g, " ").trim().slice(0, MAX_NAME) : "";
    return name ? [[role, name]] : [];
  });
  return Object.fromEntries(named);
}

/** The names that the person entered last. */
export const lastNames = () => namesIn(read("choices")?.names);

/** The names of X and O for records; those that nobody has entered as `noughts play` has
 * them. */
export function playerNames({ side, level, names = {} }) {
  const engine = `noughts, ${levelName(level).replace(" (", ", ").replace(")", "")}`;
  const [x, o] = ROLES[side].map((role) => names[role] || (["engine", "second"].includes(role) ? engine : "you"));
  return { x, o };
}

/** Whether a player of the game has a name of its own. */
export const isNamed = ({ side, names }) => ROLES[side].some((role) => names?.[role]);
