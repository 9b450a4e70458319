// Panels of which one is shown, chosen by tabs.

/** Connects the tabs of a list with the panels that they name. */
export function connectTabs(list) {
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const choose = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (at < 0 || !step) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
    event.preventDefault();
  });
  choose(tabs[0]);
}
