// A review: which names are worth a second look, in which order, and what a person decided. Its sheet is that of
// normlet map --review and --decisions.
import { harmless, number, verdictOf, visible } from "./column.js";

/** @typedef {{id: string, name: string}} Decision an id of "" means none of the pack: NIL; several are between | */
/** @typedef {{mention: string, rows: number[], answer: import("../lib/normlet.js").Answer}} Name */

/**
 * What mentions are compared by: a sheet changes blanks.
 * @param {string} mention
 */
export function keyOf(mention) {
  return visible(mention).trim().replace(/\s+/g, " ");
}

/**
 * The different names of a column with the rows that have them, in the order of the first.
 * @param {import("../lib/normlet.js").Answer[]} answers of the rows
 * @returns {Name[]}
 */
export function namesOf(answers) {
  /** @type {Map<string, Name>} */
  const names = new Map();
  answers.forEach((answer, row) => {
    const mention = keyOf(answer.mention);
    const known = names.get(mention);
    if (known) known.rows.push(row);
    else if (mention !== "") names.set(mention, { mention, rows: [row], answer });
  });
  return [...names.values()];
}

/**
 * What is lost if the answer stands, in rows: how many are wrong on average.
 * @param {Name} name
 */
export function loss({ rows, answer }) {
  return rows.length * (1 - (answer.nil ? answer.pNil : answer.matches[0].p));
}

/**
 * The names worth a look, those first with which most is lost: tied, without an entity, or not sure.
 * @param {Name[]} names
 */
export function doubtful(names) {
  const doubts = names.filter(({ answer }) => verdictOf(answer) !== "accept");
  return doubts.sort((a, b) => loss(b) - loss(a));
}

const CANDIDATES = 3;

/**
 * The review as a sheet: the names, what is answered, the candidates, and what was decided.
 * @param {Name[]} names
 * @param {(mention: string) => Decision | undefined} decisionOf
 * @param {number} first the row of the sheet that the first name may be in, counted from 1
 */
export function reviewSheet(names, decisionOf, first) {
  const each = (/** @type {(i: number) => string[]} */ of) => Array.from({ length: CANDIDATES }, (_, i) => of(i)).flat();
  const header = ["mention", "count", "row", "id", "name", "p", ...each((i) => ["id", "name", "p"].map((c) => `candidate_${i + 1}_${c}`)), "decision", "comment"];
  const cells = (/** @type {import("../lib/normlet.js").Match | undefined} */ m) => (m ? [m.id, m.name, number(m.p)] : ["", "", ""]);
  return [header, ...names.map(({ mention, rows, answer }) => {
    const decision = decisionOf(mention);
    const row = [mention, String(rows.length), String(rows[0] + first), ...cells(answer.nil ? undefined : answer.matches[0]),
      ...each((i) => cells(answer.matches[i])), decision ? decision.id || "NIL" : "", ""];
    return row.map(harmless);
  })];
}

/**
 * The decisions of a sheet. What cannot be right is an error with its row.
 * @param {string[][]} sheet
 * @returns {{mention: string, ids: string[]}[]} no ids: none of the pack
 */
export function readSheet(sheet) {
  const rows = sheet.map((row) => row.map((cell) => cell.trim().replace(/^'(?=\s*[=+\-@＝＋－＠])/, "")));
  const header = (rows[0] ?? []).map((cell) => cell.toLowerCase());
  const mentions = header.indexOf("mention"), decisions = header.indexOf("decision");
  if (mentions < 0 || decisions < 0) throw new Error("a review has the columns mention and decision, as “Save the review” writes them");
  /** @type {Map<string, string[]>} */
  const decided = new Map();
  rows.slice(1).forEach((row, i) => {
    const mention = keyOf(row[mentions] ?? "");
    if (mention === "" || !row[decisions]) return;
    const ids = idsOf(row[decisions], (n) => row[header.indexOf(`candidate_${n}_id`)], `row ${i + 2}, ${mention}`);
    if (decided.has(mention) && String(decided.get(mention)) !== String(ids)) throw new Error(`row ${i + 2}: ${mention} is decided twice, differently`);
    decided.set(mention, ids);
  });
  if (decided.size === 0) throw new Error("no row has a decision; fill in the column decision");
  return [...decided].map(([mention, ids]) => ({ mention, ids }));
}

/**
 * @param {string} decision NIL, none, or ids and numbers of candidates between |
 * @param {(n: string) => string | undefined} candidate
 * @param {string} place
 */
function idsOf(decision, candidate, place) {
  if (/^(nil|none)$/i.test(decision)) return [];
  return decision.split("|").map((part) => {
    const id = /^[1-9]$/.test(part.trim()) ? candidate(part.trim()) : part.trim();
    if (!id) throw new Error(`${place}: there is no candidate ${part.trim()}; give an id, or NIL`);
    return id;
  });
}
