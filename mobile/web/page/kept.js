// What the column view keeps over a reload, in the browser's database: the table, what was chosen, and what was decided.
import { change, read } from "../lib/files.js";

const STORE = "normlet column", FILE = "table.json";

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

let last = Promise.resolve();

/**
 * Keeps this instead of what was kept, nothing if undefined. Of changes that come while one is written, all are, in
 * their order.
 * @param {Kept} [kept]
 */
export function keep(kept) {
  last = last.then(() => change(STORE, [[FILE, kept && new TextEncoder().encode(JSON.stringify(kept))]])).catch(() => {}); // private windows keep nothing
  return last;
}
