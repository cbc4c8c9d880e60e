/**
 * The element with an id. It has to be there.
 * @param {string} id
 * @returns {any}
 */
export function $(id) {
  const e = document.getElementById(id);
  if (!e) throw new Error(`the page has no element #${id}`);
  return e;
}

/**
 * Makes an element. Text is always text, never markup.
 * @param {string} tag name, with classes behind dots
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function h(tag, ...children) {
  const [name, ...classes] = tag.split(".");
  const e = document.createElement(name);
  e.classList.add(...classes);
  e.append(...children);
  return e;
}
