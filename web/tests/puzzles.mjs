// Puzzles on the page: the same as in the terminal, solved and missed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { nextStreak } from "../page/puzzles.js";
import { assertAccessible } from "./axe.mjs";
import { ROOT } from "./engine.mjs";
import { session } from "./session.mjs";

const NATIVE = fileURLToPath(new URL("target/release/noughts", ROOT));
const PUZZLES = readFileSync(new URL("src/puzzles/shipped.txt", ROOT), "utf8").trim().split("\n").slice(1).map((line) => line.split(" | "));
const { browser, withPage } = session();
after(() => browser.close());

const text = (page, id) => page.value(`document.getElementById("${id}").textContent`);
const terminal = (first, ...lines) => spawnSync(NATIVE, ["play", "puzzles", first], { input: lines.join("\n"), encoding: "utf8" }).stdout;

/** The number of the first puzzle with this goal of a game. */
const find = (game, goal) => PUZZLES.findIndex((fields) => fields[0] === game && fields[3].startsWith(goal)) + 1;
const lineOf = (number) => PUZZLES[number - 1][4].split(" ");
const emptySquares = (page) => page.value(`[...document.querySelectorAll(".square.legal")].map((square) => square.dataset.square)`);

async function answer(page, square) {
  await page.click(`[data-square="${square}"]`);
  await page.until(`!document.getElementById("status").textContent.startsWith("Checking")`);
}

for (const [game, goal, options] of [
  ["tictactoe:4x4:3", "win", { width: 390, dark: true }],
  ["tictactrains", "win", { width: 1280 }],
  ["tictactoe:6x6:4", "draw", { width: 1280, dark: true }],
  ["qubic", "win 7", { width: 390 }],
]) {
  test(`a puzzle of ${game} is missed as in the terminal and solved: ${goal}`, () => {
    const number = find(game, goal);
    assert.ok(number > 0);
    return withPage(`#puzzle=${number}`, options, async (page) => {
      await page.value("localStorage.clear()");
      assert.equal(await text(page, "title"), `Puzzle ${number}`);
      const said = terminal(String(number), "hint");
      assert.ok(said.includes(`${(await text(page, "puzzle-goal")).slice(0, -1)}\n`), said);
      await page.click("#hint");
      assert.ok(said.includes((await text(page, "status")).slice(0, -1).toLowerCase()), said);
      const [solution] = lineOf(number);
      await page.click("#hint");
      assert.equal(await text(page, "status"), `Hint: ${solution}.`);
      await page.value(`document.getElementById("puzzle-copy").click()`);
      await page.until(`document.getElementById("puzzle-copied").textContent.includes("by its number, ${number}.")`);
      const wrong = (await emptySquares(page)).filter((square) => square !== solution).slice(0, 2);
      for (const square of wrong) {
        await answer(page, square);
        const [refutation] = terminal(String(number), square).split("\n").filter((line) => line.startsWith(`${square} `));
        assert.equal((await text(page, "status")).replace(/ after .*/, ""), `${refutation.replace(/ after .*/, "")}`.replace(/$/, refutation.includes(" after ") ? "" : "."));
        assert.equal(await page.value(`document.querySelectorAll(".move").length`), 0);
      }
      await assertAccessible(page, game);
      for (let turn = 0; turn < 20; turn++) {
        const isSolved = (await text(page, "puzzle-said")).startsWith("Solved");
        if (isSolved) break;
        const moves = await page.value(`[...document.querySelectorAll(".move")].map((move) => move.textContent)`);
        const line = lineOf(number);
        // The replies may be others than those of the line: then any winning move will do.
        const candidates = moves.join() === line.slice(0, moves.length).join() ? [line[moves.length]] : await emptySquares(page);
        for (const square of candidates) {
          await answer(page, square);
          if ((await page.value(`document.querySelectorAll(".move").length`)) > moves.length) break;
        }
      }
      assert.match(await text(page, "status"), /^Solved\./);
      assert.match(await text(page, "puzzle-streak"), /^Solved: 1 puzzle\./);
      assert.equal(await page.value(`document.querySelectorAll(".square.legal").length`), 0);
      assert.equal(await page.value(`location.hash`), `#puzzle=${number}`);
      await page.click("#puzzle-more");
      assert.equal(await text(page, "title"), `Puzzle ${(number % 500) + 1}`);
    });
  });
}

test("the puzzle of the day is that of the terminal, and makes a streak", () =>
  withPage("#puzzle=daily", { width: 1280 }, async (page) => {
    await page.value("localStorage.clear()");
    const [, number] = /puzzle (\d+) of 500/.exec(terminal("daily"));
    assert.equal(await text(page, "title"), `Puzzle ${number}`);
    const day = Math.floor(Date.now() / 86_400_000);
    await page.value(`localStorage.setItem("noughts.puzzles", JSON.stringify({ solved: [3], day: ${day - 1}, days: 4 }))`);
    for (let turn = 0; turn < 20 && !(await text(page, "status")).startsWith("Solved"); turn++) {
      const moves = await page.value(`document.querySelectorAll(".move").length`);
      const line = lineOf(Number(number));
      for (const square of [...(line[moves] ? [line[moves]] : []), ...(await emptySquares(page))]) {
        await answer(page, square);
        if ((await page.value(`document.querySelectorAll(".move").length`)) > moves) break;
      }
    }
    assert.equal(await text(page, "status"), "Solved. Streak: 5 days.");
    assert.equal(await text(page, "puzzle-streak"), "Solved: 2 puzzles. Streak: 5 days.");
  }));

test("puzzles are chosen by number, next and previous, and left for a game", () =>
  withPage("#puzzle=501", { width: 390 }, async (page) => {
    assert.match(await text(page, "status"), /no puzzle "501": the puzzles have the numbers 1 to 500/);
    await page.value(`document.getElementById("puzzle-number").value = "500", document.getElementById("puzzle-form").requestSubmit()`);
    assert.equal(await text(page, "title"), "Puzzle 500");
    await page.click("#puzzle-next");
    assert.equal(await text(page, "title"), "Puzzle 1");
    await page.click("#puzzle-previous");
    assert.equal(await text(page, "title"), "Puzzle 500");
    await page.value(`location.hash = "#puzzle=17"`);
    await page.until(`document.getElementById("title").textContent === "Puzzle 17"`);
    await page.value(`document.getElementById("puzzle-number").value = "<b>", document.getElementById("puzzle-form").requestSubmit()`);
    assert.match(await text(page, "puzzle-error"), /^There is no puzzle "<b>"/);
    await page.click("#new");
    await page.value(`document.querySelector('#setup-form [name="side"]').value = "both"`);
    await page.click("#setup-begin");
    assert.match(await text(page, "status"), /^X to move/);
    const isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert.ok(!(await page.value(isWide)), "the page scrolls sideways");
  }));

test("a streak ends when a day is left out", () => {
  const next = (day, days) => nextStreak({ day, days }, 7);
  assert.deepEqual([next(null, 0), next(7, 3), next(6, 3), next(5, 3), next(8, 3)], [1, 3, 4, 1, 1]);
});
