// The section about what the engines did: depth, nodes, times, processors and
// memory.

const seconds = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });

const usageColumns = [
  ["games", (row) => row.games, count],
  ["plies", (row) => row.plies, short],
  ["depth", (row) => row.depth, (value) => value.toFixed(1)],
  ["least", (row) => row.least_depth, String],
  ["nodes", (row) => row.nodes, short],
  ["nodes/s", (row) => row.nodes_per_second, short],
  ["s/ply", (row) => row.seconds_per_ply, seconds],
  ["longest", (row) => row.longest_seconds, seconds],
  ["left", (row) => row.least_seconds_left, seconds],
  ["CPU s", (row) => row.cpu_seconds, seconds],
  ["CPUs", (row) => row.processors, (value) => value.toFixed(2)],
  ["MiB", (row) => row.peak_kib, (value) => short(value / 1024)],
];

function usage() {
  const rows = data.usage;
  byId("s-usage").hidden = rows.length === 0;
  if (rows.length === 0) return;
  const isKnown = (value) => value !== undefined && value !== null;
  const columns = usageColumns.filter(([, of]) => rows.some((row) => isKnown(of(row))));
  const head = el("tr", {}, el("th", { class: "left" }, "engine"),
    el("th", { class: "left" }, "opponent"), el("th", {}, "side"), columns.map(([name]) => el("th", {}, name)));
  const cell = (row) => ([, of, text]) => el("td", {}, isKnown(of(row)) ? text(of(row)) : "–");
  const body = rows.map((row) => el("tr", {}, el("td", { class: "left name" }, row.engine),
    el("td", { class: "left name" }, row.opponent), el("td", {}, row.side), columns.map(cell(row))));
  byId("usage").replaceChildren(el("thead", {}, head), el("tbody", {}, body));
  byId("unequal").textContent = data.unequal_processors.map((note) => `Note: ${note}.`).join(" ");
  hintAtWidth(byId("usage"));
}
