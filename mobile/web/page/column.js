// A column of names: what its answers come to, and the table with them.

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

/** What normlet map adds for a column, behind the name of it and "_". */
const ADDED = ["id", "name", "matched", "stage", "score", "p", "tied", "verdict"];

/** The cut-off of a column, and the p that needs no second look or is worth one: those of normlet map. */
export const MIN_P = 0.5, SURE = 0.9, REVIEW = 0.1;

/**
 * What to do with an answer, as normlet map says it.
 * @param {import("../lib/normlet.js").Answer} answer
 */
export function verdictOf(answer) {
  const p = answer.matches[0]?.p ?? 0;
  if (statusOf(answer) === "found" && p >= SURE) return "accept";
  return answer.nil && p < REVIEW ? "none" : "review";
}

/**
 * A score or a probability in a table.
 * @param {number} x
 */
export const number = (x) => String(Math.round(x * 1e6) / 1e6);

/**
 * The cells of an answer under ADDED, as normlet map writes them.
 * @param {import("../lib/normlet.js").Answer} answer
 * @param {import("./review.js").Decision} [decision] wins
 */
function cellsOf(answer, decision) {
  const status = statusOf(answer);
  if (status === "empty") return ADDED.map(() => "");
  if (decision?.id) {
    const each = (/** @type {string} */ text) => decision.id.split("|").map(() => text).join("|");
    return [decision.id, decision.name, each(""), each("decision"), each("1"), each("1"), "", "accept"];
  }
  if (decision || status === "nil") return ["", "", "", "nil", "", "", "", decision ? "none" : verdictOf(answer)];
  const m = answer.matches[0];
  return [m.id, m.name, m.matched, m.stage, number(m.score), number(m.p), answer.ambiguous.length > 0 ? "yes" : "", verdictOf(answer)];
}

/**
 * The table with what was found: its header, whose names none of the added has, and its rows as they are.
 * @param {string[]} titles
 * @param {string[][]} rows without the header
 * @param {number} column
 * @param {(row: number) => import("../lib/normlet.js").Answer} answerOf
 * @param {(row: number) => import("./review.js").Decision | undefined} decisionOf
 * @param {(text: string) => string} [written] how an added cell is written
 */
export function mapped(titles, rows, column, answerOf, decisionOf, written = harmless) {
  const header = [...titles];
  for (const a of ADDED) {
    let name = `${titles[column]}_${a}`;
    for (let n = 2; header.includes(name); n++) name = `${titles[column]}_${a}_${n}`;
    header.push(name);
  }
  const filled = (/** @type {string[]} */ row) => [...row, ...Array(titles.length - row.length).fill("")];
  return [header, ...rows.map((row, i) => [...filled(row), ...cellsOf(answerOf(i), decisionOf(i)).map(written)])];
}

/**
 * The text of a cell that this page adds. One that a spreadsheet would run as a formula gets an apostrophe in front:
 * anybody may make a pack. Numbers and a sign alone stay.
 * @param {string} text
 */
export function harmless(text) {
  text = visible(text.replace(/[\t\n\r]/g, " "));
  const [, sign, rest] = /^\s*([=+\-@＝＋－＠])([^]*)$/.exec(text) ?? [];
  const plain = !sign || ("+-＋－".includes(sign) && rest === "") || ("+-".includes(sign) && /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(rest));
  return plain ? text : "'" + text;
}

/** Invisible characters, but for tabs, line ends and what scripts need: package escape of normlet's commands has the same. */
const hidden = /(?![\t\n\r\u061c\u200c-\u200f\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const hex = (/** @type {number} */ n, /** @type {number} */ digits) => n.toString(16).padStart(digits, "0");

/**
 * A text with its invisible characters written out, as by normlet's commands: \x1b, \u202e, \U000e0041.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(hidden, (c) => {
    const point = c.codePointAt(0) ?? 0;
    return point < 0x80 ? `\\x${hex(point, 2)}` : point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`;
  });
}

/**
 * A value as JSON, in lines, that shows its invisible characters.
 * @param {unknown} value
 */
export function escapedJSON(value) {
  const units = (/** @type {string} */ c) => c.split("").map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`).join("");
  return JSON.stringify(value, null, 1).replace(hidden, units);
}
