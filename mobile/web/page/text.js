// The view of a text: its entities, coloured by kind while one types, what each may mean, and files to take away.
import { HUES, says, toHTML, toJSON, toTable } from "./annotated.js";
import { $, chip, h, on, save, working } from "./dom.js";
import { entityTable, pageOf } from "./entities.js";
import { latest } from "./latest.js";
import { matchRow } from "./one.js";
import { count, likely, missing, percent } from "./words.js";

const PAUSE = 120; // milliseconds in which nobody types
const LONG = 200_000; // characters: more is for normlet annotate
const PREPARING = "TP53 was here."; // makes the indexes before somebody waits for them

/** @type {Record<string, string>} */
const SAYS = { negated: "the text denies it", hypothetical: "the text supposes it", other: "of somebody else", past: "of the past" };
/** The same at a mark. @type {Record<string, string>} */
const BRIEFLY = { negated: "denied", hypothetical: "supposed", other: "somebody else", past: "past" };

/** @typedef {import("../lib/normlet.js").Span} Span */

/** @param {import("./app.js").Shared} shared */
export function textView(shared) {
  const field = $("text");
  const entities = entityTable(() => shared.normalizer);
  /** @type {Map<string, number>} of kinds that were seen: a colour stays while one types */
  const hues = new Map();
  /** @type {Set<string>} */
  const hidden = new Set();
  let text = "";
  /** @type {Span[]} */
  let spans = [];
  /** @type {unknown} */
  let prepared; // the normalizer that has read a text
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pausing;

  const shown = () => spans.filter(({ type }) => !hidden.has(type));

  const annotate = latest(async () => {
    const { normalizer } = shared;
    if (!normalizer || $("view-text").hidden) return;
    const { minP, namespace, show: language } = shared.options();
    const given = field.value;
    try {
      if (given.length > LONG) throw { message: `The text has ${count(given.length)} characters, this page takes ${count(LONG)}: use normlet annotate.` };
      const asked = normalizer.annotate(given.trim() === "" && prepared !== normalizer ? PREPARING : given, { minP, types: namespace, show: language });
      const found = await working($("text-working"), "Reading…", asked);
      prepared = normalizer;
      if (normalizer === shared.normalizer && given === field.value) show(given, given.trim() === "" ? [] : found);
    } catch (/** @type {any} */ error) {
      if (error.kind !== "closed") shared.fail(error); // closed: another pack was opened, which reads the text again
    }
  });

  /**
   * @param {string} of
   * @param {Span[]} found
   */
  function show(of, found) {
    [text, spans] = [of, found];
    for (const { type } of spans) if (!hues.has(type)) hues.set(type, HUES[hues.size % HUES.length]);
    const empty = text.trim() === "";
    $("annotated").hidden = $("as-names-hint").hidden = empty;
    const missing = spans.filter(({ id }) => id === "").length;
    const alone = shared.info?.tagger ? "" : " This pack has no tagger: its names alone are found.";
    $("text-hint").textContent = empty ? alone.trim() : `${count(spans.length)} ${spans.length === 1 ? "entity" : "entities"}${missing ? `, ${count(missing)} of them not in this pack` : ""}.${alone}`;
    drawKinds();
    draw();
  }

  function drawKinds() {
    const of = (/** @type {string} */ type) => spans.filter((s) => s.type === type).length;
    const chips = [...hues].filter(([type]) => of(type) > 0).map(([type, hue]) => {
      const label = chip(type, shared.title(type), of(type));
      const box = /** @type {HTMLInputElement} */ (label.firstChild);
      box.checked = !hidden.has(type);
      label.classList.add("kind");
      label.style.setProperty("--h", String(hue));
      return on(label, "change", () => {
        if (box.checked) hidden.delete(type);
        else hidden.add(type);
        draw();
      });
    });
    $("kinds").hidden = chips.length === 0;
    $("kinds").replaceChildren(...chips);
  }

  function draw() {
    /** @type {(Node | string)[]} */
    const parts = [];
    let at = 0;
    for (const span of shown()) {
      parts.push(text.slice(at, span.start), mark(span));
      at = span.end;
    }
    $("annotated-text").replaceChildren(...parts, text.slice(at));
    $("entity").hidden = true;
  }

  /** @param {Span} span */
  function mark(span) {
    const meant = span.id ? `${span.name}, ${span.id}` : "not in this pack", kind = shared.title(span.type);
    const element = h(["mark.e", ...says(span), ...(span.id ? [] : ["unknown"])].join("."), h("span", span.text));
    element.style.setProperty("--h", String(hues.get(span.type)));
    element.tabIndex = 0;
    element.setAttribute("role", "button");
    element.dataset.label = [kind, ...(span.id ? [] : ["not here"]), ...says(span).map((word) => BRIEFLY[word])].join(" · ");
    element.setAttribute("aria-label", [span.text, kind, meant, percent(span.p), ...says(span).map((word) => SAYS[word])].join(", "));
    on(element, "focus", () => describe(span, element));
    on(element, "click", () => enter(span, element));
    return on(element, "keydown", (e) => {
      if (!["Enter", " "].includes(/** @type {KeyboardEvent} */ (e).key)) return;
      e.preventDefault();
      enter(span, element);
    });
  }

  /** @type {HTMLElement | undefined} */
  let described;

  /**
   * @param {Span} span
   * @param {HTMLElement} element
   */
  function describe(span, element) {
    described?.classList.remove("described");
    described = element;
    element.classList.add("described");
    $("entity-title").textContent = span.text;
    $("entity-about").textContent = [`${shared.title(span.type)}, ${percent(span.p)} likely one`, ...says(span).map((word) => SAYS[word])].join(" · ");
    const nil = span.answers.find((answer) => answer.nil);
    const ids = span.id.split("|");
    const likeliest = likely(span.matches, ids);
    $("entity-none").textContent = nil ? `${missing(nil.pNil).replace("n", "N")}.${likeliest.length ? " Nearest:" : ""}` : "";
    $("entity-matches").dataset.tone = span.id ? "" : "none";
    $("entity-matches").replaceChildren(...likeliest.map((m) => matchRow(shared, entities, m, ids.length > 1 && ids.includes(m.id), ids.includes(m.id))));
    $("entity").hidden = false;
    element.scrollIntoView({ block: "nearest" }); // not behind the card
  }

  /**
   * @param {Span} span
   * @param {HTMLElement} element
   */
  function enter(span, element) {
    describe(span, element);
    $("entity-title").focus({ preventScroll: true });
  }

  function leave() {
    described?.classList.remove("described");
    $("entity").hidden = true;
    if (described?.isConnected) described.focus({ preventScroll: true });
    $("entity").hidden = true; // the focus has shown it
  }

  const later = () => {
    clearTimeout(pausing);
    pausing = setTimeout(annotate, PAUSE);
  };

  async function saveHTML() {
    const found = shown(), of = text;
    const style = await (await fetch(new URL("./annotated.css", import.meta.url))).text();
    const known = new Map(await Promise.all(found.flatMap(({ id }) => id.split("|")).map(async (id) => /** @type {const} */ ([id, await entities.get(id)]))));
    save(toHTML(of, found, (id) => (known.get(id)?.url ? pageOf(id, known.get(id)) : ""), style), "text.html", "text/html");
  }

  field.addEventListener("input", later);
  $("annotated").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => e.key === "Escape" && leave());
  $("entity-close").addEventListener("click", leave);
  $("text-html").addEventListener("click", saveHTML);
  $("text-tsv").addEventListener("click", () => save(toTable(text, shown()), "text.tsv", "text/tab-separated-values"));
  $("text-json").addEventListener("click", () => save(toJSON(text, shown()), "text.json", "application/json"));
  annotate();
  return {
    refresh() {
      entities.clear();
      annotate();
    },
    /** @param {string} pasted */
    paste(pasted) {
      field.value = pasted;
      field.setSelectionRange(0, 0);
      field.focus();
      annotate();
    },
  };
}
