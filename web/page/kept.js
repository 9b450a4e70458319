// The games that the page keeps as they are played, each under a name of its own, so that
// two windows do not overwrite each other's.

import { namesIn } from "./names.js";
import { namesOf, read, remove, write } from "./storage.js";

/** The games that are kept; the oldest are removed. */
export const MAX_GAMES = 200;
const MAX_MOVES = 484;
const MAX_TEXT = 3000;
/** The oldest games that make room for another one in a full storage. */
const MAX_REMOVED = 3;
const GAME = "game.";

/** All kept games, the last one first. What is no game is left out. */
export function keptGames() {
  const games = namesOf(GAME).map(keptGame).filter(Boolean);
  return games.sort((a, b) => b.changed - a.changed);
}

/** A kept game by its name; `null` if there is none. */
export function keptGame(name) {
  const value = String(name).startsWith(GAME) ? read(name) : null;
  return isGame(value) ? { ...value, name, names: namesIn(value.names) } : null;
}

/** Keeps a game under its name, or under a new one if it has none or if another window
 * has gone on with it; returns it with its name, or `null` if it cannot be kept. */
export function keep(game) {
  const known = game.name && keptGame(game.name);
  const isOwn = known && known.changed === game.changed;
  const name = isOwn ? game.name : `${GAME}${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  const kept = { ...game, name, changed: Math.max(Date.now(), (game.changed ?? 0) + 1) };
  if (!isOwn) makeRoom(MAX_GAMES - 1);
  for (let i = 0; i <= MAX_REMOVED; i++) {
    if (write(name, kept)) return kept;
    const oldest = keptGames().filter((other) => other.name !== name).at(-1);
    if (!oldest) break;
    remove(oldest.name);
  }
  return null;
}

/** Removes the oldest games until there are no more than this many. */
function makeRoom(most) {
  const names = namesOf(GAME);
  if (names.length <= most) return;
  const games = keptGames();
  const isKept = new Set(games.slice(0, most).map(({ name }) => name));
  for (const name of names) if (!isKept.has(name)) remove(name);
}

const isText = (value) => typeof value === "string" && value.length <= MAX_TEXT;
const isMoves = (value) => Array.isArray(value) && value.length <= MAX_MOVES && value.every((name) => typeof name === "string" && /^\d?[a-z]\d{1,2}$/.test(name));
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/** Whether a value from the storage can be a game; the rules check it when it is opened. */
function isGame(value) {
  return (
    value !== null &&
    typeof value === "object" &&
    isText(value.spec) &&
    (value.start === null || isText(value.start)) &&
    isMoves(value.moves) &&
    isWhole(value.shown, 0, value.moves.length) &&
    Array.isArray(value.lines) &&
    value.lines.every(isMoves) &&
    ["x", "o", "both", "none"].includes(value.side) &&
    isWhole(value.level, 1, 10) &&
    ["X", "O", "draw", "none"].includes(value.result) &&
    Number.isFinite(value.begun) &&
    Number.isFinite(value.changed) &&
    [value.event, value.date, value.x, value.o, value.given, value.givenFor, value.why, value.clock].every((text) => text === undefined || isText(text))
  );
}
