// The notice that offers to go on with the last game, if it is unfinished.

import { byId } from "./dom.js";
import { titleOf } from "./learn.js";

export class Offer {
  #game = null;

  /** `onGoOn` takes the game. */
  constructor(onGoOn) {
    byId("offer-go").addEventListener("click", () => onGoOn(this.#game));
    byId("offer-close").addEventListener("click", () => this.hide());
  }

  /** Offers a kept game if there is one that is unfinished. */
  show(game) {
    if (game?.result !== "none" || game.moves.length === 0) return;
    this.#game = game;
    const moves = game.moves.length === 1 ? "1 move" : `${game.moves.length} moves`;
    byId("offer-text").textContent = `Your last game is unfinished: ${titleOf(game.spec)}, ${moves}.`;
    byId("offer").hidden = false;
  }

  hide() {
    byId("offer").hidden = true;
  }
}
