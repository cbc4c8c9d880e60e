// A review: which names are worth a second look, in which order, and what a person decided. Its sheet is that of
// normlet map --review and --decisions.
import { number, statusOf } from "./column.js";

const SURE = 0.9; // what is not tied and at least so likely is not asked about

/** @typedef {{id: string, name: string}} Decision an id of "" means none of the pack: NIL */
/** @typedef {{mention: string, rows: number[], answer: import("../lib/normlet.js").Answer}} Name */

/**
 * The different names of a column with the rows that have them, in the order of the first.
 * @param {import("../lib/normlet.js").Answer[]} answers of the rows
 * @returns {Name[]}
 */
export function namesOf(answers) {
  /** @type {Map<string, Name>} */
  const names = new Map();
  answers.forEach((answer, row) => {
    const mention = answer.mention.trim();
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
  const doubts = names.filter(({ answer }) => statusOf(answer) !== "found" || answer.matches[0].p < SURE);
  return doubts.sort((a, b) => loss(b) - loss(a));
}

const SHEET = ["mention", "count", "row", "id", "name", "p"];
const CANDIDATES = 3;

/**
 * The review as a sheet: the names, what is answered, the candidates, and what was decided.
 * @param {Name[]} names
 * @param {(mention: string) => Decision | undefined} decisionOf
 * @param {number} first the row of the sheet with the first name, counted from 1
 */
export function reviewSheet(names, decisionOf, first) {
  const numbers = Array.from({ length: CANDIDATES }, (_, i) => i + 1);
  const header = [...SHEET, ...numbers.flatMap((n) => [`id_${n}`, `name_${n}`, `p_${n}`]), "decision", "comment"];
  const cells = (/** @type {import("../lib/normlet.js").Match | undefined} */ m) => (m ? [m.id, m.name, number(m.p)] : ["", "", ""]);
  return [header, ...names.map(({ mention, rows, answer }) => {
    const decision = decisionOf(mention);
    return [mention, String(rows.length), String(rows[0] + first), ...cells(answer.nil ? undefined : answer.matches[0]),
      ...numbers.flatMap((n) => cells(answer.matches[n - 1])), decision ? decision.id || "NIL" : "", ""];
  })];
}

/**
 * The decisions of a sheet: ids, or the numbers of candidates, or NIL. What cannot be right is an error with its row.
 * @param {string[][]} rows
 * @returns {{mention: string, id: string}[]}
 */
export function readSheet(rows) {
  const header = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const at = (/** @type {string} */ name) => header.indexOf(name);
  if (at("mention") < 0 || at("decision") < 0) throw new Error("a review has the columns mention and decision, as “Save the review” writes them");
  /** @type {Map<string, string>} */
  const decided = new Map();
  rows.slice(1).forEach((row, i) => {
    const mention = (row[at("mention")] ?? "").trim();
    const decision = (row[at("decision")] ?? "").trim();
    if (mention === "" || decision === "") return;
    const id = /^(nil|none)$/i.test(decision) ? "" : /^\d$/.test(decision) ? row[at(`id_${decision}`)]?.trim() : decision;
    if (id === undefined || (id === "" && /^\d$/.test(decision))) throw new Error(`row ${i + 2}: there is no candidate ${decision} for ${mention}`);
    if (decided.has(mention) && decided.get(mention) !== id) throw new Error(`row ${i + 2}: ${mention} is decided twice, differently`);
    decided.set(mention, id);
  });
  return [...decided].map(([mention, id]) => ({ mention, id }));
}
