// The ways in which another game gets to the board: a kept game, a record, a link, a
// pasted text, and at first what was there before a reload.

import { byId } from "./dom.js";
import { Game } from "./game.js";
import { Games } from "./games.js";
import { Keeper } from "./keeper.js";
import { keptGame, keptGames } from "./kept.js";
import { isLinkTo, linkIn, readLink } from "./links.js";
import { Offer } from "./offer.js";
import { isRecord } from "./records.js";

const refuse = (error) => (byId("position-error").textContent = error ?? "");

export class Opening {
  #rules;
  #games;
  #offer;
  #page;

  /** `page` has `replace(game, choices, more)`, `showPuzzle(number)`, which returns
   * whether there is one, `changed(notice)`, `say(text)`, `next()`, the choices for
   * another game, and `isUntouched()`, whether there is no move on the board. */
  constructor(rules, records, page) {
    [this.#rules, this.#page] = [rules, page];
    this.#offer = new Offer((game) => this.#goOn(game));
    this.#games = new Games(records, {
      onKept: (game) => this.#goOn(game),
      // The players of a record without their names are not those of the person's games.
      onRecord: (game, heading) => page.replace(game, { side: "both", names: {} }, { kept: heading, sideBefore: page.next().side }),
      onSay: page.say,
    });
    window.addEventListener("hashchange", () => this.#load(location.hash));
  }

  /** Opens the first game: after a reload the one that is kept, with all its lines. */
  first() {
    const { state } = history;
    const kept = keptGame(state?.kept);
    if (kept && isLinkTo(kept, location.hash) && this.#goOn(kept)) return;
    const isLink = this.#load(location.hash);
    if (!isLink) this.#page.changed();
    // A link that the page made itself is none of the person.
    const isNew = this.#page.isUntouched();
    if (isNew && (!isLink || state)) this.#offer.show(keptGames()[0]);
  }

  /** Shows the list of games. */
  list() {
    this.#games.open();
  }

  /** Saves a game as a file, with these tags. */
  save(game, heading) {
    this.#games.save(game, heading);
  }

  /** The person has gone on without the last game. */
  withdraw() {
    this.#offer.hide();
  }

  /** Opens what the person has pasted: a position, a record or a link. */
  paste(text) {
    const link = linkIn(text);
    if (link && this.#load(link)) return;
    const { spec } = this.#page.next();
    const game = new Game(spec, text);
    const { error } = this.#rules.facts(spec, game.start, []);
    if (!error) this.#page.replace(game);
    else if (isRecord(text)) this.#games.openText(text, spec, refuse);
    else refuse(error);
  }

  /** Goes on with a kept game; returns whether it is one. */
  #goOn({ spec, start, moves, shown, lines, side, level, names, ...kept }) {
    const game = new Game(spec, start, moves, shown);
    const { error } = this.#rules.facts(spec, start, moves);
    if (error) {
      this.#page.say(`That game cannot be opened: ${error}.`);
      return false;
    }
    game.lines = lines.filter((line) => !this.#rules.facts(spec, start, line).error);
    this.#page.replace(game, { side, level, names }, { kept, isOwn: true });
    return true;
  }

  /** Loads the game or the puzzle of a link, or says why it has none; returns whether
   * the fragment is a link. */
  #load(fragment) {
    const link = readLink(fragment, this.#rules);
    if (link?.error) this.#page.changed(link.error);
    else if (link?.game) this.#show(link);
    else if (link) {
      byId("tab-puzzles").click();
      if (!this.#page.showPuzzle(link.puzzle)) this.#page.changed(byId("puzzle-error").textContent);
    }
    return link !== null;
  }

  #show({ game, players, result, isReview }) {
    if (isReview) byId("tab-analysis").click();
    this.#page.replace(game, players, { kept: Keeper.given(game, result), isReview });
  }
}
