// A table that somebody pasted or opened: what its first row is, and which column has the names.
import { decode } from "./decode.js";
import { delimiterOf, parseRows } from "./delimited.js";
import { percent } from "./words.js";

const SAMPLE = 200; // rows that are looked at
const MOST_ROWS = 300_000; // what a browser's list can be high enough for
const NAMES = new Set("name names symbol symbols gene genes protein proteins disease diseases drug drugs chemical chemicals compound species organism cell line mention mentions term terms label labels entity entities alias synonym hgnc approved official preferred".split(" "));
const OTHERS = new Set("id ids identifier accession number no nr count score p value date type comment comments note notes description definition source url".split(" "));

/**
 * @typedef {object} Table
 * @property {string[][]} rows
 * @property {string} how it was read, for people
 * @property {string} [file] its name
 * @property {string[]} [sheets] of a workbook
 * @property {string} [sheet] the one that was read
 */

/**
 * @param {string} text
 * @param {string} [file] its name
 * @returns {Table}
 */
export function textTable(text, file) {
  const delimiter = delimiterOf(text, file);
  const rows = bounded(parseRows(text, delimiter));
  return { rows, file, how: { "": "one name a line", "\t": "cells between tabs", ",": "cells between commas", ";": "cells between semicolons" }[delimiter] ?? "" };
}

/**
 * The table in a file, which is text or a workbook.
 * @param {File} file
 * @param {string} [sheet] the first one that has rows unless given
 * @returns {Promise<Table>}
 */
export async function openTable(file, sheet) {
  let bytes = new Uint8Array(await file.arrayBuffer());
  const starts = (/** @type {number[]} */ ...head) => head.every((b, i) => bytes[i] === b);
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw new Error("an old Excel file (.xls), or one with a password: save it as .xlsx without one, or as .csv");
  if (starts(0x50, 0x4b)) return workbook(bytes, file.name, sheet);
  if (starts(0x1f, 0x8b)) bytes = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const { text, encoding } = decode(bytes);
  if (/[\0-\x08\x0e-\x1a]/.test(text.slice(0, 10_000))) throw new Error("this is no table: tables are .xlsx, .csv and .tsv");
  const table = textTable(text, file.name.replace(/\.gz$/, ""));
  return encoding === "utf-8" ? table : { ...table, how: `${table.how}, ${encoding.toUpperCase()}` };
}

/**
 * @param {Uint8Array} bytes
 * @param {string} file
 * @param {string} [wanted]
 * @returns {Promise<Table>}
 */
async function workbook(bytes, file, wanted) {
  const { openWorkbook } = await import("./xlsx.js"); // few need it
  const { sheets, read } = await openWorkbook(bytes);
  for (const sheet of wanted === undefined ? sheets : [wanted]) {
    const rows = bounded(await read(sheet));
    if (rows.length > 0) return { rows, file, sheets, sheet, how: `the sheet “${sheet}”` };
  }
  throw new Error("the workbook has no cells");
}

/** @param {string[][]} rows */
function bounded(rows) {
  if (rows.length <= MOST_ROWS) return rows;
  throw new Error(`the table has ${rows.length.toLocaleString("en")} rows, this page takes ${MOST_ROWS.toLocaleString("en")}: use normlet map`);
}

/** @param {string[][]} rows */
export function widthOf(rows) {
  return rows.reduce((most, row) => Math.max(most, row.length), 1);
}

/** @param {string} cell */
const words = (cell) => cell.toLowerCase().split(/[^a-z]+/).filter(Boolean);

/** @param {string} cell */
const isNumber = (cell) => /^[-+]?[\d.,]*\d([eE][-+]?\d+)?\s?%?$/.test(cell.trim());

/**
 * Whether the first row names the columns: it has a cell of nothing but the usual words, or a word above numbers.
 * @param {string[][]} rows
 */
export function hasHeader(rows) {
  const [first, ...rest] = rows.slice(0, SAMPLE);
  if (!first || rest.length === 0 || first.some(isNumber) || new Set(first).size < first.length) return false;
  const usual = first.some((cell) => words(cell).length > 0 && words(cell).every((w) => NAMES.has(w) || OTHERS.has(w)));
  return usual || first.some((cell, i) => cell.trim() !== "" && rest.length > 2 && rest.every((row) => isNumber(row[i] ?? "")));
}

/**
 * How likely each column has the names, to compare: by the words above it, by how much of it is text, and by how much
 * of that is said once.
 * @param {string[][]} rows
 * @param {boolean} header
 * @returns {number[]}
 */
export function columnScores(rows, header) {
  const body = rows.slice(header ? 1 : 0, SAMPLE);
  return Array.from({ length: widthOf(rows.slice(0, SAMPLE)) }, (_, i) => {
    const cells = body.map((row) => (row[i] ?? "").trim());
    const texts = cells.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 80 && !/^\w+:(\/\/|\S*\d)/.test(cell));
    const title = header ? words(rows[0]?.[i] ?? "") : [];
    const hint = title.some((w) => OTHERS.has(w)) ? -0.5 : title.some((w) => NAMES.has(w)) ? 0.6 : 0;
    return hint + (texts.length / Math.max(1, cells.length)) * (0.3 + 0.7 * (new Set(texts).size / Math.max(1, texts.length)));
  });
}

/**
 * What a column holds, as the page says it.
 * @param {import("../lib/normlet.js").Column} found
 */
export function columnWords({ kind, of, share, known, examples }) {
  const what = { names: `${of} ${percent(share)}`, ids: `ids of ${of}, ${percent(known)} in the pack`, other: "nothing to look up" }[/** @type {string} */ (kind)] ?? kind;
  const shown = examples.map(({ cell, name }) => (name && name !== cell ? `${cell} → ${name}` : cell));
  return shown.length > 0 ? `${what}: ${shown.join(", ")}` : what;
}

/**
 * The first of the highest scores.
 * @param {number[]} scores
 */
export function best(scores) {
  return scores.indexOf(Math.max(...scores));
}

/**
 * What the columns are called.
 * @param {string[][]} rows
 * @param {boolean} header
 */
export function titles(rows, header) {
  const width = widthOf(rows);
  return Array.from({ length: width }, (_, i) => (header && rows[0]?.[i]?.trim()) || (width === 1 ? "mention" : `column ${i + 1}`));
}
