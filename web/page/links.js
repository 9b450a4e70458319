// Links to the page: the game, the review or the puzzle that the part of the address after #
// names.

import { Game } from "./game.js";
import { isLevel, isSide } from "./players.js";

/** What a link names: `{ puzzle }`, a number or `daily`; `{ game, players, result, isReview }`;
 * `{ error }`; or `null` if it is none. `result` is that of a game that the board does not
 * end. */
export function readLink(fragment, rules) {
  const puzzle = new URLSearchParams(fragment.replace(/^#/, "")).get("puzzle");
  if (puzzle !== null) return { puzzle };
  const loaded = Game.ofFragment(fragment);
  if (!loaded) return null;
  const { game, side, level, result, isReview } = loaded;
  const facts = rules.facts(game.spec, game.start, game.all);
  if (facts.error) return { error: `The link has no game: ${facts.error}.` };
  const players = { ...(isSide(side) && { side }), ...(isLevel(level) && { level }) };
  return { game: new Game(facts.game, game.start, game.all, game.shown), players, result: isReview ? result : null, isReview };
}

/** The link in a text that a person has pasted, if there is one. */
export const linkIn = (text) => /#.*\b(game|puzzle)=.*/.exec(text)?.[0] ?? null;

/** Whether a link shows a kept game. */
export function isLinkTo(kept, fragment) {
  const link = Game.ofFragment(fragment);
  const moves = link?.isReview ? kept.moves : kept.moves.slice(0, kept.shown);
  return link !== null && link.game.isSame(new Game(kept.spec, kept.start, moves));
}

/** Whether links to this address work only on this computer. */
export const isLocal = ({ protocol, hostname }) => protocol === "file:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Where a link to this page works, if not everywhere. */
export const reach = () => (isLocal(location) ? " It works only on this computer." : "");

/** Copies a text; returns whether the browser allows it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
