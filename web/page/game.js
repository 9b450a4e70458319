// A game: its spec, its start, the moves, and how many of them are on the board.

export class Game {
  constructor(spec, start = null, moves = [], shown = moves.length) {
    this.spec = oneLine(spec);
    this.start = start && oneLine(start);
    this.all = moves;
    this.shown = shown;
  }

  /** The moves on the board. */
  get moves() {
    return this.all.slice(0, this.shown);
  }

  get canUndo() {
    return this.shown > 0;
  }

  get canRedo() {
    return this.shown < this.all.length;
  }

  /** Plays a move, which replaces those taken back. */
  play(square) {
    this.all = [...this.moves, square];
    this.shown += 1;
  }

  /** Shows the position after this many moves. */
  show(moves) {
    this.shown = Math.min(Math.max(0, moves), this.all.length);
  }

  /** The part of a link that carries the game. */
  toFragment(players) {
    const values = { game: this.spec };
    if (this.start) values.start = this.start;
    if (this.shown > 0) values.moves = this.moves.join(",");
    return `#${new URLSearchParams({ ...values, ...players })}`;
  }

  /** The game of a link; `null` if it has none. */
  static ofFragment(fragment) {
    const values = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!values.has("game")) return null;
    const moves = (values.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
    const game = new Game(values.get("game"), values.get("start"), moves.map((name) => name.toLowerCase()));
    return { game, side: values.get("side"), level: Number(values.get("level")) };
  }
}

/** A text without line breaks: those would end a line to the engine. */
const oneLine = (text) => text.trim().replace(/\s+/g, " ");
