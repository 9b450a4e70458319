// The page's modules that need no page: words and marks of scores, findings, reviews,
// games and facts. The expected values are written out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Element } from "./stand_ins.mjs";
import { Client } from "../page/client.js";
import { Clock, controlOf, face } from "../page/clock.js";
import { showCurve } from "../page/curve.js";
import { endInWords, resigning, takesDraw } from "../page/ends.js";
import { Findings } from "../page/findings.js";
import { Game } from "../page/game.js";
import { isLocal } from "../page/links.js";
import { Keeper } from "../page/keeper.js";
import { numbersOf } from "../page/moves.js";
import { isNamed, namesIn, playerNames } from "../page/names.js";
import { nextMistake } from "../page/judged.js";
import { Review } from "../page/review.js";
import { limits, ringOf, ringsOf } from "../page/rings.js";
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

test("a review asks for searches, tells what they found, and goes on to the end", () => {
  // The answers of the library, and the questions that they belong to.
  const answers = [
    "work judging move 2 of 2\nsearch 1 proof 1 500\nchance 2 1.0000 proven",
    "work judging move 1 of 2\nsearch 0 auto 2 80\nmark 1 ?? blunder\ntext 1 b1 lost the game: O could have won with b2.\nbetter 1 b2 c1\ntask 1 Find a better move for O than b1.",
    "work judged\nverdict b1 lost.\nside X 9 1 0 2\nchance 0 0.5000 estimate\nmark 0 ! only move\ntext 0 a1 was the only move to win.\nbetter 0 ",
  ];
  const [questions, tasks] = [[], []];
  const rules = { describe: (question) => (questions.push(question), answers.shift()) };
  let changes = 0;
  const review = new Review(rules, { ask: (task) => tasks.push(task) }, () => (changes += 1));
  const game = new Game("tictactoe", null, ["a1", "b1"]);
  assert.equal(review.isOf(game), false);
  review.begin(game, "X");
  assert.ok(review.isOf(game) && !review.isOf(new Game("tictactoe", null, ["a1"])));
  assert.deepEqual([tasks[0].moves, tasks[0].options, tasks[0].go], [["a1"], { Search: "proof", MultiPV: 1 }, "movetime 500"]);
  tasks[0].onInfo("info string exact distance");
  tasks[0].onInfo("info multipv 1 score mate -2 pv b2 c1");
  tasks[0].onMove("b2");
  assert.match(questions[1], /^review tictactoe\n\na1 b1\nX\n\d+; loss 2 exact b2 c1$/);
  assert.deepEqual(review.known.moves[1], { sign: "??", name: "blunder", text: "b1 lost the game: O could have won with b2.", better: ["b2", "c1"], task: "Find a better move for O than b1." });
  assert.equal(nextMistake(review, 2), 1);
  tasks[1].onInfo("info multipv 1 score cp 9 wdl 500 500 0 pv a1");
  tasks[1].onInfo("info multipv 2 score mate 5 pv b1");
  tasks[1].onMove("a1");
  assert.match(questions[2], /\n\d+; estimate 0\.7500 a1; win 5 within b1$/);
  assert.deepEqual([review.isRunning, tasks.length, changes], [false, 2, 2]);
  assert.deepEqual(review.known.chances, [{ ofX: 0.5, proven: false }]);
  assert.deepEqual([review.known.verdict, review.known.sides, nextMistake(review, 0)], [["b1 lost."], [["X", "9", "1", "0", "2"]], null]);
  // Another line is judged apart; what is known of this one is kept.
  review.attend(new Game("tictactoe", null, ["a1", "b2"]));
  assert.deepEqual([review.isShown, review.isRunning, review.known.chances], [false, false, []]);
  review.attend(game);
  assert.deepEqual([review.isShown, review.known.chances.length], [true, 1]);
});

