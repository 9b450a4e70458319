// Qubic as a cube that can be turned, by dragging and by the arrow keys, and on
// which a click plays.

import { nameOf } from "./squares.js";

const STEP = 0.15;
/** The pixels from which a press that moves is a drag, and no click. */
const DRAG = 6;
/** The distance of the eye from the middle, in squares. */
const EYE = 9;

export class Cube {
  #canvas;
  #turn = { across: 0.6, down: 0.45 };
  #view = null;
  #pointed = null;
  /** The square that a finger, which points at none, has chosen. */
  #chosen = null;
  #lines = [];
  #actions;

  /** `onPlay` takes a legal square, `onChoose` one that is played by a second tap,
   * `onPoint` the square under the pointer, or `null`. */
  constructor(canvas, actions) {
    [this.#canvas, this.#actions] = [canvas, actions];
    let [last, pressed] = [null, null];
    canvas.addEventListener("pointerdown", (event) => {
      [last, pressed] = [event, event];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!last) return actions.onPoint(this.squareAt(event));
      if (pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < DRAG) return;
      pressed = null;
      this.#turnBy((event.clientX - last.clientX) / 120, (event.clientY - last.clientY) / 120);
      last = event;
    });
    canvas.addEventListener("pointerup", (event) => {
      const square = pressed && this.squareAt(event);
      [last, pressed] = [null, null];
      if (square && this.#isOffered(square)) this.#take(square, event.pointerType === "touch");
    });
    canvas.addEventListener("pointercancel", () => ([last, pressed] = [null, null]));
    canvas.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && actions.onPoint(null));
    canvas.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
      if (!(event.key in steps)) return;
      this.#turnBy(...steps[event.key]);
      event.preventDefault();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(canvas);
  }

