// The page on the screens of a phone and of a laptop: nothing is cut off, and squares
// that are small for a finger can be played.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ringOf } from "../page/rings.js";
import { placeOf } from "../page/squares.js";
import { assertAccessible } from "./axe.mjs";
import { session } from "./session.mjs";

const { browser, withPage } = session();
after(() => browser.close());

const PHONE = { width: 390, height: 844, touch: true };
const GAMES = [
  "tictactrains:modern",
  "tictactrains:(XA, O23-a1g7, O1, XA, OA, ...)",
  "tictactoe",
  "tictactoe:7x6:4",
  "tictactoe:9x9:5",
  "tictactoe:15x15:5=",
  "tictactoe:22x22:5",
  "tictactoe:20x4:4",
  "tictactoe:4x20:4",
  ...[2, 3, 4, 5].map((edge) => `qubic:${edge}`),
];
const link = (game, ...moves) => `#game=${encodeURIComponent(game)}&moves=${moves}&side=both`;
const count = (page, selector) => page.value(`document.querySelectorAll('${selector}').length`);
const text = (page, id) => page.value(`document.getElementById("${id}").textContent`);

/** What of the game is shown but not in the window, or is under something else. */
const CUT_OFF = `(() => {
  window.scrollTo(0, 0);
  const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
  const cut = scrollWidth > clientWidth ? ["the page scrolls sideways"] : [];
  for (const element of document.querySelectorAll("header button, #title, .subtitle, #status, .square, #cube, .facts > *, .play .controls button")) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0) continue;
    const name = element.id || element.dataset.square || element.className;
    if (left < 0 || top < 0 || right > clientWidth || bottom > clientHeight) cut.push(name);
    else if (!element.contains(document.elementFromPoint(left + width / 2, top + height / 2)) && !element.matches(":disabled")) cut.push(name + " is covered");
  }
  return cut;
})()`;

for (const game of GAMES) {
  test(`the board, the status and the buttons of ${game} are on the screen`, async () => {
    for (const options of [PHONE, { width: 390, height: 664, touch: true }, { width: 1280, height: 800 }, { width: 1920, height: 1080 }]) {
      const { width, height } = options;
      await withPage(link(game), options, async (page) => {
        assert.deepEqual(await page.value(CUT_OFF), [], `${width}x${height}`);
        if (!game.startsWith("qubic") || width > 900) return;
        await page.tap("#cube-choice");
        assert.deepEqual(await page.value(CUT_OFF), [], `the cube, ${width}x${height}`);
        assert.equal(await page.value(`document.getElementById("board").offsetWidth`), 0);
        assert.ok((await page.value(`document.getElementById("cube").clientWidth`)) > 200);
      });
    }
  });
}

for (const fragment of [link("tictactrains:modern"), link("tictactoe:22x22:5"), link("qubic"), "#puzzle=17"]) {
  test(`${fragment} is on the screen of a phone on its side`, async () => {
    for (const [width, height] of [[844, 390], [932, 430], [667, 375]]) {
      await withPage(fragment, { width, height, touch: true }, async (page) => {
        assert.deepEqual(await page.value(CUT_OFF), [], `${width}x${height}`);
        assert.ok((await page.value(`document.getElementById("board").clientHeight`)) > 200);
      });
    }
  });
}

test("in a low window the page is longer, and nothing is covered", () =>
  withPage(link("tictactoe:7x6:4"), { width: 560, height: 300 }, async (page) => {
    const heights = await page.value(`[...document.querySelectorAll("#status, #table, .facts, .play .controls, aside")].map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])`);
    for (let i = 1; i < heights.length; i++) assert.ok(heights[i][0] >= heights[i - 1][1], heights.join(" | "));
    assert.ok((await page.value(`document.getElementById("board").clientHeight`)) > 200);
  }));

test("the first tap on a small square chooses it, the second plays it", () =>
  withPage(link("tictactoe:22x22:5", "l11"), PHONE, async (page) => {
    const stones = () => count(page, ".square:not(.chosen) .stone");
    const chosen = () => page.value(`[...document.querySelectorAll(".square.chosen")].map((square) => square.getAttribute("aria-label")).join()`);
    await page.tap('[data-square="c3"]');
    assert.deepEqual([await stones(), await chosen()], [1, "c3, empty, chosen"]);
    assert.equal(await text(page, "status"), "c3: tap it again to play it.");
    await assertAccessible(page, "a chosen square");
    await page.tap('[data-square="d4"]');
    assert.deepEqual([await stones(), await chosen()], [1, "d4, empty, chosen"]);
    await page.tap('[data-square="d4"]');
    assert.deepEqual([await stones(), await chosen()], [2, ""]);
    // What was chosen in another position is not played.
    await page.tap('[data-square="a1"]');
    await page.tap("#undo");
    await page.tap('[data-square="a1"]');
    assert.deepEqual([await stones(), await chosen()], [1, "a1, empty, chosen"]);
    // A mouse and the keyboard are exact.
    await page.click('[data-square="e5"]');
    assert.equal(await stones(), 2);
    await page.key("ArrowUp");
    await page.key("Enter");
    assert.equal(await stones(), 3);
  }));

test("squares of a size for fingers are played by one tap", () =>
  withPage(link("tictactrains:modern"), PHONE, async (page) => {
    await page.tap('[data-square="d4"]');
    assert.equal(await count(page, ".square .stone"), 1);
  }));

