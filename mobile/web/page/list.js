// A list of any length: only the rows in view are in the document, all of one height, so that it scrolls as if all were.
import { h } from "./dom.js";

const AROUND = 6; // rows beyond those in view, so that scrolling shows no gaps

/**
 * Shows rows in a scrolling box that has the role of a table.
 * @param {HTMLElement} box with the header row before `body`
 * @param {HTMLElement} body
 * @param {(at: number) => HTMLElement} row makes the element of a row
 */
export function virtualList(box, body, row) {
  let length = 0;
  /** @type {Map<number, HTMLElement>} */
  let shown = new Map();

  function draw() {
    const height = rowHeight();
    const first = Math.max(0, Math.floor(box.scrollTop / height) - AROUND);
    const end = Math.min(length, Math.ceil((box.scrollTop + box.clientHeight) / height) + AROUND);
    const next = new Map();
    for (let at = first; at < end; at++) next.set(at, shown.get(at) ?? make(at));
    for (const [at, element] of shown) if (!next.has(at) && !keepFocus(element)) element.remove();
    let before = null; // in the order of the rows, for those who hear them
    for (const [, element] of [...next].reverse()) {
      if (element.parentNode !== body || element.nextSibling !== before) body.insertBefore(element, before);
      before = element;
    }
    shown = next;
  }

  /** What has the focus stays until the focus goes: it would be lost. @param {HTMLElement} element */
  function keepFocus(element) {
    if (!element.contains(document.activeElement)) return false;
    element.addEventListener("focusout", () => setTimeout(() => [...shown.values()].includes(element) || element.remove()), { once: true });
    return true;
  }

  /** @param {number} at */
  function make(at) {
    const element = row(at);
    element.setAttribute("role", "row");
    element.setAttribute("aria-rowindex", String(at + 2)); // the header is the first
    element.style.setProperty("--at", String(at));
    return element;
  }

  const rowHeight = () => parseFloat(getComputedStyle(body).getPropertyValue("--row")) * parseFloat(getComputedStyle(document.documentElement).fontSize);

  box.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(box);

  return {
    /** Shows so many rows, from the first. @param {number} n */
    fill(n) {
      length = n;
      box.setAttribute("aria-rowcount", String(n + 1));
      body.style.setProperty("--rows", String(n));
      box.scrollTop = 0;
      this.redraw();
    },
    /** Makes the rows in view again. */
    redraw() {
      shown = new Map();
      body.replaceChildren();
      draw();
    },
  };
}

/**
 * A cell of a row.
 * @param {string} role
 * @param {string} classes
 * @param {...(Node | string)} children
 */
export function cell(role, classes, ...children) {
  const element = h(`div.${classes}`, ...children);
  element.setAttribute("role", role);
  return element;
}
