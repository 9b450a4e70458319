// What axe-core finds on a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asserts that nothing serious is found; `name` names the state of the page. */
export async function assertAccessible(page, name) {
  await page.value(AXE);
  const violations = await page.value(`axe.run().then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map(({ html }) => html).slice(0, 3) })))`);
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  assert.deepEqual(serious, [], name);
}
