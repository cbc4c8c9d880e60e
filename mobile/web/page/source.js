// Where the names come from: what was pasted, or the table in a file, and which column of it. Whatever is guessed is said,
// and can be changed.
import { $, h, on } from "./dom.js";
import { isProse } from "./prose.js";
import { best, columnScores, columnWords, hasHeader, openTable, textTable, titles } from "./table.js";
import { count } from "./words.js";

const LONG_PASTE = 5_000; // characters
const ASKED = 40; // different cells of each column that the pack is asked for
const EXAMPLES = 3;
const FIRST = 1000; // rows of them

/**
 * @typedef {object} Choice
 * @property {import("./table.js").Table} table
 * @property {boolean} header whether its first row names the columns
 * @property {string[]} titles
 * @property {number} column
 * @property {string[][]} body its rows without the header
 * @property {string[]} mentions of the body
 */

/**
 * @param {import("./app.js").Shared} shared
 * @param {() => void} changed
 */
export function tableSource(shared, changed) {
  const text = $("column");
  /** @type {File | undefined} */
  let file;
  /** @type {import("./table.js").Table | undefined} of the file, or kept from it */
  let opened;
  /** @type {Choice} */
  let choice = chosen(textTable(""), false, 0);
  let guess = 0; // counts them: an answer to an older one is no use

  /** @param {import("./table.js").Table} table */
  function show(table, header = hasHeader(table.rows), column = -1) {
    guess++;
    const scores = columnScores(table.rows, header);
    choice = chosen(table, header, column < 0 ? best(scores) : column);
    describe();
    changed();
    if (column < 0) recognise(scores);
  }

  /** The pack knows what the columns hold: says it, and chooses the likeliest. @param {number[]} scores */
  async function recognise(scores) {
    const mine = guess, { normalizer } = shared, { table, header, body } = choice;
    $("columns-found").replaceChildren();
    if (!normalizer || scores.length < 2) return;
    try {
      for (const [i, name] of choice.titles.entries()) {
        const cells = [...new Set(body.slice(0, FIRST).map((row) => (row[i] ?? "").trim()))].filter(Boolean).slice(0, ASKED);
        const [found] = await normalizer.detect([{ name: header ? name : "", cells }]);
        if (mine !== guess) return;
        scores[i] += found.kind === "names" ? 1.5 * found.share : 0;
        const choose = on(h("button.link", name), "click", () => show(table, header, i));
        choose.setAttribute("type", "button");
        $("columns-found").append(h("li", choose, ` ${columnWords(found)}`));
      }
    } catch {
      return; // another pack was opened: it does without
    }
    if (best(scores) === choice.column) return;
    choice = chosen(table, header, best(scores));
    describe();
    changed();
  }

  function describe() {
    const { table, header, column, mentions } = choice;
    $("paste").hidden = opened !== undefined;
    $("sheet").hidden = opened === undefined;
    $("sheet-name").textContent = table.file ?? "";
    $("sheet-size").textContent = `${count(choice.body.length)} rows`;
    offer($("sheet-choice"), table.sheets ?? [], table.sheets?.indexOf(table.sheet ?? "") ?? 0);
    $("sheet-choice").hidden = $("sheet-choice-label").hidden = !file || (table.sheets?.length ?? 0) < 2;
    offer($("name-column"), choice.titles, column);
    $("layout").hidden = choice.titles.length < 2 && $("sheet-choice").hidden;
    $("header").checked = header;
    $("header-check").hidden = table.rows.length < 2;
    const examples = mentions.filter(Boolean).slice(0, EXAMPLES).join(", ");
    $("as-text-hint").hidden = opened !== undefined || !isProse(text.value);
    $("column-hint").textContent = table.rows.length < 2 ? "" : `Read as ${table.how}${choice.titles.length > 1 ? `; names from “${choice.titles[column]}”` : ""}: ${examples}…`;
  }

  /** @param {File} from */
  async function open(from, sheet = "") {
    try {
      const table = await openTable(from, sheet || undefined);
      [file, opened] = [from, table];
      $("failure").hidden = true;
      show(table);
    } catch (/** @type {any} */ error) {
      shared.fail({ message: `${from.name}: ${error.message}` });
    }
  }

  const read = () => show(textTable(text.value));

  function readFile() {
    const [from] = $("table-file").files;
    $("table-file").value = ""; // so that the same file can be chosen again
    if (from) open(from);
  }

  function clear() {
    file = opened = undefined;
    text.value = "";
    read();
  }

  // What the browser does with a paste of many lines takes minutes; this does not,
  // and gives up on undoing it.
  text.addEventListener("paste", (/** @type {ClipboardEvent} */ e) => {
    const pasted = e.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_PASTE) return;
    e.preventDefault();
    text.setRangeText(pasted, text.selectionStart, text.selectionEnd, "end");
    read();
  });
  text.addEventListener("input", read);
  $("table-file").addEventListener("change", readFile);
  $("sheet-choice").addEventListener("change", () => file && open(file, choice.table.sheets?.[$("sheet-choice").selectedIndex]));
  $("sheet-close").addEventListener("click", () => {
    clear();
    text.focus();
  });
  for (const id of ["name-column", "header"]) {
    $(id).addEventListener("change", () => show(choice.table, $("header").checked, $("name-column").selectedIndex));
  }
  return {
    open,
    read,
    readFile,
    /** @param {string} pasted */
    paste(pasted) {
      clear();
      text.value = pasted;
      read();
      text.focus();
    },
    clear,
    choice: () => choice,
    kept: () => ({ table: opened, text: opened ? "" : text.value, column: choice.column, header: choice.header }),
    /** @param {import("./kept.js").Kept} kept */
    restore(kept) {
      opened = kept.table;
      text.value = kept.text;
      show(opened ?? textTable(kept.text), kept.header, kept.column);
    },
  };
}

/**
 * @param {import("./table.js").Table} table
 * @param {boolean} header
 * @param {number} column
 * @returns {Choice}
 */
function chosen(table, header, column) {
  const body = header ? table.rows.slice(1) : table.rows;
  return { table, header, column, body, titles: titles(table.rows, header), mentions: body.map((row) => (row[column] ?? "").trim()) };
}

/**
 * @param {HTMLSelectElement} select
 * @param {string[]} names
 * @param {number} at
 */
function offer(select, names, at) {
  select.replaceChildren(...names.map((name) => new Option(name)));
  select.selectedIndex = at;
}
