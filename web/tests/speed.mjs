// Measures the engine in WebAssembly beside the native program: nodes per second
// for each game, and the time from `stop` to the answer.
//
//   node web/tests/speed.mjs [FILE.wasm]

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Engine, ROOT, load } from "./engine.mjs";

const NATIVE = fileURLToPath(new URL("target/release/noughts", ROOT));
const MILLISECONDS = 2000;
const ROUNDS = 2;

/** A game, the search, and the moves before it. */
const SEARCHES = [
  ["tictactrains", "mcts", ""],
  ["tictactrains:modern", "mcts", ""],
  ["tictactrains", "puct", "d4"],
  ["tictactrains", "alphabeta", "d4 d5 e4 c4"],
  ["tictactoe:5", "alphabeta", ""],
  ["tictactoe:9x9:5", "auto", "e5"],
  ["tictactoe:15x15:5", "auto", "h8"],
  ["tictactoe:6x6:5", "proof", ""],
  ["qubic", "alphabeta", ""],
  ["qubic", "mcts", ""],
];

const commands = ([game, search, moves]) => [
  `newgame ${game}`,
  `setoption name Search value ${search}`,
  `position startpos moves ${moves}`,
  `go movetime ${MILLISECONDS}`,
];

/** Nodes per second of the last report. */
const speed = (lines) => Number(/ nps (\d+)/.exec(lines.filter((line) => / nps /.test(line)).at(-1))?.[1] ?? NaN);

function native(lines) {
  const { stdout } = spawnSync(NATIVE, { input: lines.join("\n"), encoding: "utf8" });
  return speed(stdout.split("\n"));
}

async function hosted(module, lines) {
  const engine = new Engine(module);
  for (const line of lines) await engine.send(line);
  return speed(engine.replies);
}

/** Milliseconds from `stop` to the answer, at some moments of a search. */
async function stops(module, lines) {
  const engine = new Engine(module);
  const times = [];
  for (const line of lines.slice(0, -1)) await engine.send(line);
  for (let i = 0; i < 20; i++) {
    const search = engine.send("go infinite");
    await new Promise((done) => setTimeout(done, 40 + 7 * i));
    const answer = engine.reply(/^bestmove/);
    const began = performance.now();
    engine.send("stop");
    await answer;
    times.push(performance.now() - began);
    await search;
  }
  return times.sort((a, b) => a - b);
}

const module = load(process.argv[2]);
console.log("game                 search     native nps    wasm nps  ratio   stop: median, longest");
for (const row of SEARCHES) {
  const lines = commands(row);
  const best = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    best[0] = Math.max(best[0], native(lines));
    best[1] = Math.max(best[1], await hosted(module, lines));
  }
  const times = await stops(module, lines);
  const [game, search] = row;
  const figures = [best[0], best[1]].map((figure) => String(figure).padStart(12)).join("");
  const ratio = (best[1] / best[0]).toFixed(2);
  const stop = `${times[times.length / 2].toFixed(1)} ms, ${times.at(-1).toFixed(1)} ms`;
  console.log(`${game.padEnd(20)} ${search.padEnd(10)} ${figures}   ${ratio}   ${stop}`);
}
