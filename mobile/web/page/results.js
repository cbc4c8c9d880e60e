// What a column came to: the tally, the list of all rows, the review, and the files to take away.
import { mapped, statusOf, verdictOf, visible } from "./column.js";
import { toCSV, toTSV } from "./delimited.js";
import { $, h, on, save } from "./dom.js";
import { entityTable, link, pageOf } from "./entities.js";
import { cell, virtualList } from "./list.js";
import { doubtful, keyOf, loss, namesOf, readSheet, reviewSheet } from "./review.js";
import { reviewCard } from "./reviewer.js";
import { openTable } from "./table.js";
import { count, looksLike, missing, percent } from "./words.js";

/** @type {Record<string, string>} */
const STATUS_WORDS = { found: "found", ambiguous: "ambiguous", nil: "not in this pack", empty: "empty", decided: "decided" };

/**
 * @param {import("./app.js").Shared} shared
 * @param {() => void} changed called after a decision
 */
export function resultView(shared, changed) {
  /** @type {import("./source.js").Choice} */
  let choice;
  /** @type {import("../lib/normlet.js").Answer[]} of the rows */
  let answers = [];
  /** @type {import("./review.js").Name[]} */
  let names = [];
  /** @type {Map<string, import("./review.js").Name>} */
  let byMention = new Map();
  /** @type {Map<string, import("./review.js").Decision>} */
  const decisions = new Map();
  /** @type {{name: import("./review.js").Name | undefined, mention: string}[]} */
  let shown = [];

  const entities = entityTable(() => shared.normalizer);
  const decisionOf = (/** @type {string} */ mention) => decisions.get(mention);
  const card = reviewCard(shared, entities, { decisionOf, decide });
  const list = virtualList($("table"), $("rows"), (at) => row(shown[at]));

  /**
   * @param {string} mention
   * @param {import("./review.js").Decision} [decision] none takes one back
   */
  function decide(mention, decision) {
    if (decision) decisions.set(mention, decision);
    else decisions.delete(mention);
    summarize();
    list.redraw();
    changed();
  }

  const doubts = () => doubtful(names).filter(({ mention }) => !decisions.has(mention));

  function summarize() {
    /** @type {Record<string, number>} */
    const n = {};
    for (const answer of answers) {
      const status = decisions.has(keyOf(answer.mention)) ? "decided" : statusOf(answer);
      n[status] = (n[status] ?? 0) + 1;
    }
    $("tally").replaceChildren(...Object.keys(STATUS_WORDS).filter((s) => n[s]).map((s) => h(`li.${s}`, h("b", count(n[s])), ` ${STATUS_WORDS[s]}`)));
    $("looks-like").textContent = looksLike(names, shared.title);
    const open = doubts().length;
    $("start-review").textContent = open ? `Review ${count(open)} doubtful` : "Nothing is doubtful";
    $("start-review").disabled = open === 0;
    $("start-review").classList.toggle("primary", open > 0);
    $("download").classList.toggle("primary", open === 0);
  }

  function fill() {
    if ($("order").value === "table") {
      shown = choice.mentions.map((mention) => ({ mention, name: byMention.get(keyOf(mention)) }));
    } else {
      const first = doubtful(names), asked = new Set(first);
      const others = names.filter((name) => !asked.has(name)).sort((a, b) => loss(b) - loss(a));
      shown = [...first, ...others].map((name) => ({ mention: name.mention, name }));
    }
    list.fill(shown.length);
  }

  /** @param {{name: import("./review.js").Name | undefined, mention: string}} of */
  function row({ name, mention }) {
    if (!name) return h("div.row.empty", cell("cell", "name", "\u00a0"), cell("cell", "entity"), cell("cell", "number"), cell("cell", "change"));
    const decision = decisions.get(name.mention);
    const status = decision ? "decided" : statusOf(name.answer);
    const times = $("order").value === "doubt" && name.rows.length > 1 ? h("span.hint", ` ×${count(name.rows.length)}`) : "";
    const change = on(h("button.link", decision || status === "found" ? "Change" : "Choose"), "click", () => card.ask([name]));
    change.setAttribute("aria-label", `${change.textContent}: ${mention}`);
    const element = h(`div.row.${status}`, cell("rowheader", "name", mention, times));
    element.append(...answerCells(name.answer, status, decision), cell("cell", "change", change));
    element.title = mention;
    return element;
  }

  /**
   * @param {import("../lib/normlet.js").Answer} answer
   * @param {string} status
   * @param {import("./review.js").Decision} [decision]
   */
  function answerCells(answer, status, decision) {
    if (status === "nil") {
      const words = answer.undecided ? `perhaps ${answer.matches[0].name}, perhaps not in this pack` : missing(answer.pNil);
      return [cell("cell", "entity", words), cell("cell", "number")]; // which is for entities
    }
    if (decision?.id === "") return [cell("cell", "entity", "none of this pack", h("span.tag", "decided")), cell("cell", "number")];
    const { id, name } = decision ?? answer.matches[0];
    const tag = decision ? "decided" : status === "ambiguous" ? `1 of ${answer.ambiguous.length}` : answer.matches[0].broader ? "broader" : verdictOf(answer) === "review" ? "doubtful" : "";
    const about = h("span.about", h("code", id));
    entities.get(id).then((entity) => {
      const page = pageOf(id, entity);
      const full = entity?.fullName && entity.fullName !== name ? [` ${entity.fullName}`] : [];
      about.replaceChildren(page ? link(page, id, id) : h("code", id), ...full);
    });
    return [cell("cell", "entity", h("span.primary-name", name), ...(tag ? [h("span.tag", tag)] : []), about), cell("cell", "number", decision ? "" : percent(answer.matches[0].p))];
  }

  /** @param {(text: string) => string} [written] */
  const answered = (written) => mapped(choice.titles, choice.body, choice.column, (i) => answers[i], (i) => decisions.get(keyOf(choice.mentions[i])), written);
  const stem = () => (choice.table.file ?? "normlet").replace(/(\.(csv|tsv|tab|txt|xlsx))?(\.gz)?$/i, choice.table.file ? ".mapped" : "");

  /** @param {File} file */
  async function loadReview(file) {
    try {
      const found = readSheet((await openTable(file)).rows);
      const read = await Promise.all(found.map(({ mention, ids }) => decisionFor(mention, ids)));
      found.forEach(({ mention }, i) => decisions.set(mention, read[i]));
      summarize();
      list.redraw();
      changed();
      shared.say(`${count(found.length)} decisions are read`);
    } catch (/** @type {any} */ error) {
      shared.fail({ message: `${file.name}: ${error.message}` });
    }
  }

  /**
   * @param {string} mention
   * @param {string[]} ids
   */
  async function decisionFor(mention, ids) {
    const meant = await Promise.all(ids.map((id) => entities.get(id)));
    if (meant.includes(null)) throw new Error(`${mention}: this pack has no entity ${ids[meant.indexOf(null)]}`);
    const all = (/** @type {"id" | "name"} */ key) => meant.map((e) => e?.[key]).join("|");
    return { id: all("id"), name: all("name") };
  }

  $("order").addEventListener("change", fill);
  $("start-review").addEventListener("click", () => card.ask(doubts()));
  $("download").addEventListener("click", () => save(toCSV(answered()), `${stem()}.csv`, "text/csv"));
  $("download-tsv").addEventListener("click", () => save(toTSV(answered()), `${stem()}.tsv`, "text/tab-separated-values"));
  $("download-xlsx").addEventListener("click", async () => {
    const { toWorkbook, WORKBOOK } = await import("./workbook.js");
    save(await toWorkbook(answered((cell) => visible(cell))), `${stem()}.xlsx`, WORKBOOK); // it runs no text as a formula
  });
  $("save-review").addEventListener("click", () => save(toCSV(reviewSheet(doubtful(names), decisionOf, choice.header ? 2 : 1)), "review.csv", "text/csv"));
  $("review-file").addEventListener("change", () => {
    const [file] = $("review-file").files;
    $("review-file").value = "";
    if (file) loadReview(file);
  });
  return {
    decisions,
    hide() {
      $("result").hidden = true;
      card.close();
    },
    /**
     * @param {import("./source.js").Choice} of
     * @param {import("../lib/normlet.js").Answer[]} found
     */
    show(of, found) {
      [choice, answers, names] = [of, found, namesOf(found)];
      byMention = new Map(names.map((name) => [name.mention, name]));
      entities.clear();
      $("result").hidden = false;
      summarize();
      fill();
      (doubts().length ? $("start-review") : $("download")).focus();
      shared.say(`Done: ${$("tally").innerText.replace(/\s+/g, " ")}`);
    },
  };
}
