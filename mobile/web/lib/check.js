// What callers may pass, checked before it goes to the worker.
import { NormletError } from "./error.js";

const DEFAULT_K = 5;
const MAX_K = 128;

/**
 * What the worker takes for a pack. URLs are resolved here, since a worker's are
 * relative to its script.
 * @param {unknown} pack
 * @param {(address: string) => string} resolve
 */
export function checkPack(pack, resolve) {
  if (pack instanceof Uint8Array || pack instanceof Blob) return pack;
  if (pack instanceof ArrayBuffer) return new Uint8Array(pack);
  if (typeof pack !== "string" && !(pack instanceof URL)) {
    throw new NormletError("argument", "a pack is given as ArrayBuffer, Uint8Array, Blob, URL or string");
  }
  try {
    return resolve(String(pack));
  } catch {
    throw new NormletError("argument", `${pack} is not a URL`);
  }
}

/**
 * @param {unknown} mentions
 * @returns {string[]}
 */
export function checkMentions(mentions) {
  if (!Array.isArray(mentions) || mentions.some((m) => typeof m !== "string")) {
    throw new NormletError("argument", "a mention is a string, mentions are an array of strings");
  }
  return mentions;
}

/** What the calls take. */
export const SUGGEST = ["k", "namespace"];
export const LOOKUP = [...SUGGEST, "minP", "context", "near", "organisms", "lang", "show", "prefer", "exactly"];
const LIST = [...LOOKUP, "inOrder", "inList", "signal", "onProgress"];

/**
 * How many letters are missing, too many or others; one swapped with the next counts once.
 * @param {string} a
 * @param {string} b
 * @returns {number}
 */
function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const d = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i][j] = swapped ? Math.min(d, rows[i - 2][j - 2] + 1) : d;
    }
  }
  return rows[a.length][b.length];
}

/**
 * Refuses options that there are not.
 * @param {object} options
 * @param {string[]} known
 */
export function checkNames(options, known) {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new NormletError("argument", `there is no option ${JSON.stringify(unknown)}${hint(unknown, known)}`);
  }
}

/**
 * @param {string} name of no option
 * @param {string[]} known
 */
function hint(name, known) {
  const near = name.length > 64 ? [] : known.filter((o) => distance(o.toLowerCase(), name.toLowerCase()) <= Math.max(1, Math.floor(name.length / 3)));
  return near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
}

/**
 * @param {string} what
 * @param {unknown} yes
 */
function checkBoolean(what, yes) {
  if (typeof yes !== "boolean") {
    throw new NormletError("argument", `${what} is true or false`);
  }
}

/**
 * @param {string} what
 * @param {unknown} tag
 */
function checkLanguage(what, tag) {
  if (typeof tag !== "string") {
    throw new NormletError("argument", `${what} is the tag of a language, such as "es"`);
  }
}

/**
 * What the program takes for columns: their names and cells.
 * @param {import("./normlet.js").Sample[]} columns
 */
export function checkColumns(columns) {
  if (!Array.isArray(columns)) {
    throw new NormletError("argument", "columns are an array of objects with a name and cells");
  }
  return columns.map((column) => {
    const { name = "", cells } = column ?? {};
    return [...checkMentions([name]), ...checkMentions(cells)];
  });
}

/** @param {unknown} minP */
function checkMinP(minP) {
  if (typeof minP !== "number" || !(minP >= 0 && minP <= 1)) {
    throw new NormletError("argument", `minP is ${minP}: want a number from 0 to 1`);
  }
}

/**
 * The arguments that the program takes for a text to annotate.
 * @param {unknown} text
 * @param {import("./normlet.js").AnnotateOptions} [options]
 * @returns {[text: string, minP: number, types: string[], all: boolean, show: string, prefer: string[], organisms: string[], exactly: boolean]}
 */
export function checkAnnotation(text, options = {}) {
  checkNames(options, ["minP", "types", "all", "show", "prefer", "organisms", "exactly"]);
  const { minP = 0, types = [], all = false, show = "", prefer = [], organisms = [], exactly = false } = options;
  if (typeof text !== "string") {
    throw new NormletError("argument", "a text is a string");
  }
  checkMinP(minP);
  if (!Array.isArray(types) || types.some((t) => typeof t !== "string")) {
    throw new NormletError("argument", "types are an array of strings");
  }
  checkBoolean("all", all);
  checkBoolean("exactly", exactly);
  checkLanguage("show", show);
  return [text, minP, types, all, show, checkList("prefer", prefer), checkList("organisms", organisms), exactly];
}

/**
 * @param {string} what
 * @param {string | string[]} names
 */
function checkList(what, names) {
  const list = typeof names === "string" ? [names] : names;
  if (!Array.isArray(list) || list.some((n) => typeof n !== "string")) {
    throw new NormletError("argument", `${what} is a string or an array of strings`);
  }
  return list;
}

/**
 * The arguments that the program takes for options.
 * @param {import("./normlet.js").LookupOptions & import("./normlet.js").ListOptions} [options]
 * @param {string[]} [known]
 * @returns {[k: number, namespaces: string[], minP: number, context: string, near: boolean, inOrder: boolean, organisms: string[], lang: string, show: string, prefer: string[], exactly: boolean]}
 */
export function checkOptions(options = {}, known = LIST) {
  checkNames(options, known);
  const { k = DEFAULT_K, namespace = [], minP = 0, context = "", near = false, inOrder = false, organisms = [], lang = "", show = "", prefer = [], exactly = false, inList = "alone" } = options;
  if (!Number.isInteger(k) || k < 1 || k > MAX_K) {
    throw new NormletError("argument", `k is ${k}: want a whole number from 1 to ${MAX_K}`);
  }
  checkMinP(minP);
  const namespaces = checkList("namespace", namespace), meant = checkList("organisms", organisms), preferred = checkList("prefer", prefer);
  if (typeof context !== "string") {
    throw new NormletError("argument", "context is a string");
  }
  checkBoolean("near", near);
  checkBoolean("inOrder", inOrder);
  checkBoolean("exactly", exactly);
  if (inList !== "auto" && inList !== "alone") {
    throw new NormletError("argument", 'inList is "auto" or "alone"');
  }
  checkLanguage("lang", lang);
  checkLanguage("show", show);
  return [k, namespaces, minP, context, near, inOrder, meant, lang, show, preferred, exactly];
}
