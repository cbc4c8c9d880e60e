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

/**
 * The element, which does something from now on.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} event
 * @param {(e: Event) => void} f
 * @returns {E}
 */
export function on(element, event, f) {
  element.addEventListener(event, f);
  return element;
}

/**
 * A box to tick, with what it stands for and how much.
 * @param {string} value
 * @param {string} words
 * @param {number} n
 */
export function chip(value, words, n) {
  const box = /** @type {HTMLInputElement} */ (h("input"));
  Object.assign(box, { type: "checkbox", value });
  return h("label.chip", box, `${words} `, h("span", n.toLocaleString("en")));
}

/**
 * A button that looks like a link.
 * @param {string} words
 * @param {() => void} f
 */
export function action(words, f) {
  const button = on(h("button.link", words), "click", f);
  button.setAttribute("type", "button");
  return button;
}

const AT_ONCE = 100; // milliseconds that nobody takes for a wait

/**
 * What a promise gives, with words in an element while it takes longer than at once.
 * @template T
 * @param {HTMLElement} element
 * @param {string} words
 * @param {Promise<T>} promise
 */
export async function working(element, words, promise) {
  const later = setTimeout(() => (element.textContent = words), AT_ONCE);
  try {
    return await promise;
  } finally {
    clearTimeout(later);
    if (element.textContent === words) element.textContent = "";
  }
}

/**
 * Hands a file to the person at the browser.
 * @param {BlobPart} content
 * @param {string} name
 * @param {string} type
 */
export function save(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = /** @type {HTMLAnchorElement} */ (h("a"));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers read it late
}
