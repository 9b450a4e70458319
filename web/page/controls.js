// The buttons of the page, and its windows of rules and keys.

import { byId } from "./dom.js";
import { connectKeys } from "./keys.js";
import { levelNames } from "./levels.js";
import { copy, isLocal, reach } from "./links.js";

/** Connects the buttons with these ids, and the choice of the level. */
export function connect(actions, onLevel) {
  const windows = { "show-rules": () => byId("rules").showModal(), "show-keys": () => byId("keys").showModal() };
  const all = { ...actions, ...windows };
  for (const [id, action] of Object.entries(all)) byId(id).addEventListener("click", action);
  for (const name of ["rules", "keys"]) byId(`${name}-close`).addEventListener("click", () => byId(name).close());
  // What is pasted replaces the position.
  byId("position").addEventListener("focus", ({ target }) => target.select());
  byId("copy").addEventListener("click", copyLink);
  byId("link-note").hidden = !isLocal(location);
  const names = levelNames().map((name, i) => new Option(name, i + 1));
  byId("level").append(...names);
  byId("level").addEventListener("change", ({ target }) => onLevel(Number(target.value)));
  connectKeys(all);
}

async function copyLink() {
  byId("link").select();
  const isCopied = await copy(byId("link").value);
  byId("copied").textContent = `${isCopied ? "The link is copied." : "Copy the marked text."}${reach()}`;
}