  /**
   * Shows a position.
   *
   * @param view `facts`, `last`, `hint` and `canPlay`
   */
  show(view) {
    if (view.facts !== this.#view?.facts) this.#chosen = null;
    this.#view = view;
    this.#draw();
  }

  /** Marks a square, and lights the lines through it. */
  light(square, lines) {
    [this.#pointed, this.#lines] = [square, lines];
    this.#canvas.classList.toggle("offers", square !== null && this.#isOffered(square));
    this.#draw();
  }

  /** The square at the place of an event: the one whose middle is the nearest, if
   * it is near enough. */
  squareAt({ clientX, clientY }) {
    const { left, top, width } = this.#canvas.getBoundingClientRect();
    if (!this.#view || width === 0) return null;
    const { facts } = this.#view;
    const unit = unitOf(facts, width);
    const distance = ({ at: [x, y] }) => Math.hypot(x - (clientX - left), y - (clientY - top));
    const squares = this.#squares(facts, width, unit).sort((a, b) => distance(a) - distance(b));
    return distance(squares[0]) < unit * 0.45 ? squares[0].name : null;
  }

  #isOffered(square) {
    return this.#view.canPlay && this.#view.facts.legal.includes(square);
  }

  /** Plays a square; at the first tap of a finger it shows which one it is. */
  #take(square, isTap) {
    if (!isTap || square === this.#chosen) return this.#actions.onPlay(square);
    this.#chosen = square;
    this.#actions.onPoint(square);
    this.#actions.onChoose(square);
  }

  #turnBy(across, down) {
    this.#turn.across += across;
    this.#turn.down = Math.min(1.5, Math.max(-1.5, this.#turn.down + down));
    this.#draw();
  }

  #draw() {
    const size = this.#canvas.clientWidth;
    if (!this.#view || size === 0) return;
    const scale = window.devicePixelRatio || 1;
    this.#canvas.width = this.#canvas.height = Math.round(size * scale);
    const context = this.#canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(this.#canvas);
    const color = (name) => style.getPropertyValue(name).trim();
    const { facts, last, hint } = this.#view;
    const [x, o, won, lit] = [facts.x, facts.o, facts.won.flat(), this.#lines.flat()].map((names) => new Set(names));
    const unit = unitOf(facts, size);
    const squares = this.#squares(facts, size, unit);
    const places = new Map(squares.map(({ name, at }) => [name, at]));
    const ends = (lines) => lines.map((line) => [places.get(line[0]), places.get(line.at(-1))]);
    strokes(context, this.#frames(facts, size, unit), color("--line"), 1);
    strokes(context, ends(this.#lines), color("--accent"), 1.5);
    strokes(context, ends(facts.won), color("--win"), 4);
    for (const { name, at, near } of squares) {
      const side = x.has(name) ? "x" : o.has(name) ? "o" : null;
      const radius = unit * (side ? 0.26 : 0.05) * near;
      context.beginPath();
      context.arc(...at, radius, 0, 2 * Math.PI);
      context.fillStyle = side ? color(`--${side}`) : color(lit.has(name) ? "--accent" : "--quiet");
      context.fill();
      if (side) this.#mark(context, side, at, radius * 0.5, color("--surface"));
      const isMarked = name === this.#pointed || name === hint;
      if (isMarked || lit.has(name) || won.has(name) || name === last) {
        context.strokeStyle = won.has(name) ? color("--win") : isMarked || lit.has(name) ? color("--accent") : color("--ink");
        context.lineWidth = won.has(name) || isMarked ? 4 : 2;
        context.beginPath();
        context.arc(...at, Math.max(radius, unit * 0.16) + 3, 0, 2 * Math.PI);
        context.stroke();
      }
    }
  }

  #mark(context, side, [x, y], r, ink) {
    context.strokeStyle = ink;
    context.lineWidth = r * 0.45;
    context.beginPath();
    if (side === "o") context.arc(x, y, r, 0, 2 * Math.PI);
    else {
      context.moveTo(x - r, y - r);
      context.lineTo(x + r, y + r);
      context.moveTo(x - r, y + r);
      context.lineTo(x + r, y - r);
    }
    context.stroke();
  }

  /** The place on the canvas of a point of the cube, whose middle is 0. */
  #project(x, y, z, size, unit) {
    const { across, down } = this.#turn;
    const [sinA, cosA, sinD, cosD] = [Math.sin(across), Math.cos(across), Math.sin(down), Math.cos(down)];
    const depth = y * cosA - x * sinA;
    const height = z * cosD - depth * sinD;
    const far = depth * cosD + z * sinD;
    const near = EYE / (EYE + far);
    return { at: [size / 2 + (x * cosA + y * sinA) * unit * near, size / 2 - height * unit * near], near, far };
  }

  /** The squares from the farthest to the nearest. */
  #squares({ columns, rows, levels }, size, unit) {
    const squares = [];
    for (let level = 0; level < levels; level++) {
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) {
          const [px, py, pz] = [x - (columns - 1) / 2, y - (rows - 1) / 2, level - (levels - 1) / 2];
          squares.push({ name: nameOf(x, y, level, levels), ...this.#project(px, py, pz, size, unit) });
        }
      }
    }
    return squares.sort((a, b) => b.far - a.far);
  }

  /** The lines between neighbours on each level, and the edges of the cube. */
  #frames({ columns, rows, levels }, size, unit) {
    const point = (x, y, z) => this.#project(x - (columns - 1) / 2, y - (rows - 1) / 2, z - (levels - 1) / 2, size, unit).at;
    const grids = Array.from({ length: levels }, (_, z) => [
      ...Array.from({ length: rows }, (_, y) => [point(0, y, z), point(columns - 1, y, z)]),
      ...Array.from({ length: columns }, (_, x) => [point(x, 0, z), point(x, rows - 1, z)]),
    ]);
    const corners = [0, columns - 1].flatMap((x) => [0, rows - 1].map((y) => [x, y]));
    return [...grids.flat(), ...corners.map(([x, y]) => [point(x, y, 0), point(x, y, levels - 1)])];
  }
}

/** The pixels between neighbours in the middle, so that the cube fits however it
 * is turned. */
function unitOf({ columns, rows, levels }, size) {
  const corner = Math.hypot(columns - 1, rows - 1, levels - 1) / 2;
  const reach = (corner * EYE) / Math.sqrt(EYE ** 2 - corner ** 2) + 0.35;
  return size / 2 / reach;
}

function strokes(context, lines, color, width) {
  [context.strokeStyle, context.lineWidth] = [color, width];
  context.beginPath();
  for (const [from, to] of lines) {
    context.moveTo(...from);
    context.lineTo(...to);
  }
  context.stroke();
}
