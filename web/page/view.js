// What the page shows of a game: title, status, board, trains, buttons and moves.

import { Board } from "./board.js";
import { Cube } from "./cube.js";
import { byId } from "./dom.js";
import { lessons, titleOf } from "./learn.js";
import { levelName } from "./levels.js";
import { limits } from "./rings.js";
import { Zoom } from "./zoom.js";

export class View {
  #board;
  #cube;
  #zoom = new Zoom(byId("board"), byId("zoom"));
  #facts;

  /** `onPlay` takes a square that the person plays. */
  constructor(onPlay) {
    const onChoose = (square) => this.say(`${square}: tap it again to play it.`);
    const actions = { onPlay, onChoose, onPoint: (square) => this.#point(square) };
    this.#board = new Board(byId("board"), actions);
    this.#cube = new Cube(byId("cube"), actions);
    byId("cube-choice").addEventListener("click", () => {
      const showsCube = byId("table").classList.toggle("shows-cube");
      byId("cube-choice").setAttribute("aria-pressed", String(showsCube));
    });
  }

  say(text) {
    byId("status").textContent = text;
  }

  /** Shows what the analysis has found, and nothing else, so that what a person
   * is pressing or typing stays as it is. */
  showFindings({ facts, last, hint, canPlay, values }) {
    const showsThreats = byId("threats").checked;
    this.#board.show({ facts, last, hint, canPlay, showsThreats, values });
  }

  /**
   * Shows a state of the page: `facts`, `last`, `hint`, `canPlay` and `values`; `game`,
   * `level`, `isOver`, `isThinking`, `canResume` and `puzzle`; `status` and `about`, texts.
   */
  show(state) {
    const { facts, game, puzzle, isOver } = state;
    this.#facts = facts;
    const isCube = facts.levels > 1;
    this.#layOut(facts);
    byId("threats-choice").hidden = !facts.lines;
    if (isCube) this.#cube.show(state);
    byId("title").textContent = puzzle ? `Puzzle ${puzzle.number}` : titleOf(facts.game);
    // The list of the plies of a rule set is for the curious.
    const rules = facts.lines ? facts.rules : facts.goal;
    byId("subtitle").textContent = puzzle ? `${titleOf(facts.game)}: ${rules}` : rules;
    byId("subtitle").title = facts.rules;
    const winner = state.result === "draw" ? "none" : state.result;
    document.body.dataset.side = (isOver ? winner : facts.side).toLowerCase();
    this.say(state.status);
    this.#showTrains();
    byId("undo").disabled = !game.canUndo;
    byId("redo").disabled = !game.canRedo;
    byId("hint").disabled = !state.canPlay;
    byId("swap").disabled = Boolean(puzzle);
    const isOn = !isOver && !puzzle && !game.canRedo && game.all.length > 0;
    byId("resign").disabled = !isOn || state.side === "none";
    byId("offer-draw").disabled = !isOn || !state.canPlay;
    byId("resume").hidden = !state.canResume;
    byId("see-review").hidden = !isOver || Boolean(puzzle);
    byId("review").disabled = game.all.length === 0 || Boolean(puzzle) || state.isThinking;
    byId("record-of").textContent = state.about;
    byId("record-of").hidden = state.about === "";
    byId("level").value = state.level;
    byId("level").disabled = Boolean(puzzle);
    byId("position").value = facts.position;
    byId("position-error").textContent = "";
    byId("link").value = location.href;
    byId("copied").textContent = "";
    this.showFindings(state);
    this.#zoom.update();
    this.#zoom.follow();
    if (byId("lessons").dataset.game !== facts.game) {
      byId("lessons").dataset.game = facts.game;
      byId("lessons").replaceChildren(...lessons(facts.game));
    }
  }

  /** Makes room for a board of this shape. */
  #layOut({ columns, rows, levels }) {
    const across = Math.ceil(Math.sqrt(levels));
    const shape = { columns, rows, across, down: Math.ceil(levels / across) };
    for (const [name, value] of Object.entries(shape)) byId("play").style.setProperty(`--${name}`, value);
    byId("play").classList.toggle("cubic", levels > 1);
    byId("cube-frame").hidden = byId("cube-choice").hidden = levels === 1;
  }

  /** Lights the lines of a cube through the square that is pointed at. */
  #point(square) {
    if (this.#facts.levels === 1) return;
    const lines = square ? this.#facts.through.filter((line) => line.includes(square)) : [];
    this.#board.light(square, lines.flat());
    this.#cube.light(square, lines);
  }

  #showTrains() {
    const { trains } = this.#facts;
    byId("trains").hidden = !trains;
    if (!trains) return;
    byId("train-x").textContent = trains.X.length;
    byId("train-o").textContent = trains.O.length;
  }
}

/** Whose turn it is or who has won, in a sentence. */
export function statusOf({ facts, side, level, isThinking }) {
  const isPerson = (of) => side === "both" || side === of.toLowerCase();
  const { result, side: mover } = facts;
  if (result === "draw") return "The game is drawn.";
  if (result !== "none") return `${result} wins.${isPerson(result) && side !== "both" ? " Well played." : ""}`;
  if (isThinking) return `${mover} to move: the engine thinks (${levelName(level)}).`;
  const turn = side !== "both" && isPerson(mover) ? `Your turn: ${mover} to move` : `${mover} to move`;
  const where = limits(facts.rule);
  return `${turn}${where && `, ${where}`}.`;
}
