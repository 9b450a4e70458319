// A board of squares that are too small for a finger, as 20x20 on a phone: on demand it is
// larger than its place on the screen and moves under the finger.

/** The width below which a finger does not hit a square surely, in pixels. */
export const SMALL = 32;
/** The room for the names of rows and columns, in pixels. */
const NAMES = 23;

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
    const isUseful = !this.#board.classList.contains("cube") && this.#fittingSize < SMALL;
    if (this.#isOn && !isUseful) this.#set(false);
    this.#button.hidden = !isUseful;
  }

  /** Another position is shown: moves to the last stone, if that is out of sight. */
  follow() {
    const last = this.#squareOf(".square.last");
    if (this.#isOn && last && !this.#isInSight(last)) this.#center(last);
  }

  get #isOn() {
    return this.#board.classList.contains("zoomed");
  }

  /** How wide a square is, or would be without the zoom, in pixels. */
  get #fittingSize() {
    const rows = this.#board.querySelectorAll(".row");
    if (rows.length === 0) return SMALL;
    if (!this.#isOn) return rows[0].firstElementChild.offsetWidth;
    const { clientWidth, clientHeight } = this.#board;
    return Math.min((clientWidth - NAMES) / rows[0].childElementCount, (clientHeight - NAMES) / rows.length);
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
