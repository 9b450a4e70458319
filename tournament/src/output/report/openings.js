// The table of the openings and how their games went.

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
const openingName = (text) => text || "start position";

const openingColumns = [
  ["games", ({ e }) => sumOf(e), count],
  ["X won", ({ e }) => e[0], count],
  ["drawn", ({ e }) => e[2], count],
  ["O won", ({ e }) => e[1], count],
  ["points of X", ({ e: [x, o, draws] }) => (x + o + draws ? (x + draws / 2) / (x + o + draws) : null), percent],
  ["plies", ({ e, l }) => l / sumOf(e), (value) => value.toFixed(1)],
];
const openingOrder = { column: 0, down: true, shown: 10 };

function openings() {
  const { column, down, shown } = openingOrder;
  byId("s-openings").hidden = data.openings.length + data.other_openings < 2;
  if (byId("s-openings").hidden) return;
  const of = openingColumns[column][1];
  const sorted = [...data.openings].sort((a, b) => (down ? of(b) - of(a) : of(a) - of(b)));
  const head = ([name], i) => el("th", { "aria-sort": i === column ? (down ? "descending" : "ascending") : undefined },
    el("button", {
      type: "button", class: "plain",
      onclick: () => {
        Object.assign(openingOrder, { column: i, down: i === column ? !down : true });
        openings();
        byId("openings").querySelectorAll("th button")[i].focus();
      },
    }, name, i === column ? (down ? " ↓" : " ↑") : ""));
  const row = (opening) => el("tr", {},
    el("td", { class: "left opening" }, el("button", {
      type: "button", class: "plain", title: "show its games", onclick: () => showOpening(opening.o),
    }, openingName(opening.o))),
    el("td", { class: "shares wide" }, stack(opening.e[0], opening.e[2], opening.e[1], "X won, drawn, O won")),
    openingColumns.map(([, value, text]) => el("td", {}, value(opening) === null ? "–" : text(value(opening)))));
  byId("openings").replaceChildren(
    el("thead", {}, el("tr", {}, el("th", { class: "left" }, "opening"),
      el("th", { class: "wide" }, el("span", { class: "unseen" }, "shares")), openingColumns.map(head))),
    el("tbody", { class: "sides" }, sorted.slice(0, shown).map(row)));
  hintAtWidth(byId("openings"));
  const left = sorted.length - shown;
  byId("other-openings").replaceChildren(
    ...(left > 0 ? [el("button", { type: "button", onclick: () => { openingOrder.shown += 100; openings(); } },
      `${Math.min(100, left)} more of ${plural(sorted.length, "opening")}`)] : []),
    ...(data.other_openings ? [el("span", {}, ` Not listed: ${plural(data.other_openings, "game")} from other openings.`)] : []));
}
