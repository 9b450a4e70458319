// The keys of the page: what they do, and the window that lists them.

import { byId, element } from "./dom.js";

/** The keys of buttons: the key, the id of the button, what it does. */
const BUTTONS = [
  ["u", "undo", "takes back a move"],
  ["r", "redo", "plays it again"],
  ["h", "hint", "asks for a hint"],
  ["a", "analyse", "analyses, or stops it"],
  ["v", "see-review", "shows the review of a finished game"],
  ["m", "next-mistake", "shows the next mistake"],
  ["t", "retry", "lets you try again, and shows the answer"],
  ["n", "new", "begins a new game"],
  ["g", "recent", "shows the games"],
  ["?", "show-keys", "shows these keys"],
];

const OTHERS = {
  "On the board": [
    ["Tab", "gets to the board"],
    ["← → ↑ ↓", "move by a square"],
    ["Home End", "move to the ends of the row"],
    ["Page Up Page Down", "move to the next layer of a cube"],
    ["Enter", "plays the square"],
  ],
  "Away from the board": [
    ["← →", "step through the game"],
    ["Home End", "go to its first or last position"],
  ],
  "On the drawn cube": [["← → ↑ ↓", "turn it"]],
};

/** Where letters are typed. */
const FIELDS = "input, textarea, select, dialog, [role='listbox']";

/** Connects the keys with the actions of the buttons, and fills the window. */
export function connectKeys(actions) {
  for (const [key, id] of BUTTONS) byId(id).setAttribute("aria-keyshortcuts", key);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(FIELDS)) return;
    const id = BUTTONS.find(([key]) => key === event.key)?.[1];
    if (id && !byId(id).disabled && !byId(id).hidden) actions[id]();
  });
  const rows = (list) => list.map(([keys, text]) => element("tr", {}, element("th", { scope: "row" }, ...keycaps(keys)), element("td", {}, text)));
  const table = (name, list) => element("table", {}, element("caption", {}, name), element("tbody", {}, ...rows(list)));
  const buttons = BUTTONS.map(([key, , text]) => [key, text]);
  byId("keys-list").replaceChildren(table("Everywhere", buttons), ...Object.entries(OTHERS).map(([name, list]) => table(name, list)));
}

/** `Page Up` is one key. */
const keycaps = (keys) => keys.split(/ (?!Up|Down)/).flatMap((key) => [element("kbd", {}, key), " "]);
