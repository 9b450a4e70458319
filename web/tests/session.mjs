// A browser and the page in it, for the tests.

import assert from "node:assert/strict";
import { Browser } from "./browser.mjs";
import { ROOT } from "./engine.mjs";

export const PAGE = new URL("target/web/noughts.html", ROOT).href;

/** A browser, and `withPage`, which opens the page with a game in it. */
export function session() {
  const browser = new Browser();

  /** Opens the page with a game, and checks at the end that it was quiet. */
  async function withPage(fragment, options, work) {
    const page = await browser.open(PAGE + fragment, options);
    await page.until("document.body.dataset.ready");
    await work(page);
    assert.deepEqual(page.messages, [], "the page says something to the console");
    const foreign = page.requests.filter((url) => url !== PAGE + fragment && url.split("#")[0] !== PAGE && !url.startsWith("blob:"));
    assert.deepEqual(foreign, [], "the page asks for something");
    await page.close();
  }

  return { browser, withPage };
}
