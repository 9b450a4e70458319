// The page as a client of the protocol: one search at a time, and every line for
// the console.

/** Options of the engine that a task may set, with their defaults. */
const DEFAULTS = { Search: "auto", Skill: "10", MultiPV: "1", Seed: "0" };

export class Client {
  #post;
  #listeners = [];
  /** The task whose search is running, and the one to begin after it. */
  #current = null;
  #next = null;
  /** The searches of the engine without an answer so far. */
  #searches = 0;
  #game = null;
  #options = {};
  #failed = false;

  /** `post` sends a line to the engine. */
  constructor(post) {
    this.#post = post;
  }

  /** Begins to talk. */
  start() {
    this.#send("ugi");
    // Reports the simulations behind each value.
    this.#send("debug on");
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
    if (!line.startsWith("bestmove")) return;
    this.#searches = Math.max(0, this.#searches - 1);
    if (this.#searches > 0) return;
    this.#current = null;
    if (task && !task.cancelled) task.onMove?.(line.split(" ")[1]);
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

  /** Ends the search; its answer counts. */
  hurry() {
    if (this.#current && !this.#current.cancelled) this.#send("stop");
  }

  /** Sends a line that a person has typed. What it changes is set again. */
  type(line) {
    if (/\bgo\b/.test(line)) this.#searches += 1;
    this.#game = null;
    this.#options = {};
    this.#send(line);
  }

  #begin() {
    const task = this.#next;
    if (!task || this.#failed) return;
    if (this.#searches > 0) {
      if (!this.#current) this.#send("stop");
      return;
    }
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
    this.#searches = 1;
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
