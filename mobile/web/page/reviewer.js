// The card that asks about one name after the other: which of the candidates it means, none, or another id.
import { $, h, on } from "./dom.js";
import { link, pageOf } from "./entities.js";
import { count, percent, stageWords } from "./words.js";

const CANDIDATES = 6; // a key each

/**
 * @param {import("./app.js").Shared} shared
 * @param {ReturnType<import("./entities.js").entityTable>} entities
 * @param {object} review
 * @param {(mention: string) => import("./review.js").Decision | undefined} review.decisionOf
 * @param {(mention: string, decision?: import("./review.js").Decision) => void} review.decide
 */
export function reviewCard(shared, entities, { decisionOf, decide }) {
  /** @type {import("./review.js").Name[]} */
  let names = [];
  let at = 0;
  /** @type {import("../lib/normlet.js").Match[]} */
  let candidates = [];
  /** What was decided here, the last at the end, with what was decided before. @type {{names: typeof names, at: number, before?: import("./review.js").Decision}[]} */
  let past = [];

  /** @param {number} to */
  async function show(to) {
    at = to;
    const name = names[at];
    if (!name) return close(`All ${count(names.length)} are reviewed`);
    $("review").hidden = false;
    const rows = name.rows.length > 1 ? ` · in ${count(name.rows.length)} rows` : "";
    $("review-place").textContent = names.length > 1 ? `${count(at + 1)} of ${count(names.length)}${rows}` : rows.slice(3);
    $("review-title").textContent = name.mention;
    $("another").value = $("review-hint").textContent = "";
    $("review-back").disabled = at === 0;
    candidates = name.answer.matches.slice(0, CANDIDATES);
    draw();
    $("review-title").focus({ preventScroll: true });
    $("review").scrollIntoView({ block: "nearest" });
    await addNear(name);
  }

  /** The column was mapped without names that are only near: they may be meant, too. @param {import("./review.js").Name} name */
  async function addNear(name) {
    try {
      const { matches } = (await shared.normalizer?.lookup(name.mention, { ...shared.options(), minP: 0, k: CANDIDATES })) ?? { matches: [] };
      if (names[at] !== name) return;
      const more = matches.filter((m) => !candidates.some((c) => c.id === m.id));
      candidates = [...candidates, ...more].slice(0, CANDIDATES);
      draw();
      const found = await Promise.all(candidates.map((m) => entities.get(m.id)));
      if (names[at] === name && found.some((e) => e?.fullName || e?.url)) draw();
    } catch (/** @type {any} */ error) {
      if (error.kind !== "closed") shared.fail(error);
    }
  }

  function draw() {
    const { mention } = names[at];
    const decision = decisionOf(mention);
    const focused = document.activeElement;
    const place = [...$("candidates").querySelectorAll("button")].findIndex((b) => b === focused);
    $("candidates").replaceChildren(...candidates.map((m, i) => candidate(m, i, decision?.id === m.id)));
    if (place >= 0) $("candidates").querySelectorAll("button")[place]?.focus();
    $("review-none").setAttribute("aria-pressed", String(decision?.id === ""));
    if (decision?.id && !candidates.some((m) => m.id === decision.id)) $("another").value = decision.id;
  }

  /**
   * @param {import("../lib/normlet.js").Match} m
   * @param {number} i
   * @param {boolean} chosen
   */
  function candidate(m, i, chosen) {
    const entity = entities.known(m.id);
    const full = entity?.fullName && entity.fullName !== m.name ? entity.fullName : "";
    const button = on(h("button.candidate", h("b", m.name), h("span.p", percent(m.p)), h("span.hint", [full, m.id].filter(Boolean).join(" · ")),
      h("span.hint.why", m.matched === m.name ? stageWords(m.stage) : `${m.matched}, ${stageWords(m.stage)}`)), "click", () => choose(m));
    button.setAttribute("type", "button");
    button.setAttribute("aria-pressed", String(chosen));
    button.setAttribute("aria-keyshortcuts", String(i + 1));
    const page = pageOf(m.id, entity);
    return page ? h("li", button, link(page, m.id)) : h("li", button);
  }

  /** @param {import("./review.js").Decision} decision */
  function choose({ id, name }) {
    past.push({ names, at, before: decisionOf(names[at].mention) });
    $("undo").hidden = false;
    decide(names[at].mention, { id, name });
    show(at + 1);
  }

  /** Takes the last decision back, and asks again. */
  function undo() {
    const last = past.pop();
    $("undo").hidden = past.length === 0;
    if (!last) return;
    names = last.names;
    decide(names[last.at].mention, last.before);
    show(last.at);
  }

  async function another() {
    const id = $("another").value.trim();
    if (id === "") return;
    const entity = await entities.get(id);
    if (entity) return choose(entity);
    $("review-hint").textContent = `This pack has no entity ${id}.`;
  }

  /** @param {string} [words] */
  function close(words = "") {
    $("review").hidden = true;
    if (words) shared.say(words);
    $("download").focus();
  }

  $("review-none").addEventListener("click", () => choose({ id: "", name: "" }));
  $("review-skip").addEventListener("click", () => show(at + 1));
  $("review-back").addEventListener("click", () => show(at - 1));
  $("review-close").addEventListener("click", () => close());
  $("another-use").addEventListener("click", another);
  $("undo").addEventListener("click", undo);
  $("result").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    if (!(e.key === "z" && (e.ctrlKey || e.metaKey)) || e.target === $("another")) return;
    e.preventDefault();
    undo();
  });
  $("review").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    if (e.key === "Escape") return close();
    if (e.target === $("another")) return e.key === "Enter" && another();
    if (!/^\d$/.test(e.key) || e.ctrlKey || e.metaKey || e.altKey) return;
    const m = candidates[Number(e.key) - 1];
    if (m) choose(m);
    else if (e.key === "0") choose({ id: "", name: "" });
  });
  return {
    /** Asks about names, one after the other. @param {import("./review.js").Name[]} list */
    ask(list) {
      names = list;
      return show(0);
    },
    /** Closes it for good: the names are of the table before. */
    close() {
      past = [];
      $("review").hidden = $("undo").hidden = true;
    },
  };
}