test("another move in the place of a mistake is searched and judged", () => {
  const answers = ["work judged", "search 1 proof 1 1000", "wrong c1 is not enough.", "right b2 is right."];
  const [questions, tasks, said] = [[], [], []];
  const review = new Review({ describe: (question) => (questions.push(question), answers.shift()) }, { ask: (task) => tasks.push(task) }, () => {});
  review.begin(new Game("tictactoe", null, ["a1", "b1"]), "X");
  review.retry(1, "c1", (answer) => said.push(answer));
  assert.deepEqual(tasks[0].moves, ["a1", "c1"]);
  tasks[0].onInfo("info multipv 1 score mate 3 pv b2");
  tasks[0].onMove("b2");
  assert.equal(questions[2], "retry 1 c1\ntictactoe\n\na1 b1\nX\nfound win 3 within b2");
  review.retry(1, "b2", (answer) => said.push(answer));
  assert.deepEqual(said, [{ isRight: false, text: "c1 is not enough." }, { isRight: true, text: "b2 is right." }]);
});

test("the engine takes a draw that it cannot better", () => {
  const facts = { ply: 5, columns: 3, rows: 3, levels: 1 };
  for (const [finding, ply, isTaken] of [
    [null, 5, false],
    [{ kind: "win", plies: 3 }, 1, true],
    [{ kind: "draw" }, 1, true],
    [{ kind: "loss", plies: 2 }, 9, false],
    [{ kind: "estimate", chance: 0.54 }, 5, true],
    [{ kind: "estimate", chance: 0.54 }, 4, false],
    [{ kind: "estimate", chance: 0.4 }, 5, false],
  ]) {
    assert.equal(takesDraw(finding, { ...facts, ply }), isTaken, JSON.stringify(finding));
  }
  assert.deepEqual([resigning("x", "O"), resigning("both", "O")], ["X", "O"]);
  assert.equal(endInWords({ result: "O", why: "X resigned" }), "O wins: X resigned.");
  assert.equal(endInWords({ result: "draw", why: "by agreement" }), "The game is drawn: by agreement.");
});

test("a name stays with the player, and only texts are names", () => {
  const names = namesIn({ you: "  Anna\n B ", friend: "x".repeat(99), engine: 7, second: "", chief: "C" });
  assert.deepEqual(names, { you: "Anna B", friend: "x".repeat(60) });
  assert.deepEqual([null, "Anna", 7, []].map(namesIn), [{}, {}, {}, {}]);
  const of = (side) => Object.values(playerNames({ side, level: 5, names: { ...names, second: "D" } }));
  const engine = "noughts, level 5 of 10, medium";
  assert.deepEqual([of("x"), of("o"), of("both"), of("none")], [["Anna B", engine], [engine, "Anna B"], ["Anna B", "x".repeat(60)], [engine, "D"]]);
  assert.deepEqual(Object.values(playerNames({ side: "both", level: 5 })), ["you", "you"]);
  assert.deepEqual(["x", "none"].map((side) => isNamed({ side, names })), [true, false]);
});

test("a link gives a game a result only if it is one", () => {
  const game = new Game("tictactoe", null, ["a1", "b1"]);
  assert.deepEqual(Keeper.given(game, "O"), { given: "0-1", givenFor: "a1 b1" });
  for (const result of [null, "", "x", "none", "constructor"]) assert.deepEqual(Keeper.given(game, result), {});
});

