// The engine in WebAssembly answers as the native program does: the same bench,
// the same lines for the same lines, and lines during a search.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Engine, ROOT, load } from "./engine.mjs";

const NATIVE = fileURLToPath(new URL("target/release/noughts", ROOT));
const module = load();

/** The answers of the native program. */
function native(lines) {
  const { stdout, status, error } = spawnSync(NATIVE, { input: lines.join("\n"), encoding: "utf8" });
  assert.equal(status, 0, `${NATIVE}: ${error}; build it with: cargo build --release`);
  return stdout.split("\n").slice(0, -1);
}

/** The answers in WebAssembly. */
async function hosted(lines) {
  const engine = new Engine(module);
  for (const line of lines) await engine.send(line);
  return engine.replies;
}

/** A line without what depends on the clock or on the word size. */
const comparable = (line) =>
  line
    .replace(/ (nps|time|hashfull) \d+/g, "")
    .replace(/^(info string bench .* nodes) .*/, "$1")
    .replace(/ \d+ nps$/, "")
    .replace(/positions \d+ KiB$/, "positions")
    .replace(/^(option name (?:Hash|Threads) .*) max \d+$/, "$1")
    .replace(/(from \d+ to) \d+$/, "$1");

async function assertSame(lines) {
  assert.deepEqual((await hosted(lines)).map(comparable), native(lines).map(comparable));
}

test("bench visits the same nodes", () => assertSame(["bench"]));

test("every game and search finds the same", async () => {
  for (const [game, moves, searches] of [
    ["tictactrains:modern", "d4 c4", ["mcts", "uct", "alphabeta"]],
    ["tictactoe:4x4:3", "b2", ["auto", "proof", "minimax"]],
    ["tictactoe:20x20:5", "j10 k11", ["auto", "patterns"]],
    ["qubic", "1a1 2b2", ["auto", "proof", "mcts"]],
  ]) {
    const lines = searches.flatMap((search) => [
      `newgame ${game}`,
      `setoption name Search value ${search}`,
      `position startpos moves ${moves}`,
      "go nodes 3000",
    ]);
    await assertSame(["uci", "setoption name Seed value 7", ...lines, "show"]);
  }
});

test("tables are empty at first, in fresh memory and in used", async () => {
  const lines = [64, 1, 64, 1].flatMap((size) => [
    `setoption name Hash value ${size}`,
    "newgame tictactoe:9x9:5",
    "setoption name Search value alphabeta",
    "position startpos moves e5",
    "go depth 4",
  ]);
  const full = (replies) => replies.filter((line) => / hashfull /.test(line)).map((line) => / nodes \d+|$/.exec(line)[0] + / hashfull \d+/.exec(line)[0]);
  assert.deepEqual(full(await hosted(lines)), full(native(lines)));
});

test("levels play the same moves", () =>
  assertSame(
    [1, 3, 6, 9].flatMap((level) => [`setoption name Skill value ${level}`, "position startpos moves d4 e4", "go nodes 100000"]),
  ));

test("errors, queries and options are answered alike", () =>
  assertSame([
    "ugi",
    "newgame tictactoe",
    "position moves b2 b2",
    "position fen nonsense",
    "go nodes many",
    "setoption name Hash value much",
    "setoption name Nothing value 1",
    "newgame chess",
    "query result",
    "position moves a1 b1 a2 b2 a3",
    "query gameover",
    "show",
    "",
    "x".repeat(70_000),
    `go ${"x".repeat(70_000)}`,
    "position startpos moves a1 b1 a2 b2",
    "go depth 9",
    "perft 3",
  ]));

test("a manager of Gomocup is answered alike", () =>
  assertSame(["START 15", "TURN 99,0", "ABOUT", "TAKEBACK 0,0", "START 40", "MAGIC"]));

test("lines that arrive during a search are answered during it", async () => {
  const engine = new Engine(module);
  await engine.send("newgame tictactoe:15x15:5");
  const search = engine.send("go infinite");
  for (const line of ["isready", "query p1turn", "position moves a1", "debug on"]) await engine.send(line);
  assert.deepEqual(
    engine.replies.filter((line) => !/^info (?!string error)/.test(line)),
    ["readyok", "response true", 'info string error "position startpos moves a1" has to wait for the search: send "stop" first'],
  );
  await engine.send("stop");
  await search;
  assert.equal(engine.replies.filter((line) => line.startsWith("bestmove")).length, 1);
});

test("commands wait for a search and run after it", async () => {
  const engine = new Engine(module);
  const search = engine.send("go nodes 200000");
  for (const line of ["newgame tictactoe", "position moves b2", "go depth 9", "query p1turn"]) await engine.send(line);
  await search;
  const answers = engine.replies.filter((line) => /^(bestmove|response)/.test(line));
  assert.equal(answers.length, 3);
  assert.match(answers[1], /^bestmove [a-c][13]$/);
  assert.equal(answers[2], "response false");
});

test("quit ends a search and the engine", async () => {
  const engine = new Engine(module);
  const search = engine.send("go infinite");
  await engine.send("quit");
  await search;
  assert.ok(engine.host.isFinished);
  assert.match(engine.replies.at(-1), /^bestmove /);
  await engine.send("isready");
  assert.match(engine.replies.at(-1), /^bestmove /);
});

test("a search keeps to its time", async () => {
  const engine = new Engine(module);
  await engine.send("newgame qubic");
  await engine.send("setoption name Search value mcts");
  await engine.send("go movetime 50");
  const time = Number(/ time (\d+)/.exec(engine.replies.at(-2))[1]);
  assert.ok(time >= 30, `the search took ${time} ms`);
});

test("searches to the end of large boards have room for their recursion", async () => {
  for (const search of ["alphabeta", "patterns", "mcts", "uct", "minimax"]) {
    const replies = await hosted(["newgame tictactoe:20x20:20", `setoption name Search value ${search}`, "go depth 400 nodes 30000"]);
    assert.match(replies.at(-1), /^bestmove [a-t]\d+$/, search);
  }
});
