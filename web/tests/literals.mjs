// The panel of the analysis on games with known values: what bar, curve, words and
// curve show for a game that X won, one that O won and a draw. The expected values are
// written out, because the page's modules cannot tell what is right about themselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { analysis, byId, endOf, shown } from "./stand_ins.mjs";
import { Game } from "../page/game.js";

const MOVES = { X: ["a1", "a2", "b1", "b2", "c1"], O: ["a1", "b3", "c2", "b2", "c3", "b1"], draw: ["b2", "a1"] };

test("the end of a game is shown from the view of X", () => {
  for (const [result, share, label, y] of [
    ["X", "100%", "Evaluation: X has won", "7.0"],
    ["O", "0%", "Evaluation: O has won", "89.0"],
    ["draw", "50%", "Evaluation: a draw", "48.0"],
  ]) {
    const moves = MOVES[result];
    const { show } = analysis({ [moves.join(",")]: result });
    show(new Game("tictactoe", null, moves));
    // Of all plies only the last one is known: the right end of the curve.
    assert.deepEqual(shown(), { share, label, evaluation: label.slice(12), isProven: true, curve: [`207.0,${y}`], kinds: ["proven"] });
  }
});

test("findings are shown from the view of X, whoever is to move", () => {
  for (const [line, moves, share, evaluation, isSure] of [
    ["info depth 3 score mate 3 pv b2", [], "100%", "X wins within 3 plies", true],
    ["info depth 3 score mate -2 pv b2", [], "0%", "O wins within 2 plies", true],
    ["info depth 3 score mate 3 pv b2", ["a1"], "0%", "O wins within 3 plies", true],
    ["info depth 3 score mate -1 pv b2", ["a1"], "100%", "X wins within 1 ply", true],
    ["info depth 3 score cp 342 wdl 625 250 125 pv b2", [], "75%", "X 75 % (estimate)", false],
    ["info depth 3 score cp 342 wdl 625 250 125 pv b2", ["a1"], "25%", "O 75 % (estimate)", false],
    ["info depth 3 score cp -110 pv b2", ["a1"], "75%", "X 75 % (estimate)", false],
    ["info depth 3 score cp 0 pv b2", ["a1"], "50%", "even (estimate)", false],
  ]) {
    const { page, tasks, show, begin } = analysis({});
    page.isOn = true;
    const game = new Game("tictactoe", null, moves);
    show(game);
    assert.deepEqual([shown().evaluation, shown().share, byId("bar").classes.has("unknown")], ["–", "50%", true]);
    begin();
    tasks.at(-1).onInfo(line);
    page.show();
    const found = shown();
    assert.deepEqual([`${Math.round(parseFloat(found.share))}%`, found.evaluation, found.isProven], [share, evaluation, isSure], line);
    assert.equal(found.label, `Evaluation: ${evaluation}`);
    assert.equal(found.kinds.at(-1), isSure ? "proven" : "estimate");
    const y = 7 + (1 - (2 * parseFloat(found.share)) / 100 + 1) * 41;
    assert.ok(Math.abs(Number(found.curve.at(-1).split(",")[1]) - y) < 0.06, found.curve.at(-1));
  }
});

test("the curve has what a review knows, and its mistakes", () => {
  const { page, show, review } = analysis({ "a1,b1": "X" });
  review.known = {
    chances: [{ ofX: 0.5, proven: true }, { ofX: 0.75, proven: false }, { ofX: 1, proven: true }],
    moves: [undefined, { sign: "??", name: "blunder", task: "Find a better move." }],
  };
  const game = new Game("tictactoe", null, ["a1"]);
  show(game);
  // Another estimate of the analysis stands, a proof of the review does as well.
  page.learn({ kind: "estimate", chance: 0.5, pv: ["b2"] });
  show(new Game("tictactoe", null, ["a1", "b1"]));
  assert.deepEqual(shown().curve, ["7.0,48.0", "107.0,48.0", "207.0,7.0"]);
  assert.deepEqual(shown().kinds, ["proven", "estimate", "proven mistake"]);
  // It tells the value of positions that were not analysed, too.
  for (const [moves, share, evaluation] of [[[], "50%", "a draw"], [["b2"], "75%", "X 75 % (estimate)"]]) {
    show(new Game("tictactoe", null, moves));
    assert.deepEqual([shown().share, shown().evaluation], [share, evaluation]);
  }
});

