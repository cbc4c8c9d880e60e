// A column of names: from what people paste to mentions, and from answers to CSV.

/**
 * The mentions in a pasted column: one a line, the first cell of each where a line
 * has several. Cells that a spreadsheet put in quotation marks, because they hold
 * quotation marks, are unquoted. Empty lines within stay, so that the result lines
 * up with the sheet; those at the end do not.
 * @param {string} text
 * @returns {{mentions: string[], cells: number}} cells of the longest line
 */
export function parseColumn(text) {
  let cells = 1;
  text = text.replace(/^\uFEFF/, "").trimEnd();
  if (text === "") return { mentions: [], cells };
  const mentions = text.split(/\r\n|\r|\n/).map((line) => {
    const row = line.split("\t");
    cells = Math.max(cells, row.length);
    return unquote(row[0].trim());
  });
  return { mentions, cells };
}

/** @param {string} cell */
function unquote(cell) {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(cell);
  return quoted ? quoted[1].replaceAll('""', '"').trim() : cell;
}

/**
 * What an answer comes to, in one word: `found`, `ambiguous`, `nil` or, for a
 * mention without text, `empty`.
 * @param {import("../lib/normlet.js").Answer} answer
 */
export function statusOf(answer) {
  if (answer.mention.trim() === "") return "empty";
  if (answer.nil) return "nil";
  return answer.ambiguous.length > 0 ? "ambiguous" : "found";
}

const HEADER = ["mention", "status", "id", "name", "matched", "stage", "probability", "tied"];

/**
 * The cells of an answer under HEADER. Without an entity, only the probability of
 * that is given.
 * @param {import("../lib/normlet.js").Answer} answer
 */
function cellsOf(answer) {
  const status = statusOf(answer);
  if (status === "empty") return [answer.mention, status, "", "", "", "", "", ""];
  if (status === "nil") return [answer.mention, status, "", "", "", "", answer.pNil.toFixed(4), ""];
  const m = answer.matches[0];
  return [answer.mention, status, m.id, m.name, m.matched, m.stage, m.p.toFixed(4), answer.ambiguous.join(" ")];
}

/**
 * The answers as CSV after RFC 4180, behind a byte order mark, without which
 * Excel takes Greek letters for something else.
 * @param {import("../lib/normlet.js").Answer[]} answers
 */
export function toCSV(answers) {
  const rows = [HEADER, ...answers.map(cellsOf)];
  return "\uFEFF" + rows.map((row) => row.map(field).join(",") + "\r\n").join("");
}

/**
 * A field of CSV. One that a spreadsheet would run as a formula gets an apostrophe
 * in front: the text may come from anywhere.
 * @param {string} text
 */
export function field(text) {
  if (/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text)) text = "'" + text;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
