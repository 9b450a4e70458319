// The board: grids of squares for mouse, touch, keyboard and screen reader.

import { drawing, element, stone } from "./dom.js";
import { drawMarks } from "./marks.js";
import { isProven, mark, words } from "./score.js";
import { column, nameOf, placeOf } from "./squares.js";
import { SMALL } from "./zoom.js";

export class Board {
  #root;
  #actions;
  #shape = "";
  #cells = new Map();
  /** What each square shows, so that it is drawn only when that changes. */
  #drawn = new Map();
  #lit = new Set();
  #pointed = null;
  /** The small square that a finger has chosen, and whether a finger is pressing. */
  #chosen = null;
  #isTouched = false;
  #overlays = [];
  #active = null;
  #view = null;

  /** `onPlay` takes a legal square, `onChoose` one that is played by a second tap,
   * `onPoint` the square under the pointer or with the focus, or `null`. */
  constructor(root, actions) {
    [this.#root, this.#actions] = [root, actions];
    root.addEventListener("pointerdown", ({ pointerType }) => (this.#isTouched = pointerType === "touch"));
    root.addEventListener("click", ({ target }) => this.#click(target));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerover", ({ target }) => this.#point(target));
    root.addEventListener("pointerleave", () => actions.onPoint(null));
    root.addEventListener("focusin", ({ target }) => this.#focused(target));
  }

  /**
   * Shows a position.
   *
   * @param view `facts`, `last`, `hint`, `canPlay`, `showsThreats`, and `values`,
   *   the findings by square
   */
  show(view) {
    const { facts } = view;
    const shape = [facts.columns, facts.rows, facts.levels].join();
    if (shape !== this.#shape) this.#build(facts, shape);
    if (facts !== this.#view?.facts) this.#chosen = null;
    this.#view = view;
    const legal = new Set(facts.legal);
    const won = new Set(facts.won.flat());
    const stones = new Map([...facts.x.map((name) => [name, "X"]), ...facts.o.map((name) => [name, "O"])]);
    for (const [name, cell] of this.#cells) {
      this.#showCell(cell, { name, side: stones.get(name), isLegal: legal.has(name), isWon: won.has(name) });
    }
    this.#root.classList.toggle("playing", view.canPlay);
    drawMarks(this.#overlays, facts);
  }

  /** Marks the square that is pointed at, and lights these. */
  light(square, names) {
    this.#pointed = square;
    this.#lit = new Set(names);
    for (const [name, cell] of this.#cells) {
      cell.classList.toggle("lit", this.#lit.has(name));
      cell.classList.toggle("pointed", name === square);
    }
  }

  #showCell(cell, { name, side, isLegal, isWon }) {
    const { facts, last, hint, canPlay, values, showsThreats } = this.#view;
    const value = side || name === this.#chosen ? null : values.get(name);
    const threats = side || !showsThreats ? [] : ["X", "O"].filter((s) => facts.threats[s]?.includes(name));
    const isOver = facts.result !== "none";
    const forbidden = !side && !isLegal && !isOver;
    const notes = [
      side ?? "empty",
      name === last && "last move",
      isWon && "on the winning line",
      forbidden && "not allowed for this ply",
      name === hint && "hint",
      name === this.#chosen && "chosen",
      ...threats.map((s) => `${s} would win here`),
      value && `${mark(value)}: ${words(value, facts.side)}`,
    ];
    const label = [name, ...notes.filter(Boolean)].join(", ");
    const isOffered = isLegal && canPlay;
    const drawn = `${label} ${isOffered}`;
    if (this.#drawn.get(name) === drawn) return;
    this.#drawn.set(name, drawn);
    const classes = { legal: isOffered, forbidden, last: name === last, won: isWon, hint: name === hint, chosen: name === this.#chosen, lit: this.#lit.has(name), pointed: name === this.#pointed };
    cell.className = ["square", ...Object.keys(classes).filter((key) => classes[key])].join(" ");
    cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-disabled", String(!isOffered));
    const content = [];
    if (side || name === this.#chosen) content.push(stone(side ?? facts.side));
    if (value) content.push(element("span", { class: `value ${value.kind}${isProven(value) ? " proven" : ""}` }, mark(value)));
    if (!value) content.push(...threats.map((s) => element("span", { class: `threat ${s.toLowerCase()}` })));
    cell.replaceChildren(...content);
  }

  #build(facts, shape) {
    this.#shape = shape;
    this.#cells.clear();
    this.#drawn.clear();
    this.#lit.clear();
    this.#pointed = null;
    this.#active = null;
    const levels = Array.from({ length: facts.levels }, (_, level) => this.#buildLevel(facts, level));
    this.#overlays = levels.map(({ overlay }) => overlay);
    this.#root.replaceChildren(...levels.map(({ node }) => node));
    this.#root.classList.toggle("cube", facts.levels > 1);
    this.#root.dataset.size = Math.max(facts.columns, facts.rows);
    this.#setActive(nameOf(0, facts.rows - 1, 0, facts.levels));
  }

  #buildLevel({ columns, rows, levels }, level) {
    const label = levels > 1 ? `Layer ${level + 1}` : "Board";
    const grid = element("div", { class: "grid", role: "grid", "aria-label": label });
    const ranks = element("div", { class: "ranks", "aria-hidden": "true" });
    const files = element("div", { class: "files", "aria-hidden": "true" });
    for (let y = rows - 1; y >= 0; y--) {
      const row = element("div", { class: "row", role: "row" });
      for (let x = 0; x < columns; x++) {
        const name = nameOf(x, y, level, levels);
        const cell = element("div", { class: "square", role: "gridcell", tabindex: "-1", "data-square": name });
        this.#cells.set(name, cell);
        row.append(cell);
      }
      grid.append(row);
      ranks.append(element("span", {}, String(y + 1)));
    }
    for (let x = 0; x < columns; x++) files.append(element("span", {}, column(x)));
    const overlay = drawing("svg", { class: "overlay", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    const plane = element("div", { class: "plane" }, ranks, element("div", { class: "field" }, grid, overlay), files);
    const heading = levels > 1 ? [element("p", { class: "level-name", "aria-hidden": "true" }, label)] : [];
    return { node: element("div", { class: "level" }, ...heading, plane), overlay };
  }

  /** A finger is wider than a small square, so that its first tap only chooses one. */
  #click(target) {
    const cell = target.closest(".square");
    if (!cell) return;
    const name = cell.dataset.square;
    const chooses = this.#isTouched && cell.offsetWidth < SMALL && name !== this.#chosen;
    this.#isTouched = false;
    if (!chooses || !this.#isOffered(name)) return this.#play(name);
    this.#chosen = name;
    this.show(this.#view);
    this.#actions.onChoose(name);
  }

  #play(name) {
    this.#setActive(name);
    if (this.#isOffered(name)) this.#actions.onPlay(name);
  }

  #isOffered(name) {
    return this.#view.canPlay && this.#view.facts.legal.includes(name);
  }

  #point(target) {
    this.#actions.onPoint(target.closest(".square")?.dataset.square ?? null);
  }

  #focused(target) {
    const name = target.closest(".square")?.dataset.square;
    if (!name) return;
    this.#setActive(name);
    this.#actions.onPoint(name);
  }

  /** Makes a square the one that the tabulator reaches. */
  #setActive(name) {
    this.#cells.get(this.#active)?.setAttribute("tabindex", "-1");
    this.#active = name;
    this.#cells.get(name).setAttribute("tabindex", "0");
  }

  #key(event) {
    const from = event.target.closest(".square")?.dataset.square;
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const { columns, rows, levels } = this.#view.facts;
    const { x, y, level } = placeOf(from);
    const steps = {
      ArrowLeft: [x - 1, y, level],
      ArrowRight: [x + 1, y, level],
      ArrowUp: [x, y + 1, level],
      ArrowDown: [x, y - 1, level],
      Home: [0, y, level],
      End: [columns - 1, y, level],
      PageUp: [x, y, level + 1],
      PageDown: [x, y, level - 1],
    };
    if (event.key === "Enter" || event.key === " ") this.#play(from);
    else if (!(event.key in steps)) return;
    else {
      const [toX, toY, toLevel] = steps[event.key];
      const isOn = toX >= 0 && toX < columns && toY >= 0 && toY < rows && toLevel >= 0 && toLevel < levels;
      if (isOn) this.#cells.get(nameOf(toX, toY, toLevel, levels)).focus();
    }
    event.preventDefault();
  }
}
