/**
 * Makes tabs of the buttons in a tablist, each with the panel it controls. As usual,
 * the arrow keys, Home and End move between them, and Tab leaves them.
 * @param {HTMLElement} list
 * @returns what chooses a tab
 */
export function tabs(list) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]')]);

  /** @param {HTMLElement} chosen */
  function choose(chosen) {
    for (const tab of all) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !on;
    }
  }

  list.addEventListener("click", (e) => {
    const tab = all.find((t) => t === e.target);
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (e) => {
    const at = all.indexOf(/** @type {HTMLElement} */ (e.target));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[e.key];
    if (at < 0 || to === undefined) return;
    e.preventDefault();
    const tab = all[(to + all.length) % all.length];
    choose(tab);
    tab.focus();
  });
  return choose;
}