test("a large board is zoomed, moved by a finger, and follows the game", () =>
  withPage(link("tictactoe:22x22:5", "v22"), PHONE, async (page) => {
    const seen = (square) => page.value(`(({ left, top, right, bottom }, board) => left >= board.left && top >= board.top && right <= board.right && bottom <= board.bottom)(document.querySelector('[data-square="${square}"]').getBoundingClientRect(), document.getElementById("board").getBoundingClientRect())`);
    assert.ok(await seen("a1"));
    await page.tap("#zoom");
    assert.deepEqual([await seen("v22"), await seen("a1")], [true, false]);
    assert.ok((await page.value(`document.querySelector(".square").offsetWidth`)) >= 40);
    assert.equal(await page.value("document.documentElement.scrollWidth"), PHONE.width);
    await assertAccessible(page, "zoomed");
    const { x, y } = await page.middleOf("#board");
    const before = await page.value(`document.getElementById("board").scrollLeft`);
    await page.swipe(x, y, 150, 0);
    await page.until(`document.getElementById("board").scrollLeft < ${before - 50}`);
    await page.value(`location.hash = ${JSON.stringify(link("tictactoe:22x22:5", "v22", "a1"))}`);
    await page.until(`document.querySelector('[data-square="a1"] .stone')`);
    assert.ok(await seen("a1"));
    // Squares of this size need no second tap.
    await page.tap('[data-square="b2"]');
    assert.equal(await count(page, ".square .stone"), 3);
    await page.tap("#zoom");
    assert.ok((await seen("a1")) && (await seen("v22")));
    // Another game on a smaller board needs no zoom.
    await page.tap("#zoom");
    await page.value(`location.hash = "${link("tictactoe")}"`);
    await page.until(`document.getElementById("zoom").hidden`);
    assert.equal(await page.value(`document.getElementById("zoom").getAttribute("aria-pressed")`), "false");
    assert.ok((await page.value(`document.querySelector(".square").offsetWidth`)) > 100);
  }));

test("a board is zoomed just if its squares are small", async () => {
  for (const [size, isSmall] of [[10, false], [11, true], [12, true]]) {
    await withPage(link(`tictactoe:${size}x${size}:5`), PHONE, async (page) => {
      assert.equal(await page.value(`document.querySelector(".square").offsetWidth < 32`), isSmall);
      assert.equal(await page.value(`document.getElementById("zoom").hidden`), !isSmall);
      if (!isSmall) return;
      await page.tap("#zoom");
      await page.tap('[data-square="e5"]');
      assert.equal(await count(page, ".zoomed .stone"), 1);
    });
  }
});

test("a tap on the cube shows the square, the second plays it", () =>
  withPage(link("qubic"), PHONE, async (page) => {
    await page.tap("#cube-choice");
    const { x, y } = await page.middleOf("#cube");
    let at = null;
    for (let i = 0; i < 60 && !at; i++) {
      const place = [x - 100 + 3 * i, y + 20];
      await page.tapAt(...place);
      if (/tap it again/.test(await text(page, "status"))) at = place;
    }
    assert.equal(await count(page, ".square .stone"), 0);
    const square = (await text(page, "status")).split(":")[0];
    assert.equal(await page.value(`document.querySelector(".square.pointed").dataset.square`), square);
    await page.tapAt(...at);
    assert.equal(await count(page, `[data-square="${square}"] .stone`), 1);
  }));

test("the rings that the rules allow are drawn, and explained in a window", () =>
  withPage(link("tictactrains:swiss", "d4", "a1"), { width: 1280, height: 800 }, async (page) => {
    const drawn = () => page.value(`[...document.querySelectorAll(".ring-name")].map((name) => name.textContent)`);
    const rings = async () => new Set((await page.value(`[...document.querySelectorAll(".square.legal")].map((square) => square.dataset.square)`)).map((name) => ringOf(placeOf(name), 7)));
    assert.deepEqual([(await drawn()).sort(), [...(await rings())].sort()], [["ring 2", "ring 3"], [2, 3]]);
    await page.click('[data-square="b2"]');
    assert.deepEqual([await drawn(), [...(await rings())]], [["ring 3"], [3]]);
    await page.click('[data-square="g7"]');
    assert.deepEqual(await drawn(), []);
    await page.click("#show-rules");
    assert.equal(await count(page, "#rules[open] .lesson"), 3);
    assert.equal(await count(page, ".lesson[open] .picture"), 2);
    await assertAccessible(page, "the rules");
    await page.click("#rules-close");
    assert.equal(await count(page, "dialog[open]"), 0);
  }));

test("a window lists the keys, and those of buttons press them", () =>
  withPage(link("tictactoe", "b2"), { width: 1280, height: 800 }, async (page) => {
    await page.key("?");
    assert.equal(await count(page, "#keys[open]"), 1);
    await assertAccessible(page, "the keys");
    // Keys have no meaning in the window.
    await page.key("u");
    assert.equal(await count(page, ".square .stone"), 1);
    await page.key("Enter");
    assert.equal(await count(page, "dialog[open]"), 0);
    await page.click("#show-keys");
    assert.equal(await count(page, "#keys[open] table"), 4);
    await page.click("#keys-close");
    await page.key("u");
    assert.equal(await count(page, ".square .stone"), 0);
    assert.equal(await page.value(`document.getElementById("undo").getAttribute("aria-keyshortcuts")`), "u");
  }));