test("a clock runs for the side to move, and ends the game", () => {
  let time = 0;
  const over = [];
  const clock = new Clock("1+2", { X: 30_000 }, { onTick: () => {}, onOver: (side) => over.push(side) }, () => time);
  assert.equal(clock.inWords, "X 0:30   O 1:00");
  clock.run("X");
  time = 10_500;
  assert.equal(clock.left("X"), 19_500);
  // The same side goes on, as after a look at another position.
  clock.run("X");
  time = 11_000;
  clock.moved("X");
  assert.equal(clock.limits, "wtime 21000 btime 60000 winc 2000 binc 2000");
  clock.run("O");
  time += 59_999;
  clock.check();
  assert.deepEqual(over, []);
  time += 1;
  clock.check();
  clock.check();
  assert.deepEqual([over, clock.kept], [["O"], { X: 21_000, O: 0 }]);
  clock.stop();
  assert.deepEqual(["5+3", "0+3", "5", "x+1", "999+1", "1+999", null].map((text) => controlOf(text) !== null), [true, false, false, false, false, false, false]);
  assert.deepEqual([face(0), face(950), face(19_999), face(20_000), face(60_001), face(600_000)], ["0:00.0", "0:00.9", "0:19.9", "0:20", "1:01", "10:00"]);
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
  assert.deepEqual([...findings.values.keys()], ["a1", "c3", "d4"]);
});

test("a square keeps its value until a deeper round has another, and a proof for good", () => {
  const findings = new Findings();
  const marks = () => [...findings.values].map(([square, value]) => `${square} ${mark(value)}`);
  for (const line of ["info depth 1 multipv 1 score cp 0 pv a1", "info depth 1 multipv 2 score cp 0 pv b2", "info depth 1 multipv 3 score mate -2 pv c3"]) findings.read(line);
  findings.read("info depth 2 multipv 1 score mate 5 pv b2");
  assert.deepEqual([marks(), findings.all.length], [["a1 50", "b2 +≤5", "c3 −≤2"], 1]);
  findings.read("info depth 3 multipv 1 score cp 0 pv b2");
  assert.deepEqual(marks(), ["a1 50", "b2 +≤5", "c3 −≤2"]);
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
  const reviewed = new Game("tictactoe", null, ["a1", "b1"]);
  assert.equal(reviewed.toReviewFragment(), "#game=tictactoe&moves=a1%2Cb1&side=both&review");
  reviewed.show(1);
  const opened = Game.ofFragment(reviewed.toReviewFragment("O"));
  assert.deepEqual([opened.game.all, opened.game.shown, opened.isReview, opened.result], [["a1", "b1"], 1, true, "O"]);
  assert.deepEqual([Game.ofFragment("#game=tictactoe&moves=a1&review=9x").game.shown, Game.ofFragment("#game=tictactoe&moves=a1").isReview], [1, false]);
  assert.ok(reviewed.isSame(opened.game) && !reviewed.isSame(link.game));
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

test("a link to a page on this computer is known to work only there", () => {
  for (const [address, expected] of [
    ["file:///home/a/noughts.html#game=qubic", true],
    ["http://localhost:8000/", true],
    ["http://127.0.0.1/noughts.html", true],
    ["http://[::1]:80/", true],
    ["https://example.org/noughts/#puzzle=3", false],
    ["https://localhost.example.org/", false],
  ]) {
    assert.equal(isLocal(new URL(address)), expected, address);
  }
});

test("an entry of a rule set names rings and squares", () => {
  for (const [entry, rings, words] of [
    ["XA", [], ""],
    ["O1", [1], "in ring 1"],
    ["O23", [2, 3], "in rings 2 or 3"],
    ["OA-d4", [], "anywhere but not on d4"],
    ["O1-d4", [1], "in ring 1 but not on d4"],
    ["X23-a1g7", [2, 3], "in rings 2 or 3 but not on a1 or g7"],
    [null, [], ""],
  ]) {
    assert.deepEqual([ringsOf(entry), limits(entry)], [rings, words], String(entry));
  }
  for (const [size, expected] of [[3, [9]], [4, [4, 12]], [5, [9, 16]], [6, [4, 12, 20]], [7, [9, 16, 24]]]) {
    const rings = expected.map(() => 0);
    for (let i = 0; i < size * size; i++) rings[ringOf({ x: i % size, y: Math.floor(i / size) }, size) - 1] += 1;
    assert.deepEqual(rings, expected, `${size}x${size}`);
  }
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
