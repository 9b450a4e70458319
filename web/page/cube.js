// Qubic as a cube that can be turned, by dragging and by the arrow keys.

import { nameOf } from "./squares.js";

const STEP = 0.15;

export class Cube {
  #canvas;
  #turn = { across: 0.6, down: 0.45 };
  #view = null;
  #lit = new Set();

  constructor(canvas) {
    this.#canvas = canvas;
    let last = null;
    canvas.addEventListener("pointerdown", (event) => {
      last = event;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!last) return;
      this.#turnBy((event.clientX - last.clientX) / 120, (event.clientY - last.clientY) / 120);
      last = event;
    });
    for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, () => (last = null));
    canvas.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
      if (!(event.key in steps)) return;
      this.#turnBy(...steps[event.key]);
      event.preventDefault();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(canvas);
  }

  /** Shows a position. */
  show(facts, last) {
    this.#view = { facts, last };
    this.#draw();
  }

  /** Lights these squares. */
  light(names) {
    this.#lit = new Set(names);
    this.#draw();
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
    const { facts, last } = this.#view;
    const [x, o, won] = [new Set(facts.x), new Set(facts.o), new Set(facts.won.flat())];
    const unit = size / (facts.columns * 1.5);
    for (const level of this.#frames(facts, size, unit)) {
      context.strokeStyle = color("--line");
      context.lineWidth = 1;
      context.beginPath();
      for (const [from, to] of level) {
        context.moveTo(...from);
        context.lineTo(...to);
      }
      context.stroke();
    }
    for (const { name, at, near } of this.#squares(facts, size, unit)) {
      const side = x.has(name) ? "x" : o.has(name) ? "o" : null;
      const radius = unit * (side ? 0.26 : 0.05) * near;
      context.beginPath();
      context.arc(...at, radius, 0, 2 * Math.PI);
      context.fillStyle = side ? color(`--${side}`) : color(this.#lit.has(name) ? "--accent" : "--quiet");
      context.fill();
      if (side) this.#mark(context, side, at, radius * 0.5, color("--surface"));
      if (this.#lit.has(name) || won.has(name) || name === last) {
        context.strokeStyle = won.has(name) ? color("--win") : this.#lit.has(name) ? color("--accent") : color("--ink");
        context.lineWidth = won.has(name) ? 4 : 2;
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
    const near = 9 / (9 + far);
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

  /** The lines between neighbours on each level. */
  #frames({ columns, rows, levels }, size, unit) {
    return Array.from({ length: levels }, (_, level) => {
      const z = level - (levels - 1) / 2;
      const point = (x, y) => this.#project(x - (columns - 1) / 2, y - (rows - 1) / 2, z, size, unit).at;
      const across = Array.from({ length: rows }, (_, y) => [point(0, y), point(columns - 1, y)]);
      const along = Array.from({ length: columns }, (_, x) => [point(x, 0), point(x, rows - 1)]);
      return [...across, ...along];
    });
  }
}
