// What the column view keeps over a reload, in the browser's database: the table, what was chosen, and what was decided.
import { change, read } from "../lib/files.js";

const STORE = "normlet column", FILE = "table.json";
const MOST = 16e6; // characters: what is written after each decision must not stop the page

/**
 * @typedef {object} Kept
 * @property {import("./table.js").Table} [table] of a file
 * @property {string} text as pasted
 * @property {number} column
 * @property {boolean} header
 * @property {[string, import("./review.js").Decision][]} decisions
 */

/** @returns {Promise<Kept | undefined>} */
export async function recall() {
  const [file] = await read(STORE, () => true);
  return file && JSON.parse(new TextDecoder().decode(file[1]));
}

/**
 * Whether a table is small enough to be kept.
 * @param {Pick<Kept, "table" | "text">} kept
 */
export function fits({ table, text }) {
  let left = MOST - text.length;
  for (const row of table?.rows ?? []) for (const cell of row) if ((left -= cell.length + 1) < 0) return false;
  return left >= 0;
}

let last = Promise.resolve(true);

/**
 * Keeps this instead of what was kept, nothing if undefined or if it does not fit. Of changes that come while one is
 * written, all are, in their order.
 * @param {Kept} [kept]
 * @returns {Promise<boolean>} whether it is kept; private windows keep nothing
 */
export function keep(kept) {
  const content = kept && fits(kept) ? new TextEncoder().encode(JSON.stringify(kept)) : undefined;
  last = last.then(() => change(STORE, [[FILE, content]])).then(() => content !== undefined, () => false);
  return last;
}
