// A board of squares that are too small for a finger, as 20x20 on a phone: on demand it is
// larger than its place on the screen and moves under the finger.

/** The width below which a finger does not hit a square surely, in pixels. */
export const SMALL = 32;

export class Zoom {
  #board;
  #button;

  constructor(board, button) {
    [this.#board, this.#button] = [board, button];
    button.addEventListener("click", () => this.#set(!this.#isOn));
    new ResizeObserver(() => this.update()).observe(board);
  }

  /** Another board is shown, or it has another size. */
  update() {
    const isSmall = this.#squareOf(".square")?.offsetWidth < SMALL;
    const isFlat = !this.#board.classList.contains("cube");
    if (this.#isOn && !isFlat) this.#set(false);
    this.#button.hidden = !isFlat || !(isSmall || this.#isOn);
  }

  /** Another position is shown: moves to the last stone, if that is out of sight. */
  follow() {
    const last = this.#squareOf(".square.last");
    if (this.#isOn && last && !this.#isInSight(last)) this.#center(last);
  }

  get #isOn() {
    return this.#board.classList.contains("zoomed");
  }

  #squareOf(selector) {
    return this.#board.querySelector(selector);
  }

  #set(isOn) {
    this.#board.classList.toggle("zoomed", isOn);
    this.#button.setAttribute("aria-pressed", String(isOn));
    if (isOn) this.#center(this.#squareOf(".square.chosen") ?? this.#squareOf(".square.last") ?? this.#squareOf(".grid"));
  }

  #isInSight(square) {
    const [inner, outer] = [square.getBoundingClientRect(), this.#board.getBoundingClientRect()];
    return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
  }

  /** Moves the middle of an element to the middle of the board, and not the page. */
  #center(element) {
    const [inner, outer] = [element.getBoundingClientRect(), this.#board.getBoundingClientRect()];
    const [left, top] = [(inner.left + inner.right - outer.left - outer.right) / 2, (inner.top + inner.bottom - outer.top - outer.bottom) / 2];
    this.#board.scrollBy({ left, top });
  }
}
