// The page's modules that need no page: words and marks of scores, findings, the
// sentences of a review, games and facts. The expected values are written out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Element } from "./stand_ins.mjs";
import { Client } from "../page/client.js";
import { showCurve } from "../page/curve.js";
import { Findings } from "../page/findings.js";
import { Game } from "../page/game.js";
import { numbersOf } from "../page/moves.js";
import { verdict } from "../page/review.js";
import { Rules } from "../page/rules.js";
import { height, isProven, mark, words } from "../page/score.js";

test("words, marks and heights are those of the side to move", () => {
  for (const [finding, ofX, ofO, short, tall] of [
    [{ kind: "win", plies: 5, exact: true }, "X wins in 5 plies", "O wins in 5 plies", "+5", 1],
    [{ kind: "win", plies: 1, exact: false }, "X wins within 1 ply", "O wins within 1 ply", "+≤1", 1],
    [{ kind: "loss", plies: 4, exact: true }, "O wins in 4 plies", "X wins in 4 plies", "−4", -1],
    [{ kind: "loss", plies: 4, exact: false }, "O wins within 4 plies", "X wins within 4 plies", "−≤4", -1],
    [{ kind: "draw" }, "a draw", "a draw", "=", 0],
    [{ kind: "estimate", chance: 0.62 }, "X 62 % (estimate)", "O 62 % (estimate)", "62", null],
    [{ kind: "estimate", chance: 0.38 }, "O 62 % (estimate)", "X 62 % (estimate)", "38", null],
    [{ kind: "estimate", chance: 0.504 }, "even (estimate)", "even (estimate)", "50", 0],
    [{ kind: "estimate", chance: 1 }, "X 99 % (estimate)", "O 99 % (estimate)", "99", null],
    [{ kind: "estimate", chance: 0 }, "O 99 % (estimate)", "X 99 % (estimate)", "1", null],
  ]) {
    assert.deepEqual([words(finding, "X"), words(finding, "O"), mark(finding)], [ofX, ofO, short]);
    assert.equal(height(finding, "X"), -height(finding, "O"));
    if (tall !== null) assert.equal(height(finding, "X"), tall);
    else assert.ok(Math.sign(height(finding, "X")) === Math.sign(finding.chance - 0.5) && Math.abs(height(finding, "X")) < 1);
    assert.equal(isProven(finding), finding.kind !== "estimate");
  }
});

const win = (move) => ({ kind: "win", plies: 3, pv: [move] });
const loss = (move) => ({ kind: "loss", plies: 2, pv: [move] });
const drawn = (move) => ({ kind: "draw", pv: [move] });
const guess = (move) => ({ kind: "estimate", chance: 0.52, pv: [move] });
/** Positions with the sides in turn, X first. */
const turns = (...findings) => findings.map((finding, ply) => ({ side: "XO"[ply % 2], finding }));

test("a review names the ply that lost, of X or of O", () => {
  const moves = ["a1", "b1", "c1", "a2"];
  for (const [positions, result, expected] of [
    [turns(drawn("b2"), drawn("b2"), win("c1"), loss("a3")), "X", "b1 lost the game: O could still have drawn with b2."],
    [turns(drawn("b2"), win("b3"), win("c1"), loss("a3")), "X", "b1 lost the game: O could have won with b3."],
    [turns(drawn("b2"), win("b1"), loss("c1"), win("a2")), "O", "a1 lost the game: X could still have drawn with b2."],
    [turns(win("b2"), drawn("b1"), win("c2"), win("a2")), "O", "c1 lost the game: X could have won with c2."],
    [turns(loss("b2"), win("b1"), loss("c1"), win("a2")), "O", "X was lost from the beginning."],
    [turns(win("a1"), loss("b1"), win("c1"), loss("a2")), "X", "O was lost from the beginning."],
    [turns(drawn("b2"), guess("c3"), win("c1"), loss("a3")), "X", "b1 may have lost the game: c3 looked better."],
    [turns(drawn("b2"), guess("b1"), win("c1"), loss("a3")), "X", "b1 may have lost the game; no better move was found."],
    [turns(drawn("b2"), null, win("c1"), loss("a3")), "X", "What decided the game is not known."],
  ]) {
    assert.equal(verdict(positions, moves, result), expected);
  }
});

