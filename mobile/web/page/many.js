// The view of a column: it maps the names of a table, shows them all, and lets a person decide what is doubtful.
import { MIN_P } from "./column.js";
import { $ } from "./dom.js";
import { keep, recall } from "./kept.js";
import { resultView } from "./results.js";
import { tableSource } from "./source.js";
import { count } from "./words.js";

const CANDIDATES = 5;
const KEEP_AFTER = 300; // milliseconds without a change
const KEPT = "Kept in this browser until you clear it; it goes nowhere else.";
const NOT_KEPT = "Too large for this browser to keep, or a private window: it is gone after a reload.";

/** @param {import("./app.js").Shared} shared */
export function columnView(shared) {
  const result = resultView(shared, keepSoon);
  const source = tableSource(shared, refresh);
  /** @type {AbortController | undefined} */
  let running;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let keeping;

  function refresh() {
    running?.abort();
    clearResult();
    const n = source.choice().mentions.length;
    $("map").disabled = n === 0 || !shared.normalizer;
    $("map").textContent = n === 0 ? "Map the names" : n === 1 ? "Map 1 name" : `Map ${count(n)} names`;
    keepSoon();
  }

  function keepSoon() {
    const empty = source.choice().table.rows.length === 0 && result.decisions.size === 0;
    $("kept").hidden = empty;
    clearTimeout(keeping);
    keeping = setTimeout(async () => {
      const kept = await keep(empty ? undefined : { ...source.kept(), decisions: [...result.decisions] });
      $("kept-text").textContent = kept ? KEPT : NOT_KEPT;
    }, KEEP_AFTER);
  }

  /** Decisions are work: nothing that is pasted by mistake takes their table away. @param {string} pasted */
  function paste(pasted) {
    if (result.decisions.size > 0) return shared.fail({ message: "The table here has decisions. Clear it, then paste another one." });
    source.paste(pasted);
  }

  async function map() {
    const { normalizer } = shared;
    const choice = source.choice();
    if (!normalizer || running || choice.mentions.length === 0) return;
    running = new AbortController();
    clearResult();
    working(true);
    try {
      result.show(choice, await answersOf(normalizer, choice.mentions, running.signal));
      showDone(true);
    } catch (/** @type {any} */ error) {
      if (error.kind === "aborted") $("progress-text").textContent = "Cancelled";
      else if (error.kind !== "closed") shared.fail(error);
    } finally {
      running = undefined;
      working(false);
    }
  }

  /**
   * The answers to the names of all rows. Equal names are looked up once, unless the names around them count.
   * @param {import("../lib/normlet.js").Normalizer} normalizer
   * @param {string[]} mentions
   * @param {AbortSignal} signal
   */
  async function answersOf(normalizer, mentions, signal) {
    const chosen = shared.options();
    const options = { ...chosen, minP: chosen.minP || MIN_P, k: CANDIDATES, inList: /** @type {const} */ ("auto"), signal, onProgress };
    if ($("in-order").checked) return normalizer.lookupAll(mentions, { ...options, inOrder: true });
    const different = [...new Set(mentions)];
    const answers = await normalizer.lookupAll(different, options);
    const of = new Map(different.map((mention, i) => [mention, answers[i]]));
    return mentions.map((mention) => /** @type {import("../lib/normlet.js").Answer} */ (of.get(mention)));
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
    result.hide();
    showDone(false);
    $("progress").value = 0;
  }

  /** @param {boolean} done */
  function showDone(done) {
    $("map").classList.toggle("primary", !done); // one main thing to do at a time
    $("progress-text").textContent = "";
  }

  $("in-order").addEventListener("change", refresh);
  $("map").addEventListener("click", map);
  $("column").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => e.key === "Enter" && (e.ctrlKey || e.metaKey) && map());
  $("cancel").addEventListener("click", () => running?.abort());
  $("clear").addEventListener("click", () => {
    result.decisions.clear();
    source.clear();
    keep();
    $("column").focus();
  });
  source.read(); // what was pasted or chosen before this module came
  source.readFile();
  recall().then((kept) => {
    if (!kept || source.choice().table.rows.length > 0) return;
    for (const [mention, decision] of kept.decisions) result.decisions.set(mention, decision);
    source.restore(kept);
    shared.restored();
  }, () => {}); // without a database, nothing is kept
  return { refresh, open: source.open, paste };
}
