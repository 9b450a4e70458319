// Runs the WebAssembly of the engine: gives it lines, and lets its searches be
// interrupted by further lines. For the page, its worker, and Node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What Asyncify says about the stack of a search. */
const UNWINDING = 1;
const REWINDING = 2;

export class Host {
  #exports;
  #suspended;
  #running = false;
  #pause;

  /**
   * @param module the compiled WebAssembly
   * @param onReply takes a line of the engine
   * @param pause returns a promise that is kept once further lines were given
   * @param onFail takes the text of an internal error
   */
  constructor(module, { onReply = () => {}, pause = () => {}, onFail = () => {} } = {}) {
    this.#pause = pause;
    const host = {
      now: () => performance.now(),
      reply: (start, length) => onReply(this.#text(start, length)),
      fail: (start, length) => onFail(this.#text(start, length)),
      yield_now: () => this.#yieldNow(),
    };
    this.#exports = new WebAssembly.Instance(module, { host }).exports;
  }

  /** Starts the engine; without it only `describe` may be called. */
  start() {
    this.#exports.start();
    this.#suspended = this.#exports.suspended();
  }

  /** Gives the engine a line and does what it asks for, as long as it takes. */
  async send(line) {
    this.#write(line);
    this.#exports.receive();
    if (this.#running) return;
    this.#running = true;
    this.#exports.run();
    while (this.#exports.asyncify_get_state() === UNWINDING) {
      this.#exports.asyncify_stop_unwind();
      await this.#pause();
      this.#exports.asyncify_start_rewind(this.#suspended);
      this.#exports.run();
    }
    this.#running = false;
  }

  /** Whether the engine has quit. */
  get isFinished() {
    return Boolean(this.#exports.is_finished());
  }

  /** Answers a question about rules, records or puzzles: see `web/src/answers.rs`. */
  describe(question) {
    this.#write(question);
    const length = this.#exports.describe();
    return this.#text(this.#exports.answer(), length);
  }

  #yieldNow() {
    if (this.#exports.asyncify_get_state() === REWINDING) {
      this.#exports.asyncify_stop_rewind();
      return;
    }
    // The frames of the search are kept behind these two addresses.
    const start = this.#suspended;
    const ends = new Uint32Array(this.#exports.memory.buffer, start, 2);
    ends[0] = start + 8;
    ends[1] = start + this.#exports.suspended_size();
    this.#exports.asyncify_start_unwind(start);
  }

  #write(text) {
    const bytes = encoder.encode(text);
    const start = this.#exports.buffer(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
  }

  #text(start, length) {
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, start, length));
  }
}
