// The form for a new game: game, size, sides and strength.

import { byId, element } from "./dom.js";
import { familyOf } from "./learn.js";
import { levelNames } from "./levels.js";
import { MAX_NAME, namesIn, playerNames, rolesOf } from "./names.js";

const RULE_SETS = ["classical", "modern", "postmodern", "spanish", "swiss", "viennese", "mallorcan"];

/** The game at the start: the classical rules are nearly always won by X. */
export const FAIR_GAME = "tictactrains:mallorcan";

export class Setup {
  #dialog = byId("setup");
  #form = byId("setup-form");
  #rules;
  #onBegin;
  /** The names of the players, by role. */
  #names = {};

  /** `onBegin` takes `{ spec, side, level, seconds, clock, names }`. */
  constructor(rules, onBegin) {
    this.#rules = rules;
    this.#onBegin = onBegin;
    const names = [...RULE_SETS.map((name) => element("option", { value: name }, name)), element("option", { value: "" }, "a list of your own")];
    this.#field("ruleset").append(...names);
    this.#field("level").append(...levelNames().map((name, i) => element("option", { value: i + 1 }, name)));
    for (const player of ["x", "o"]) this.#field(`${player}-name`).maxLength = MAX_NAME;
    this.#form.addEventListener("input", ({ target }) => this.#input(target));
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    byId("setup-cancel").addEventListener("click", () => this.#dialog.close());
    for (const button of this.#form.querySelectorAll("[data-size]")) {
      button.addEventListener("click", () => {
        [this.#field("columns").value, this.#field("rows").value, this.#field("line").value] = button.dataset.size.split(" ");
        this.#field("rule").value = "";
        this.#check();
      });
    }
  }

  /** Opens the form with the present choices. */
  open({ spec, side, level, seconds, clock, names }, facts) {
    this.#names = { ...names };
    this.#field("family").value = familyOf(spec);
    if (facts.lines && facts.levels > 1) this.#field("edge").value = facts.columns;
    else if (facts.lines) {
      this.#field("columns").value = facts.columns;
      this.#field("rows").value = facts.rows;
      this.#field("line").value = facts.lines;
      this.#field("rule").value = /(renju|caro)?=?$/.exec(spec)[0];
    } else {
      const [, , rules = "classical"] = /^tictactrains(?::(\d+))?(?::(.+))?$/s.exec(spec);
      this.#field("size").value = facts.columns;
      this.#field("ruleset").value = RULE_SETS.includes(rules) ? rules : "";
      if (!RULE_SETS.includes(rules)) this.#field("list").value = rules;
    }
    this.#field("side").value = side;
    this.#field("level").value = level;
    this.#field("seconds").value = seconds;
    this.#field("clock").value = clock ?? "";
    this.#showNames();
    this.#check();
    this.#dialog.showModal();
  }

  #field(name) {
    return this.#form.elements[name];
  }

  #spec() {
    const value = (name) => this.#field(name).value.trim();
    switch (value("family")) {
      case "tictactrains":
        return `tictactrains:${value("size")}:${value("ruleset") || value("list")}`;
      case "qubic":
        return `qubic:${value("edge")}`;
      default:
        return `tictactoe:${value("columns")}x${value("rows")}:${/\w/.test(value("rule")) ? "" : value("line")}${value("rule")}`;
    }
  }

  /** Takes what a person enters. */
  #input({ name, value }) {
    const player = ["x-name", "o-name"].indexOf(name);
    if (player >= 0) this.#names[rolesOf(this.#field("side").value)[player]] = value;
    else this.#showNames();
    this.#check();
  }

  /** Shows the names of the players, and in empty fields the names that they have without
   * one. */
  #showNames() {
    const [side, level] = [this.#field("side").value, Number(this.#field("level").value)];
    const defaults = playerNames({ side, level });
    rolesOf(side).forEach((role, i) => {
      const player = ["x", "o"][i];
      const field = this.#field(`${player}-name`);
      [field.value, field.placeholder] = [this.#names[role] ?? "", defaults[player]];
    });
  }

  /** Shows the fields of the chosen family, and what is wrong with them. */
  #check() {
    for (const part of this.#form.querySelectorAll("[data-family]")) {
      part.hidden = part.dataset.family !== this.#field("family").value;
    }
    for (const option of this.#field("ruleset").options) {
      const isFair = FAIR_GAME === `tictactrains:${option.value}` && this.#field("size").value === "7";
      if (option.value) option.textContent = `${option.value}${isFair ? " (fair)" : ""}`;
    }
    byId("setup-list").hidden = this.#field("ruleset").value !== "";
    const facts = this.#rules.facts(this.#spec(), null, []);
    byId("setup-error").textContent = facts.error ?? "";
    byId("setup-rules").textContent = facts.error ? "" : facts.goal;
    byId("setup-balance").textContent = facts.error ? "" : [facts.fair, facts.balance].filter(Boolean).join(" ");
    byId("setup-begin").disabled = Boolean(facts.error);
    return facts;
  }

  #submit(event) {
    event.preventDefault();
    const facts = this.#check();
    if (facts.error) return;
    this.#dialog.close();
    const value = (name) => this.#field(name).value;
    this.#onBegin({ spec: facts.game, side: value("side"), level: Number(value("level")), seconds: Number(value("seconds")), clock: value("clock"), names: namesIn(this.#names) });
  }
}
