// A new game, its review and a puzzle by keys alone, on a wide and on a narrow screen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { ROOT } from "./engine.mjs";
import { byKeys, tabTo, type } from "./keys.mjs";
import { session } from "./session.mjs";

const PUZZLES = readFileSync(new URL("src/puzzles/shipped.txt", ROOT), "utf8").trim().split("\n").slice(1).map((line) => line.split(" | "));
const { browser, withPage } = session();
after(() => browser.close());

const text = (page, id) => page.value(`document.getElementById("${id}").textContent`);
const says = (page, text) => page.until(`document.getElementById("status").textContent.startsWith(${JSON.stringify(text)})`);

for (const options of [{ width: 1280 }, { width: 390, dark: true }]) {
  const name = `${options.width} pixels, ${options.dark ? "dark" : "light"}`;

  test(`a game is begun, played and reviewed by keys: ${name}`, () =>
    withPage("", options, async (page) => {
      await page.value("localStorage.clear()");
      await page.key("n");
      await page.key("ArrowRight");
      assert.equal(await page.value(`document.activeElement.value`), "tictactoe");
      await tabTo(page, '[data-size="3 3 3"]');
      await page.key("Enter");
      await tabTo(page, '[name="side"]');
      await type(page, "both");
      await tabTo(page, '[name="x-name"]');
      await type(page, "Anna");
      await page.key("Enter");
      await page.until(`!document.getElementById("setup").open`);
      assert.equal(await text(page, "title"), "Tic-tac-toe");
      for (const square of ["b2", "a2", "a1", "c3", "c1", "b1", "a3"]) await byKeys(page, square);
      await says(page, "X wins");
      assert.equal(await text(page, "record-of"), "Anna – you");
      await page.key("v");
      await page.until(`document.getElementById("review-state").textContent === "" && !document.getElementById("accuracies").hidden`);
      await page.key("m");
      await says(page, "a2 lost the game");
      const better = await page.value(`document.querySelector(".square.hint").dataset.square`);
      await page.key("t");
      await says(page, "Find a better move for O");
      await byKeys(page, "b3");
      await says(page, "b3 is not enough");
      await byKeys(page, better);
      await says(page, `${better} is right`);
      await page.key("t");
      await says(page, "a2 lost the game");
      await page.key("u");
      await page.key("?");
      assert.equal(await page.value(`document.querySelectorAll("#keys[open]").length`), 1);
      await page.key("Escape");
      await page.until(`!document.getElementById("keys").open`);
      await page.value("localStorage.clear()");
    }));

  test(`a puzzle is found, solved and left by keys: ${name}`, () =>
    withPage("#game=tictactoe&side=both", options, async (page) => {
      const number = PUZZLES.findIndex((fields) => fields[0] === "tictactoe:4x4:3" && fields[3] === "win 3") + 1;
      await tabTo(page, '[role="tab"]');
      await page.key("ArrowLeft");
      await tabTo(page, "#puzzle-number");
      await type(page, String(number));
      await page.key("Enter");
      await page.until(`document.getElementById("title").textContent === "Puzzle ${number}"`);
      await tabTo(page, ".square");
      await page.key("h");
      await page.key("h");
      await byKeys(page, /^Hint: (\w+)\.$/.exec(await text(page, "status"))[1]);
      await says(page, "Right. The reply is");
      await byKeys(page, await page.value(`document.querySelector(\`.square[aria-label*="${"${document.body.dataset.side.toUpperCase()}"} would win here"]\`).dataset.square`));
      await says(page, "Solved");
      await tabTo(page, "#puzzle-more");
      await page.key("Enter");
      await page.until(`document.getElementById("title").textContent === "Puzzle ${(number % 500) + 1}"`);
      await page.value("localStorage.clear()");
    }));
}
