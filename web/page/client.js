// The page as a client of the protocol: one search at a time, and every line for
// the console.

/** Options of the engine that a task may set, or a typed line may have set so that
 * tasks go wrong, with their defaults. */
const DEFAULTS = {
  Search: "auto",
  Skill: "10",
  MultiPV: "1",
  Seed: "0",
  Neighbors: "false",
  MoveOverhead: "10",
  UCI_LimitStrength: "false",
  UCI_ShowWDL: "true",
};

export class Client {
  #post;
  #listeners = [];
  /** The task whose search is running, and the one to begin after it. */
  #current = null;
  #next = null;
  /** Whether a person has typed lines, which may have begun any searches. */
  #typed = false;
  /** Whether the answer to `ugi` is waited for: by then all searches have ended. */
  #settling = false;
  #game = null;
  #options = {};
  #failed = false;

  /** `post` sends a line to the engine. */
  constructor(post) {
    this.#post = post;
  }

  /** Begins to talk. */
  start() {
    this.#settle();
  }

  /** Calls back with every line, and whether it is one to the engine. */
  onLine(listener) {
    this.#listeners.push(listener);
  }

  /** Takes a line from the engine. */
  receive(line) {
    this.#tell(line, false);
    const task = this.#current;
    if (line.startsWith("info ")) task?.onInfo?.(line);
    if (this.#settling ? line !== "ugiok" : !line.startsWith("bestmove")) return;
    this.#current = null;
    if (this.#settling) this.#settling = false;
    else if (task && !task.cancelled) task.onMove?.(line.split(" ")[1]);
    this.#begin();
  }

  /** No answers will come any more. */
  fail() {
    this.#failed = true;
  }

  /**
   * Searches a position, in place of what is searched now.
   *
   * @param task `game`, `start`, `moves`, `options`, `go`, and the callbacks
   *   `onInfo(line)` and `onMove(square)`
   */
  ask(task) {
    this.cancel();
    this.#next = task;
    this.#begin();
  }

  /** Ends the search and ignores its answer. */
  cancel() {
    this.#next = null;
    if (!this.#current || this.#current.cancelled) return;
    this.#current.cancelled = true;
    this.#current.onInfo = null;
    this.#send("stop");
  }

  /** Sends a line that a person has typed. The game and the options of tasks are
   * set again before the next task. */
  type(line) {
    this.#typed = true;
    this.#game = null;
    this.#options = {};
    this.#send(line);
  }

  #settle() {
    [this.#typed, this.#settling] = [false, true];
    this.#send("ugi");
    // Reports the simulations behind each value.
    this.#send("debug on");
  }

  #begin() {
    const task = this.#next;
    if (!task || this.#failed || this.#settling) return;
    if (this.#typed) {
      this.#send("stop");
      this.#settle();
      return;
    }
    if (this.#current) return;
    this.#next = null;
    this.#current = task;
    if (this.#game !== task.game) {
      this.#game = task.game;
      this.#send(`newgame ${task.game}`);
    }
    for (const [name, value] of Object.entries({ ...DEFAULTS, ...task.options })) {
      if (this.#options[name] === String(value)) continue;
      this.#options[name] = String(value);
      this.#send(`setoption name ${name} value ${value}`);
    }
    const start = task.start ? `fen ${task.start}` : "startpos";
    this.#send(`position ${start}${task.moves.length > 0 ? ` moves ${task.moves.join(" ")}` : ""}`);
    this.#send(`go ${task.go}`);
  }

  #send(line) {
    this.#tell(line, true);
    this.#post(line);
  }

  #tell(line, isSent) {
    for (const listener of this.#listeners) listener(line, isSent);
  }
}
