// Links to the page: the game or the puzzle that the part of the address after # names.

import { Game } from "./game.js";
import { isLevel, isSide } from "./players.js";

/** What a link names: `{ puzzle }`, a number or `daily`; `{ game, players }`; `{ error }`;
 * or `null` if it is none. */
export function readLink(fragment, rules) {
  const puzzle = new URLSearchParams(fragment.replace(/^#/, "")).get("puzzle");
  if (puzzle !== null) return { puzzle };
  const loaded = Game.ofFragment(fragment);
  if (!loaded) return null;
  const { game, side, level } = loaded;
  const facts = rules.facts(game.spec, game.start, game.moves);
  if (facts.error) return { error: `The link has no game: ${facts.error}.` };
  const players = { ...(isSide(side) && { side }), ...(isLevel(level) && { level }) };
  return { game: new Game(facts.game, game.start, game.moves), players };
}

/** The link in a text that a person has pasted, if there is one. */
export const linkIn = (text) => /#.*\b(game|puzzle)=.*/.exec(text)?.[0] ?? null;

/** Whether a link shows a kept game. */
export function isLinkTo(kept, fragment) {
  const game = Game.ofFragment(fragment)?.game;
  const moves = kept.moves.slice(0, kept.shown).join();
  return game?.spec === kept.spec && (game.start || null) === kept.start && game.all.join() === moves;
}

/** Whether links to this address work only on this computer. */
export const isLocal = ({ protocol, hostname }) => protocol === "file:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Copies a text; returns whether the browser allows it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
