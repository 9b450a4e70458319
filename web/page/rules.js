// The rules, as the library tells them: the page has none of its own.

const LISTS = new Set(["x", "o", "legal"]);

export class Rules {
  #describe;
  #known = new Map();

  /** `describe` answers the questions of `web/src/answers.rs`. */
  constructor(describe) {
    this.#describe = describe;
  }

  /** The facts about a position; `error` in it if there is no such position. */
  facts(game, start, moves) {
    const question = `${game}\n${start ?? ""}\n${moves.join(" ")}`.replace(/[\r\t]/g, " ");
    if (!this.#known.has(question)) {
      if (this.#known.size > 500) this.#known.clear();
      this.#known.set(question, parse(this.#describe(question)));
    }
    return this.#known.get(question);
  }

  /** The answer to another question. */
  describe(question) {
    return this.#describe(question);
  }

  /** The puzzle with a number: `web/src/puzzles.rs` names its facts. */
  puzzle(number) {
    const facts = { hints: [] };
    for (const line of this.#describe(`puzzle ${String(number).replace(/\s+/g, " ").slice(0, 20)}`).split("\n")) {
      const [, name, value] = /^(\S*) ?(.*)$/.exec(line);
      if (name === "hint") facts.hints.push(value);
      else facts[name] = ["count", "number", "grade"].includes(name) ? Number(value) : value;
    }
    return facts;
  }

  /** The number of the puzzle of a day, counted from 1970. */
  daily(day) {
    return Number(this.#describe(`daily ${day}`).split(" ")[1]);
  }
}

function parse(answer) {
  const facts = { won: [], through: [], threats: {}, trains: null, rule: null };
  for (const line of answer.split("\n")) {
    const space = line.indexOf(" ");
    const name = space < 0 ? line : line.slice(0, space);
    const value = space < 0 ? "" : line.slice(space + 1);
    const words = value.split(" ").filter(Boolean);
    if (LISTS.has(name)) facts[name] = words;
    else if (name === "size") [facts.columns, facts.rows, facts.levels] = words.map(Number);
    else if (name === "ply" || name === "lines") facts[name] = Number(value);
    else if (name === "won" || name === "through") facts[name].push(words);
    else if (name === "threat") facts.threats[words[0]] = words.slice(1);
    else if (name === "train") (facts.trains ??= {})[words[0]] = words.slice(1);
    else facts[name] = value;
  }
  return facts;
}
