// The clock of a game against the engine or another person: some minutes for each side, and
// some seconds more for each move.

/** How often the clock is shown, in milliseconds. */
const TICK = 200;
/** The longest clock, in minutes, and the most seconds for a move. */
const MAX = [180, 180];

/** The minutes and seconds of a text such as `5+3`; `null` if it is none. */
export function controlOf(text) {
  const match = /^(\d{1,3})\+(\d{1,3})$/.exec(text ?? "");
  const [minutes, seconds] = (match ?? []).slice(1).map(Number);
  return minutes >= 1 && minutes <= MAX[0] && seconds <= MAX[1] ? { minutes, seconds } : null;
}

export class Clock {
  #control;
  /** The milliseconds that are left, without those since `#begun`. */
  #left;
  #running = null;
  #begun = 0;
  #timer = 0;
  #now;

  /**
   * @param text such as `5+3`
   * @param left what is left of the sides, if not all
   * @param page `onTick()` and `onOver(side)`
   */
  constructor(text, left, { onTick, onOver }, now = () => performance.now()) {
    this.text = text;
    this.#control = controlOf(text);
    this.#now = now;
    const all = this.#control.minutes * 60_000;
    const of = (side) => Math.min(all + 3_600_000, Math.max(0, Number.isFinite(left?.[side]) ? left[side] : all));
    this.#left = { X: of("X"), O: of("O") };
    this.check = () => {
      onTick();
      const side = this.#running;
      if (side && this.left(side) === 0) {
        this.stop();
        onOver(side);
      }
    };
  }

  /** The milliseconds that a side has. */
  left(side) {
    const since = side === this.#running ? this.#now() - this.#begun : 0;
    return Math.max(0, this.#left[side] - since);
  }

  /** What is left of both sides, to be kept. */
  get kept() {
    return { X: Math.round(this.left("X")), O: Math.round(this.left("O")) };
  }

  /** Lets the time of a side run. */
  run(side) {
    if (this.#running === side) return;
    this.stop();
    [this.#running, this.#begun] = [side, this.#now()];
    this.#timer = setInterval(this.check, TICK);
  }

  stop() {
    if (this.#running) this.#left[this.#running] = this.left(this.#running);
    this.#running = null;
    clearInterval(this.#timer);
  }

  /** A side has moved. */
  moved(side) {
    this.stop();
    this.#left[side] += this.#control.seconds * 1000;
  }

  /** The limits of a search for the side to move. */
  get limits() {
    const added = this.#control.seconds * 1000;
    return `wtime ${this.kept.X} btime ${this.kept.O} winc ${added} binc ${added}`;
  }

  /** The clock in words: `X 4:59, O 5:00`. */
  get inWords() {
    return ["X", "O"].map((side) => `${side} ${face(this.left(side))}`).join("   ");
  }
}

/** Minutes and seconds; with tenths in the last twenty seconds. */
export function face(milliseconds) {
  if (milliseconds < 20_000) return `0:${(Math.floor(milliseconds / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
