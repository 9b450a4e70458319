// The buttons of the page and their keys.

import { byId } from "./dom.js";
import { isLocal } from "./links.js";
import { levelNames } from "./setup.js";

const KEYS = { u: "undo", r: "redo", h: "hint", n: "new", a: "analyse", g: "recent" };
/** Where letters are typed. */
const FIELDS = "input, textarea, select, dialog, [role='listbox']";

/** Connects the buttons with these ids, and the choice of the level. */
export function connect(actions, onLevel) {
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  // What is pasted replaces the position.
  byId("position").addEventListener("focus", ({ target }) => target.select());
  byId("copy").addEventListener("click", copyLink);
  byId("link-note").hidden = !isLocal(location);
  const names = levelNames().map((name, i) => new Option(name, i + 1));
  byId("level").append(...names);
  byId("level").addEventListener("change", ({ target }) => onLevel(Number(target.value)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(FIELDS)) return;
    const action = KEYS[event.key];
    if (action && !byId(action).disabled) actions[action]();
  });
}

async function copyLink() {
  byId("link").select();
  const reach = isLocal(location) ? " It works only on this computer." : "";
  try {
    await navigator.clipboard.writeText(byId("link").value);
    byId("copied").textContent = `The link is copied.${reach}`;
  } catch {
    byId("copied").textContent = `Copy the marked text.${reach}`;
  }
}
