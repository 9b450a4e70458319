// What a person does by keys alone.

import assert from "node:assert/strict";
import { placeOf } from "../page/squares.js";

/** Presses the tabulator until a matching element has the focus. */
export async function tabTo(page, selector) {
  const isThere = () => page.value(`document.activeElement.matches(${JSON.stringify(selector)})`);
  for (let i = 0; i < 80; i++) {
    if (await isThere()) return;
    await page.key("Tab");
  }
  assert.fail(`the tabulator does not reach ${selector}`);
}

/** Types a text. */
export async function type(page, text) {
  for (const letter of text) await page.key(letter);
}

/** Plays a square: the tabulator to the board, then arrows. */
export async function byKeys(page, square) {
  await tabTo(page, ".square");
  const from = placeOf(await page.value(`document.activeElement.dataset.square`));
  const to = placeOf(square);
  const steps = [
    [to.level - from.level, "PageUp", "PageDown"],
    [to.x - from.x, "ArrowRight", "ArrowLeft"],
    [to.y - from.y, "ArrowUp", "ArrowDown"],
  ];
  for (const [distance, forward, back] of steps) {
    for (let i = 0; i < Math.abs(distance); i++) await page.key(distance > 0 ? forward : back);
  }
  await page.key("Enter");
}