test("a review of a draw names the last win that was missed, and none that was kept", () => {
  const moves = ["a1", "b1", "c1", "a2"];
  for (const [positions, expected] of [
    [turns(drawn("a1"), drawn("b1"), drawn("c1"), drawn("a2")), "No win was missed, as far as is proven."],
    [turns(win("b2"), drawn("b1"), drawn("c1"), drawn("a2")), "a1 gave away the win: X could have won with b2."],
    [turns(drawn("a1"), drawn("b1"), drawn("c1"), win("c3")), "a2 gave away the win: O could have won with c3."],
    // X kept its win with another move than the engine's, and missed it later.
    [turns(win("b2"), loss("b1"), win("c2"), drawn("a2")), "c1 gave away the win: X could have won with c2."],
    // A win of the other side was missed after it.
    [turns(win("b2"), win("b3"), drawn("c1"), drawn("a2")), "b1 gave away the win: O could have won with b3."],
    [turns(guess("b2"), null, guess("c2"), null), "No win was missed, as far as is proven."],
    [turns(win("b2"), drawn("b1"), win("c2"), drawn("a2")), "c1 gave away the win: X could have won with c2."],
    // Kept with another move; what came then is not known.
    [turns(drawn("a1"), drawn("b1"), win("c2"), loss("a2")), "No win was missed, as far as is proven."],
    // The engine's own move cannot be a mistake.
    [turns(drawn("a1"), drawn("b1"), win("c1"), null), "No win was missed, as far as is proven."],
  ]) {
    assert.equal(verdict(positions, moves, "draw"), expected);
  }
});

test("announcements count for the next round of lines only", () => {
  const findings = new Findings();
  const round = (...lines) => lines.forEach((line) => findings.read(line));
  round("info string proven draw", "info string exact distances b2", "info multipv 1 score cp 0 pv a1", "info multipv 2 score mate -4 pv b2");
  assert.deepEqual(findings.all.map(mark), ["=", "−4"]);
  round("info multipv 1 score cp 0 pv a1", "info multipv 2 score mate -4 pv b2");
  assert.deepEqual(findings.all.map(mark), ["50", "−≤4"]);
  round("info string exact distance", "info string proven draws c3", "info multipv 1 score mate 5 pv b2", "info multipv 2 score cp 0 pv c3");
  assert.deepEqual(findings.all.map(mark), ["+5", "="]);
  // Fewer lines than before leave none of the old ones.
  round("info multipv 1 score mate 5 pv b2");
  assert.deepEqual(findings.all.map(mark), ["+≤5"]);
});

test("of several best lines only the first is the announced draw", () => {
  const findings = new Findings();
  for (const line of ["info string proven draw", "info string exact distance", "info multipv 1 score cp 0 pv a1", "info multipv 2 score cp 0 pv b2", "info multipv 3 score mate -2 pv c3"]) findings.read(line);
  assert.deepEqual(findings.all.map(mark), ["=", "50", "−≤2"]);
});

test("estimates of few simulations are hidden, proven values never", () => {
  const findings = new Findings();
  for (const line of ["info string move a1 visits 900000", "info string move b2 visits 899", "info string move c3 visits 900", "info string move d4 visits 5"]) findings.read(line);
  for (const line of ["info multipv 1 score cp 9 pv a1", "info multipv 2 score cp 5 pv b2", "info multipv 3 score cp 4 pv c3", "info multipv 4 score mate -2 pv d4"]) findings.read(line);
  assert.deepEqual(findings.shown.map(({ pv }) => pv[0]), ["a1", "c3", "d4"]);
});

test("a game goes on from the position that is shown", () => {
  const game = new Game("tictactoe", null, ["a1", "b1", "c1"]);
  game.show(1);
  assert.deepEqual([game.moves, game.canUndo, game.canRedo], [["a1"], true, true]);
  game.play("b2");
  assert.deepEqual([game.all, game.shown, game.canRedo], [["a1", "b2"], 2, false]);
  game.show(9);
  assert.equal(game.shown, 2);
  game.show(-1);
  assert.deepEqual([game.shown, game.canUndo], [0, false]);
  game.show(1);
  assert.equal(game.toFragment({ side: "o", level: 3 }), "#game=tictactoe&moves=a1&side=o&level=3");
  const link = Game.ofFragment("#game=qubic&moves=1A1,2b2&side=o&level=3");
  assert.deepEqual([link.game.spec, link.game.all, link.side, link.level], ["qubic", ["1a1", "2b2"], "o", 3]);
  assert.equal(Game.ofFragment("#side=o"), null);
  assert.equal(new Game("tictactoe", " 3 3 3\n3/3/3  x 1 ").start, "3 3 3 3/3/3 x 1");
});

