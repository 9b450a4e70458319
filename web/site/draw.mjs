// Draws the icons and the social picture of the site, which are kept beside this file.
//
//   node web/site/draw.mjs

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Browser } from "../tests/browser.mjs";

const here = (name) => new URL(name, import.meta.url);
const browser = new Browser();

/** Makes `name` of what `source` shows on a screen of this size, after `change`. */
async function draw(name, source, [width, height], change = "") {
  const page = await browser.open(here(source).href, { width, height, mobile: false });
  if (change) await page.value(change);
  writeFileSync(here(name), await page.picture({ isWhole: false }));
  console.log(fileURLToPath(here(name)));
  await page.close();
}

// Systems cut the corners of icons in their own way.
const square = `document.querySelector("rect").removeAttribute("rx")`;
await draw("icon-192.png", "icon.svg", [192, 192], square);
await draw("icon-512.png", "icon.svg", [512, 512], square);
await draw("social.png", "social.html", [1200, 630]);
await browser.close();
