// The view of a column: it maps pasted names and makes a CSV file of the answers.
import { parseColumn, statusOf, toCSV } from "./column.js";
import { $, h } from "./dom.js";
import { count, percent } from "./words.js";

const LONG_PASTE = 20_000; // characters
const SHOWN = 100; // rows in the table; the file has all

/** @type {Record<string, string>} */
const STATUS_WORDS = { found: "found", ambiguous: "ambiguous", nil: "not in this pack", empty: "empty" };

/** @param {import("./app.js").Shared} shared */
export function columnView(shared) {
  const text = $("column");
  /** @type {AbortController | undefined} */
  let running;
  /** @type {import("../lib/normlet.js").Answer[]} */
  let answers = [];

  function refresh() {
    running?.abort();
    clearResult();
    const { mentions, cells } = parseColumn(text.value);
    $("map").disabled = mentions.length === 0 || !shared.normalizer;
    $("map").textContent = mentions.length === 0 ? "Map the names" : mentions.length === 1 ? "Map 1 name" : `Map ${count(mentions.length)} names`;
    $("column-hint").classList.toggle("noted", cells > 1);
  }

  async function map() {
    const { normalizer } = shared;
    const { mentions } = parseColumn(text.value);
    if (!normalizer || running || mentions.length === 0) return;
    running = new AbortController();
    clearResult();
    working(true);
    try {
      answers = await normalizer.lookupAll(mentions, { ...shared.options(), k: 1, skipNear: true, inOrder: $("in-order").checked, signal: running.signal, onProgress });
      show();
    } catch (/** @type {any} */ error) {
      if (error.kind === "aborted") $("progress-text").textContent = "Cancelled";
      else if (error.kind !== "closed") shared.fail(error);
    } finally {
      running = undefined;
      working(false);
    }
  }

  /** @param {boolean} on */
  function working(on) {
    $("map").hidden = on;
    $("cancel").hidden = $("progress").hidden = !on;
    if (on) $("cancel").focus();
  }

  /**
   * @param {number} done
   * @param {number} total
   */
  function onProgress(done, total) {
    $("progress").value = done / total;
    $("progress-text").textContent = `${count(done)} of ${count(total)}`;
  }

  function clearResult() {
    answers = [];
    showResult(false);
    $("progress").value = 0;
    $("progress-text").textContent = "";
  }

  /** @param {boolean} on */
  function showResult(on) {
    $("download").hidden = $("tally").hidden = $("table").hidden = !on;
    $("map").classList.toggle("primary", !on); // one main thing to do at a time
  }

  function show() {
    $("progress-text").textContent = "";
    showResult(true);
    const tally = Object.keys(STATUS_WORDS).map((status) => ({ status, n: answers.filter((a) => statusOf(a) === status).length }))
      .filter(({ n }) => n > 0);
    $("tally").replaceChildren(...tally.map(({ status, n }) => h(`li.${status}`, h("b", count(n)), " " + STATUS_WORDS[status])));
    $("table-caption").textContent = answers.length > SHOWN ? `The first ${SHOWN} of ${count(answers.length)}` : "Result";
    $("rows").replaceChildren(...answers.slice(0, SHOWN).map(row));
    $("download").focus();
    shared.say(`Done: ${tally.map(({ status, n }) => `${n} ${STATUS_WORDS[status]}`).join(", ")}`);
  }

  /** @param {import("../lib/normlet.js").Answer} answer */
  function row(answer) {
    const status = statusOf(answer);
    if (status === "empty") return h(`tr.${status}`, h("td", "\u00a0"), h("td"), h("td"));
    const [best] = answer.matches;
    const name = h("th", answer.mention);
    name.setAttribute("scope", "row");
    if (status === "nil") return h(`tr.${status}`, name, h("td", "not in this pack"), h("td.number", percent(answer.pNil)));
    const entity = h("td", best.name, " ");
    if (status === "ambiguous") entity.append(h("span.tag", `1 of ${answer.ambiguous.length}`));
    entity.append(h("code", best.id));
    return h(`tr.${status}`, name, entity, h("td.number", percent(best.p)));
  }

  function download() {
    const url = URL.createObjectURL(new Blob([toCSV(answers)], { type: "text/csv;charset=utf-8" }));
    const link = /** @type {HTMLAnchorElement} */ (h("a"));
    link.href = url;
    link.download = "normlet.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers read it late
  }

  // What the browser does with a paste of many lines takes minutes; this does not,
  // and gives up on undoing it.
  text.addEventListener("paste", (/** @type {ClipboardEvent} */ e) => {
    const pasted = e.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_PASTE) return;
    e.preventDefault();
    text.setRangeText(pasted, text.selectionStart, text.selectionEnd, "end");
    refresh();
  });
  text.addEventListener("input", refresh);
  $("in-order").addEventListener("change", refresh);
  $("map").addEventListener("click", map);
  $("cancel").addEventListener("click", () => running?.abort());
  $("download").addEventListener("click", download);
  return { refresh };
}