test("every move has a value by a quick look, until the search has a better one", () => {
  const { page, tasks, show } = analysis({});
  page.isOn = true;
  const game = new Game("tictactoe", null, ["b1"]);
  show(game);
  page.begin();
  // The middle is the nearest square.
  const order = [];
  for (let i = 0; i < 3; i++) {
    const task = tasks.at(-1);
    assert.deepEqual([task.go, task.moves.length], ["movetime 200", 2]);
    order.push(task.moves[1]);
    if (i < 2) task.onInfo(i === 0 ? "info depth 1 score mate 3 pv c1" : "info depth 1 score cp 0 wdl 250 250 500 pv c1");
    task.onMove();
  }
  assert.equal(order[0], "b2");
  const values = () => [...page.values].map(([square, { kind, plies, chance }]) => [square, kind, kind === "loss" ? plies : chance]);
  // X is to move after O's move: its win is O's loss. A move that ends the game has none.
  assert.deepEqual(values(), [["b2", "loss", 4], [order[1], "estimate", 0.625]]);
  assert.equal(tasks.at(-1).go, "movetime 60000");
  tasks.at(-1).onInfo(`info depth 3 multipv 1 score cp 0 wdl 500 500 0 pv ${order[1]}`);
  assert.deepEqual(values(), [["b2", "loss", 4], [order[1], "estimate", 0.75]]);
});

test("an estimate never replaces a proven value, and what is known of a game ends with it", () => {
  const { page, tasks, show, begin } = analysis({});
  page.isOn = true;
  const game = new Game("tictactoe", null, ["a1"]);
  show(game);
  begin();
  tasks.at(-1).onInfo("info depth 9 score mate 3 pv b2");
  tasks.at(-1).onInfo("info depth 9 score cp -40 pv c3");
  tasks.at(-1).onMove();
  show(game);
  assert.equal(shown().evaluation, "O wins within 3 plies");
  // A better proof replaces one.
  page.learn({ kind: "win", plies: 3, exact: true, pv: ["b2"] });
  show(game);
  assert.equal(shown().evaluation, "O wins in 3 plies");
  assert.deepEqual([...page.values.keys()], []);
  // Another game with the same texts of positions knows nothing.
  show(new Game("tictactoe:4", null, ["a1"]));
  show(game);
  assert.deepEqual([shown().evaluation, shown().curve], ["–", []]);
});

test("a proof and the limit of time end an analysis in other words", () => {
  const [win, loss, estimate] = [{ kind: "win" }, { kind: "loss" }, { kind: "estimate" }];
  for (const [lines, time, expected] of [
    [[win, loss], 300, "finished: every value is proven"],
    [[win, loss], 59_990, "finished: every value is proven"],
    [[win, estimate], 300, "finished: the result is proven"],
    [[win, estimate], 59_990, "stopped at the limit of 60 s: the result is proven"],
    [[estimate, loss], 59_990, "stopped at the limit of 60 s: not proven"],
    [[], 59_990, "stopped at the limit of 60 s: not proven"],
    [[estimate], 300, "finished: not proven"],
  ]) {
    assert.equal(endOf(lines, time), expected);
  }
});

test("centipoints are shown on request only", () => {
  const { page, tasks, show, begin } = analysis({});
  page.isOn = true;
  show(new Game("tictactoe", null, ["a1"]));
  begin();
  tasks.at(-1).onInfo("info depth 1 multipv 1 score cp -34 wdl 0 1000 0 pv b2");
  const value = () => byId("lines").children[0].children[0].children[0];
  page.show();
  assert.deepEqual([value(), byId("centipoints-note").hidden], ["even (estimate)", true]);
  byId("centipoints").checked = true;
  page.show();
  assert.deepEqual([value(), byId("centipoints-note").hidden], ["even (estimate), −34 cp", false]);
  byId("centipoints").checked = false;
});

test("a game that is over is not analysed", () => {
  const { page, tasks, show } = analysis({ a1: "X" });
  page.isOn = true;
  show(new Game("tictactoe", null, ["a1"]));
  page.begin();
  assert.equal(tasks.length, 0);
});

test("the curve is that of the moves and of the game", () => {
  const { page, show } = analysis({ "a1,b1": "X", "tictactoe:4 a1,b1": "none" }, { sides: "XOO" });
  show(new Game("tictactoe", null, ["a1", "b1"]));
  assert.deepEqual(shown().curve, ["207.0,7.0"]);
  show(new Game("tictactoe", null, ["a1", "c1"]));
  assert.deepEqual(shown().curve, []);
  show(new Game("tictactoe", null, ["a1", "b1"]));
  show(new Game("tictactoe:4", null, ["a1", "b1"]));
  assert.deepEqual(shown().curve, []);
  assert.deepEqual([0, 1, 2].map((ply) => page.sideBefore(ply)), ["X", "O", "O"]);
});

test("the findings of a search belong to its position only", () => {
  const { page, tasks, show, begin } = analysis({});
  page.isOn = true;
  show(new Game("tictactoe", null, ["a1"]));
  begin();
  const first = tasks.at(-1);
  assert.equal(first.options.MultiPV, 3);
  first.onInfo("info depth 2 multipv 1 score cp 30 pv b2");
  first.onInfo("info depth 2 multipv 2 score cp 10 pv c3");
  assert.deepEqual([...page.values.keys()], ["b2", "c3"]);
  show(new Game("tictactoe", null, ["a1", "b2"]));
  assert.deepEqual([...page.values.keys()], []);
  assert.equal(byId("lines").children.length, 0);
});
