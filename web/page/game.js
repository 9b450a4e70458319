// A game: its spec, its start, the moves, how many of them are on the board, and the
// lines that were played before.

/** The other lines that a game has at most. */
const MAX_LINES = 100;

export class Game {
  /** The lines that were left for another move, each with all moves from the start. */
  lines = [];

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

  /** Plays a move. If it is another one than that taken back, the line of that one is
   * kept. */
  play(square) {
    if (this.all[this.shown] !== square) {
      this.cut();
      this.all = [...this.all, square];
      this.lines = this.lines.filter((line) => !begins(line, this.all));
    }
    this.shown += 1;
  }

  /** Ends the line at the position on the board; the moves behind it are kept as another
   * line. */
  cut() {
    if (!this.canRedo) return;
    this.#keep(this.all);
    this.all = this.moves;
  }

  /** Returns to another line, at its first move that the present one has not. */
  choose(line) {
    const present = this.all;
    this.all = line;
    this.shown = Math.min(this.forkOf(line, present) + 1, line.length);
    this.lines = this.lines.filter((other) => other !== line);
    if (!begins(present, line)) this.#keep(present);
  }

  /** The number of moves that a line shares with another one, such as the present one. */
  forkOf(line, other = this.all) {
    const end = line.findIndex((square, i) => square !== other[i]);
    return end < 0 ? line.length : end;
  }

  /** Takes back or plays again a ply, or as many as `isEnough`, of this game, asks for. */
  step(distance, isEnough) {
    do this.show(this.shown + distance);
    while ((distance < 0 ? this.canUndo : this.canRedo) && !isEnough(this));
  }

  /** Shows the position after this many moves. */
  show(moves) {
    this.shown = Math.min(Math.max(0, moves), this.all.length);
  }

  #keep(line) {
    const others = this.lines.filter((other) => !begins(other, line));
    this.lines = [line, ...others].slice(0, MAX_LINES);
  }

  /** The part of a link that carries the game. */
  toFragment(players) {
    const values = { game: this.spec };
    if (this.start) values.start = this.start;
    if (this.shown > 0) values.moves = this.moves.join(",");
    return `#${new URLSearchParams({ ...values, ...players })}`;
  }

  /** The part of a link that opens the review of the game, at the position on the board.
   * `result` is that of a game that the board does not end. */
  toReviewFragment(result = null) {
    const values = { game: this.spec, ...(this.start && { start: this.start }), moves: this.all.join(","), side: "both", ...(result && { result }) };
    return `#${new URLSearchParams(values)}&review${this.canRedo ? `=${this.shown}` : ""}`;
  }

  /** Whether another game has the same moves, shown or not. */
  isSame(other) {
    return this.spec === other.spec && (this.start || null) === (other.start || null) && this.all.join() === other.all.join();
  }

  /** The game of a link, and what else the link has; `null` if there is none. */
  static ofFragment(fragment) {
    const values = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!values.has("game")) return null;
    const moves = (values.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
    const game = new Game(values.get("game"), values.get("start"), moves.map((name) => name.toLowerCase()));
    const [isReview, ply] = [values.has("review"), values.get("review")];
    if (isReview && /^\d{1,3}$/.test(ply)) game.show(Number(ply));
    return { game, side: values.get("side"), level: Number(values.get("level")), result: values.get("result"), isReview };
  }
}

/** Whether a line is the beginning of another one. */
const begins = (line, of) => line.every((square, i) => square === of[i]);

/** A text without line breaks: those would end a line to the engine. */
const oneLine = (text) => text.trim().replace(/\s+/g, " ");
