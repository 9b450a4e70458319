// The lengths of the games, what ended them, and their results.

function ends() {
  byId("s-ends").hidden = data.played === 0;
  if (data.played === 0) return;
  const lengths = new Map(data.lengths);
  if (lengths.size > 1) drawn(byId("lengths"), (width) => columns(width, 220, lengths));
  else byId("lengths").replaceChildren(`Every game has ${data.lengths[0][0]} plies.`);
  const rows = (entries) => el("dl", {}, entries.map(([name, games, isFault]) => {
    const bar = el("div", { class: `bar ${isFault ? "fault" : ""}` });
    bar.style.width = `${(100 * games) / data.played}%`;
    return [el("dt", {}, name), el("dd", {}, bar), el("dd", {}, count(games))];
  }));
  const results = ["X won", "O won", "drawn", "unscored"].map((name, i) => [name, data.results[i]]);
  const late = data.late_under_load;
  byId("ends").replaceChildren(rows(data.endings),
    late ? el("p", { class: "note" }, `${count(late)} of the losses on time happened while the load average of the machine exceeded its number of processors, and may be the machine's fault.`) : "",
    el("h3", {}, "Results"),
    rows(results.filter(([, games]) => games > 0).sort((a, b) => b[1] - a[1])));
}
