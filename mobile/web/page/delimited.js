// Tables as text: cells between tabs, semicolons or commas, in quotation marks where they hold such, after RFC 4180.

const HEAD = 64 << 10; // characters and lines from which the delimiter is guessed
const LINES = 100;

/**
 * The rows of a text. A quotation mark that no other one closes at the end of a cell is a character like others: names
 * such as 5"-phosphate have them. Empty lines within stay, so that rows line up with the sheet; those at the end do not.
 * @param {string} text
 * @param {string} delimiter "" for one cell a line
 * @returns {string[][]}
 */
export function parseRows(text, delimiter) {
  text = text.replace(/^\uFEFF/, "").trimEnd();
  if (text === "") return [];
  /** @type {string[][]} */
  const rows = [[]];
  const end = new RegExp(`[${delimiter}\r\n]`, "g");
  for (let at = 0; ; at++) {
    const quote = text[at] === '"' ? quoteEnd(text, at, delimiter) : -1;
    end.lastIndex = quote < 0 ? at : quote + 1;
    const stop = end.exec(text)?.index ?? text.length;
    const row = /** @type {string[]} */ (rows.at(-1));
    row.push(quote < 0 ? text.slice(at, stop) : text.slice(at + 1, quote).replaceAll('""', '"'));
    if (stop === text.length) return rows;
    at = stop;
    if (text[at] === delimiter) continue;
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    rows.push([]);
  }
}

/**
 * Where the cell ends whose first quotation mark is there, -1 if it does not.
 * @param {string} text
 * @param {number} start
 * @param {string} delimiter
 */
function quoteEnd(text, start, delimiter) {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    const next = text[at + 1];
    if (next === '"') continue;
    return next === undefined || next === delimiter || next === "\r" || next === "\n" ? at : -1;
  }
  return -1;
}

/**
 * The delimiter of a text: the tab if it has one, since names have none; else a semicolon or a comma if it gives all
 * lines the same number of cells, at least two; else none. A file that is called .csv may have lines of other lengths.
 * @param {string} text
 * @param {string} [file] its name, if it is one
 */
export function delimiterOf(text, file = "") {
  const head = text.slice(0, HEAD);
  if (head.includes("\t") || /\.(tsv|tab)$/i.test(file)) return "\t";
  const whole = head.length === text.length;
  for (const delimiter of [";", ","]) {
    const rows = parseRows(head, delimiter).slice(0, LINES);
    if (!whole && rows.length < LINES) rows.pop(); // the head cuts it off
    const widths = rows.filter((row) => row.length > 1 || row[0] !== "").map((row) => row.length);
    if (widths.length > 1 && widths[0] > 1 && widths.every((w) => w === widths[0])) return delimiter;
  }
  return /\.csv$/i.test(file) && head.split(/[\r\n]/, 1)[0].includes(",") ? "," : "";
}

/**
 * Rows as CSV after RFC 4180, behind a byte order mark, without which Excel takes Greek letters for something else.
 * @param {string[][]} rows
 */
export function toCSV(rows) {
  const field = (/** @type {string} */ cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return "\uFEFF" + rows.map((row) => row.map(field).join(",") + "\r\n").join("");
}

/**
 * Rows between tabs. Nothing is quoted, so tabs and line ends within cells become blanks.
 * @param {string[][]} rows
 */
export function toTSV(rows) {
  return rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t") + "\n").join("");
}
