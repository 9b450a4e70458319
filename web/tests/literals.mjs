// The panel of the analysis on games with known values: what bar, curve, words and
// review show for a game that X won, one that O won and a draw. The expected values are
// written out, because the page's modules cannot tell what is right about themselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { analysis, byId, shown } from "./stand_ins.mjs";
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
    assert.deepEqual(shown(), { share, label, evaluation: label.slice(12), isProven: true, curve: [`207.0,${y}`], kinds: ["proven"], verdict: "" });
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
    const { page, tasks, show } = analysis({});
    page.isOn = true;
    const game = new Game("tictactoe", null, moves);
    show(game);
    assert.deepEqual([shown().evaluation, shown().share, byId("bar").classes.has("unknown")], ["–", "50%", true]);
    page.begin();
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

test("a game is reviewed from its end, and its verdict is shown", () => {
  const moves = MOVES.X;
  const { page, tasks, show } = analysis({ [moves.join(",")]: "X" });
  const game = new Game("tictactoe", null, moves);
  show(game);
  page.review(game);
  // Values for the side to move before each ply, from the last to the first.
  const values = ["score mate 1 pv c1", "score mate -2 pv b2", "score mate 3 pv b1", "score cp 0 pv b2", "score cp 0 pv b2"];
  for (const [i, value] of values.entries()) {
    const task = tasks[i];
    assert.deepEqual(task.moves, moves.slice(0, 4 - i));
    if (value.includes("cp 0")) task.onInfo("info string proven draw");
    task.onInfo(`info depth 1 ${value}`);
    task.onMove();
  }
  assert.equal(tasks.length, 5);
  page.show();
  assert.equal(shown().verdict, "a2 lost the game: O could still have drawn with b2.");
  assert.deepEqual(shown().curve, ["7.0,48.0", "47.0,48.0", "87.0,7.0", "127.0,7.0", "167.0,7.0", "207.0,7.0"]);
  assert.deepEqual(tasks.map(({ options }) => options.Search), Array(5).fill("proof"));
  // The verdict belongs to this game.
  show(new Game("tictactoe", null, ["b2"]));
  assert.equal(shown().verdict, "");
});

test("an estimate never replaces a proven value, and what is known of a game ends with it", () => {
  const { page, tasks, show } = analysis({});
  page.isOn = true;
  const game = new Game("tictactoe", null, ["a1"]);
  show(game);
  page.begin();
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

test("a review keeps an estimate of the analysis, and its searches fit the board", () => {
  const moves = ["a1", "b1"];
  for (const [spec, size, search] of [["tictactoe:11x3:3", 11, "proof"], ["tictactoe:12x3:3", 12, "auto"], ["tictactoe:5=", 5, "auto"]]) {
    const { page, tasks, show } = analysis({ [moves]: "X" }, { size });
    const game = new Game(spec, null, moves);
    show(new Game(spec, null, ["a1"]));
    page.learn({ kind: "estimate", chance: 0.5, pv: ["b2"] });
    show(game);
    page.review(game);
    for (let i = 0; i < 2; i++) {
      tasks[i].onInfo("info depth 1 score cp 900 pv c3");
      tasks[i].onMove();
    }
    assert.deepEqual(tasks.map(({ options }) => options.Search), [search, search]);
    page.show();
    const heights = shown().curve.map((point) => point.split(",")[1]);
    // The review's own estimate for X, that of the analysis, and the end.
    assert.deepEqual(heights, ["7.8", "48.0", "7.0"]);
    assert.equal(shown().verdict, "b1 may have lost the game: b2 looked better.");
  }
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
  const { page, tasks, show } = analysis({});
  page.isOn = true;
  show(new Game("tictactoe", null, ["a1"]));
  page.begin();
  const [first] = tasks;
  assert.equal(first.options.MultiPV, 3);
  first.onInfo("info depth 2 multipv 1 score cp 30 pv b2");
  first.onInfo("info depth 2 multipv 2 score cp 10 pv c3");
  assert.deepEqual([...page.values.keys()], ["b2", "c3"]);
  show(new Game("tictactoe", null, ["a1", "b2"]));
  assert.deepEqual([...page.values.keys()], []);
  assert.equal(byId("lines").children.length, 0);
});
