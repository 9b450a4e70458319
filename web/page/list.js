// A list of any length, of which only the rows on the screen are drawn: ten thousand
// games scroll as ten do.

import { element } from "./dom.js";

/** The height of a row, in the size of the letters of the page. */
const HEIGHT = 3.25;
/** The rows that are drawn above and below the visible ones. */
const MARGIN = 5;

export class List {
  #root;
  #space = element("div", { class: "space", role: "presentation" });
  #rows = [];
  /** The drawn rows by their indices. */
  #drawn = new Map();
  #active = 0;
  /** How far it was scrolled when a row was opened. */
  #top = 0;
  #onOpen;

  /** `root` is a listbox; `onOpen` takes a row. */
  constructor(root, onOpen) {
    this.#root = root;
    this.#onOpen = onOpen;
    root.append(this.#space);
    root.addEventListener("scroll", () => this.#draw());
    root.addEventListener("click", ({ clientY }) => {
      this.#open(Math.floor((clientY - this.#space.getBoundingClientRect().top) / this.#height));
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows rows: `{ title, note, mark, mistake }`, all texts. */
  show(rows) {
    this.#rows = rows;
    [this.#active, this.#top] = [0, 0];
    this.#drawn.clear();
    this.#space.replaceChildren();
    this.#root.hidden = rows.length === 0;
    this.#space.style.height = `${rows.length * this.#height}px`;
    this.#root.scrollTop = 0;
    this.#draw();
  }

  /** Shows the same rows again, at the same place: a list that was hidden has lost it. */
  restore() {
    this.#root.scrollTop = this.#top;
    this.#draw();
  }

  get #height() {
    return HEIGHT * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  #draw() {
    const height = this.#height;
    const first = Math.max(0, Math.floor(this.#root.scrollTop / height) - MARGIN);
    const end = Math.min(this.#rows.length, Math.ceil((this.#root.scrollTop + this.#root.clientHeight) / height) + MARGIN);
    const indices = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
    const drawn = indices.map((index) => this.#drawn.get(index) ?? this.#row(index, height));
    // A row that stays stays in the document, too: it may be pressed just now, and taken out
    // of it for a moment it would never be clicked.
    for (const [index, row] of this.#drawn) if (index < first || index >= end) row.remove();
    const { children } = this.#space;
    drawn.forEach((row, i) => children[i] === row || this.#space.insertBefore(row, children[i] ?? null));
    this.#drawn = new Map(drawn.map((row, i) => [indices[i], row]));
    for (const [index, row] of this.#drawn) {
      row.classList.toggle("active", index === this.#active);
      row.setAttribute("aria-selected", String(index === this.#active));
    }
    const active = drawn.find((row) => row.dataset.index === String(this.#active));
    if (active) this.#root.setAttribute("aria-activedescendant", active.id);
    else this.#root.removeAttribute("aria-activedescendant");
  }

  #row(index, height) {
    const { title, note, mark, mistake } = this.#rows[index];
    const row = element(
      "div",
      {
        class: "entry",
        role: "option",
        id: `${this.#root.id}-${index}`,
        "data-index": index,
        "aria-setsize": this.#rows.length,
        "aria-posinset": index + 1,
      },
      element("span", { class: "entry-title" }, title),
      element("span", { class: "entry-mark" }, mark ?? ""),
      element("span", { class: mistake ? "entry-note error" : "entry-note" }, mistake || note),
    );
    row.style.top = `${index * height}px`;
    return row;
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.#root.clientHeight / this.#height) - 1);
    const to = {
      ArrowUp: this.#active - 1,
      ArrowDown: this.#active + 1,
      PageUp: this.#active - page,
      PageDown: this.#active + page,
      Home: 0,
      End: this.#rows.length - 1,
    }[event.key];
    if (event.key === "Enter" || event.key === " ") this.#open(this.#active);
    else if (to === undefined) return;
    else {
      this.#active = Math.min(Math.max(0, to), this.#rows.length - 1);
      const [height, top] = [this.#height, this.#active * this.#height];
      const { scrollTop, clientHeight } = this.#root;
      if (top < scrollTop) this.#root.scrollTop = top;
      if (top + height > scrollTop + clientHeight) this.#root.scrollTop = top + height - clientHeight;
      this.#draw();
    }
    event.preventDefault();
  }

  #open(index) {
    if (!this.#rows[index]) return;
    this.#active = index;
    this.#top = this.#root.scrollTop;
    this.#draw();
    this.#onOpen(this.#rows[index]);
  }
}
