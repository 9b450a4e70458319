// What a chart says about the place under the pointer.

/**
 * Puts a chart into a frame that shows the values at the nearest of the places
 * `xs` while the pointer is over it. `words` returns the rows of a place.
 */
function hoverable(chart, { xs, x, top, bottom, words, over = () => {} }) {
  const mark = svg("line", { class: "mark-x", y1: top, y2: bottom, visibility: "hidden" });
  const tip = el("div", { class: "tip", hidden: "" });
  const frame = el("div", { class: "hoverable" }, chart, tip);
  chart.append(mark);
  if (xs.length === 0) return frame;
  frame.addEventListener("pointermove", (event) => {
    const left = frame.getBoundingClientRect().left;
    const at = event.clientX - left;
    let near = 0;
    for (let i = 1; i < xs.length; i++) if (Math.abs(x(xs[i]) - at) < Math.abs(x(xs[near]) - at)) near = i;
    const place = x(xs[near]);
    for (const end of ["x1", "x2"]) mark.setAttribute(end, place);
    mark.setAttribute("visibility", "visible");
    tip.replaceChildren(...words(near, event).flat());
    tip.hidden = false;
    const isRight = place > frame.clientWidth / 2;
    tip.style.left = isRight ? "auto" : `${place + 12}px`;
    tip.style.right = isRight ? `${frame.clientWidth - place + 12}px` : "auto";
    over(near, event);
  });
  frame.addEventListener("pointerleave", () => {
    tip.hidden = true;
    mark.setAttribute("visibility", "hidden");
    over(null);
  });
  return frame;
}

/** A row of a tip. */
const tipRow = (mark, name, value) =>
  el("div", { class: "tip-row" }, mark, el("span", { class: "tip-name" }, name), el("b", {}, value));
