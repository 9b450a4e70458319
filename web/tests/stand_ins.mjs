// The panel of the analysis without a browser: elements that keep what they are told,
// rules that are a table of results, and a client that keeps its tasks.

export class Element {
  attributes = {};
  children = [];
  classes = new Set();
  properties = {};
  textContent = "";
  value = "";
  clientWidth = 214;
  style = { setProperty: (name, value) => (this.properties[name] = value) };
  classList = { toggle: (name, isOn) => (isOn ? this.classes.add(name) : this.classes.delete(name)) };
  constructor(name) {
    this.name = name;
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  addEventListener() {}
  getBoundingClientRect = () => ({ left: 10 });
}

const elements = new Map();
globalThis.document = {
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  getElementById: (id) => elements.get(id) ?? elements.set(id, new Element(id)).get(id),
};
globalThis.ResizeObserver = class {
  observe() {}
};
globalThis.requestAnimationFrame = () => 1;
// Only now, as its modules look for the elements at once.
const { Analysis, endOf } = await import("../page/analysis.js");
export { endOf };
export const byId = (id) => document.getElementById(id);
byId("lines-shown").value = "3";

/** An analysis whose rules are these results by moves, and whose client keeps the tasks. */
export function analysis(results, { sides = "XO" } = {}) {
  const rules = {
    facts: (game, start, moves) => ({
      position: `${game} after ${moves.join(",")}`,
      side: sides[moves.length % sides.length],
      result: results[`${game} ${moves}`] ?? results[moves.join(",")] ?? "none",
      next: sides[(moves.length + 1) % sides.length],
      legal: ["a1", "b2", "c3"],
      x: [],
      o: [],
      columns: 3,
      rows: 3,
      levels: 1,
      game,
    }),
  };
  const tasks = [];
  const jumps = [];
  const review = { known: { chances: [], moves: [] } };
  const page = new Analysis(rules, { ask: (task) => tasks.push(task) }, review, { onChange: () => {}, onJump: (ply) => jumps.push(ply), onDone: () => {} });
  const show = (game) => {
    page.position(game, rules.facts(game.spec, game.start, game.moves));
    page.show();
  };
  /** Begins the analysis, and answers its quick look at each move with nothing. */
  const begin = () => {
    page.begin();
    for (let i = 0; i < 3 && tasks.at(-1)?.go === "movetime 200"; i++) tasks.at(-1).onMove();
  };
  return { page, tasks, jumps, show, begin, review };
}

/** What the page shows: the share of X on the bar, its words, and the heights of the curve. */
export function shown() {
  const dots = byId("curve").children.filter((child) => child.name === "circle");
  return {
    share: byId("bar").properties["--share"],
    label: byId("bar").attributes["aria-label"],
    evaluation: byId("evaluation").textContent,
    isProven: byId("evaluation").classes.has("proven"),
    curve: dots.map(({ attributes: { cx, cy } }) => `${cx},${cy}`),
    kinds: dots.map(({ attributes }) => attributes.class),
  };
}