test("a line that is left for another move is kept, and comes back", () => {
  const game = new Game("tictactoe", null, ["a1", "b1", "c1"]);
  game.show(1);
  // The move that was taken back goes on with the same line.
  game.play("b1");
  assert.deepEqual([game.all, game.shown, game.lines], [["a1", "b1", "c1"], 2, []]);
  game.play("c2");
  assert.deepEqual([game.all, game.lines, game.forkOf(game.lines[0])], [["a1", "b1", "c2"], [["a1", "b1", "c1"]], 2]);
  game.show(0);
  game.play("b2");
  assert.deepEqual(game.lines, [["a1", "b1", "c2"], ["a1", "b1", "c1"]]);
  game.choose(game.lines[1]);
  assert.deepEqual([game.all, game.shown, game.lines], [["a1", "b1", "c1"], 1, [["b2"], ["a1", "b1", "c2"]]]);
  // The beginning of another line is no line of its own.
  game.cut();
  assert.deepEqual([game.all, game.lines], [["a1"], [["a1", "b1", "c1"], ["b2"], ["a1", "b1", "c2"]]]);
  game.play("b1");
  game.play("c1");
  assert.deepEqual([game.all, game.lines], [["a1", "b1", "c1"], [["b2"], ["a1", "b1", "c2"]]]);
});

test("the moves have the numbers of the record", () => {
  assert.deepEqual(numbersOf("1. d4 d5 g4 2. c4").map(({ number, isNew }) => `${number}${isNew}`), ["1true", "1false", "1false", "2true"]);
  assert.deepEqual(numbersOf("3... b2 4. a1"), [{ number: 3, isNew: true }, { number: 4, isNew: true }]);
  assert.deepEqual(numbersOf(""), []);
});

test("the facts of a position keep the sides apart", () => {
  const answer = "game tictactoe:4x3:3\nsize 4 3 1\nside O\nresult none\nply 3\nx a1 b2\no c3\nlegal a2 d3\nthreat X a2 d3\nthreat O\ntrain X a1 b1\ntrain O c3";
  const facts = new Rules(() => answer).facts("tictactoe:4x3:3", null, ["a1"]);
  assert.deepEqual([facts.columns, facts.rows, facts.levels, facts.ply, facts.side], [4, 3, 1, 3, "O"]);
  assert.deepEqual([facts.x, facts.o, facts.legal], [["a1", "b2"], ["c3"], ["a2", "d3"]]);
  assert.deepEqual([facts.threats, facts.trains], [{ X: ["a2", "d3"], O: [] }, { X: ["a1", "b1"], O: ["c3"] }]);
});

test("a click on the curve chooses the nearest ply of the game", () => {
  const svg = new Element("svg");
  const chosen = [];
  showCurve(svg, [null, null, null, null, null], 0, (ply) => chosen.push(ply));
  for (const clientX of [0, 17, 41, 43, 117, 216, 400]) svg.onclick({ clientX });
  assert.deepEqual(chosen, [0, 0, 0, 1, 2, 4, 4]);
});

/** A client that has been answered, the lines it sends, and what its task hears. */
function client() {
  const sent = [], heard = [];
  const client = new Client((line) => sent.push(line));
  const task = { game: "tictactoe", moves: [], options: {}, go: "go depth 1", onInfo: (line) => heard.push(line), onMove: (move) => heard.push(move) };
  client.start();
  client.receive("ugiok");
  return { client, task, sent, heard };
}

test("nothing of a cancelled search is shown", () => {
  const { client: page, task, heard } = client();
  page.ask(task);
  page.receive("info depth 1 score cp 1 pv a1");
  page.cancel();
  page.receive("info depth 2 score cp 2 pv b1");
  page.receive("bestmove b1");
  assert.deepEqual(heard, ["info depth 1 score cp 1 pv a1"]);
});

test("options that a person has typed do not play on", () => {
  const { client: page, task, sent } = client();
  page.ask(task);
  page.receive("bestmove a1");
  page.type("setoption name Skill value 3");
  sent.length = 0;
  page.ask(task);
  page.receive("ugiok");
  const game = sent.indexOf("newgame tictactoe");
  assert.ok(game >= 0 && sent.indexOf("setoption name Skill value 10") > game, sent.join("|"));
});
