// What was played under which conditions: settings, engines and machines.

const timeOf = (millis) => new Date(millis).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A table of the columns that have a value in some row. */
function termsTable(columns, rows) {
  const known = columns.filter(([, key]) => rows.some((row) => row[key]));
  if (known.length === 0) return null;
  return el("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": known[0][0] }, el("table", { class: "terms" },
    el("thead", {}, el("tr", {}, known.map(([name]) => el("th", { class: "left" }, name)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, known.map(([, key, text = String], i) =>
      el("td", { class: i ? "left" : "left name" }, row[key] ? text(row[key]) : "–")))))));
}

function conditions() {
  const { settings, engines, runs, file } = data.conditions;
  const isOpen = byId("conditions").querySelector("details")?.open;
  byId("conditions").replaceChildren(...[
    el("dl", { class: "terms" }, settings.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    el("h3", {}, "Engines"),
    termsTable([["engine", "name"], ["limits", "limits"], ["options", "options"], ["program", "program"], ["calls itself", "id"], ["SHA-256", "sha256", (hash) => `${hash}…`]], engines),
    ...(runs.length ? [el("h3", {}, "Runs"),
      termsTable([["started", "started", timeOf], ["version of the runner", "version"], ["machine", "machine"], ["factor on times", "scale"]], runs)] : []),
    el("details", { open: isOpen ? "" : undefined }, el("summary", {}, "The tournament file"), el("pre", {}, file),
      el("button", { type: "button", onclick: () => download("tournament.toml", file) }, "Save the file")),
  ].filter(Boolean));
}
