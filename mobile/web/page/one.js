// The view of one name: it looks up while you type.
import { $, action, h, on, working } from "./dom.js";
import { details, entityTable, linkedID } from "./entities.js";
import { latest } from "./latest.js";
import { likely, percent, stageWords, verdict } from "./words.js";

const EXAMPLES = ["FOX-P2", "PLCγ2", "p70 s6 kinase", "CAP1", "unobtainium"];

/** @param {import("./app.js").Shared} shared */
export function lookupView(shared) {
  const input = $("mention"), around = $("context");
  const entities = entityTable(() => shared.normalizer);
  /** @type {unknown} */
  let asked; // the normalizer of the entities known
  let near = false; // whether near names are listed below a name, too

  const lookUp = latest(async () => {
    const { normalizer } = shared;
    const mention = input.value.trim();
    if (normalizer && asked !== normalizer) prepare(normalizer, mention);
    if (!normalizer || mention === "") return clear();
    const options = shared.options();
    try {
      const answer = await working($("working"), "Looking…", normalizer.lookup(mention, { ...options, context: around.value, near }));
      if (normalizer !== shared.normalizer) return;
      shared.say(show(answer, options.minP));
    } catch (/** @type {any} */ error) {
      if (error.kind !== "closed") shared.fail(error); // closed: another pack was opened, which looks up again
    }
  });

  /**
   * Looks a name up that is nowhere, which makes all indexes, before somebody waits for it.
   * @param {import("../lib/normlet.js").Normalizer} normalizer
   * @param {string} mention
   */
  function prepare(normalizer, mention) {
    asked = normalizer;
    entities.clear();
    if (mention === "") normalizer.lookup(EXAMPLES[EXAMPLES.length - 1]).catch(() => {});
  }

  /**
   * Returns what the answer comes to, in words.
   * @param {import("../lib/normlet.js").Answer} answer
   * @param {number} minP
   */
  function show(answer, minP) {
    const v = verdict(answer, minP);
    const { matches, ambiguous } = answer;
    const shown = near ? matches : likely(matches, answer.nil ? [] : [matches[0].id, ...ambiguous]);
    $("verdict").hidden = v.tone === "good"; // the first match says it all
    $("verdict").dataset.tone = v.tone;
    $("verdict-title").textContent = v.title;
    $("verdict-text").textContent = v.text;
    $("matches").dataset.tone = v.tone;
    $("matches").replaceChildren(...shown.map((m) => matchRow(shared, entities, m, ambiguous.includes(m.id), m === shown[0] && v.tone !== "none")));
    $("near").hidden = near || (shown.length === matches.length && (shown.length === 0 || shown.some((m) => m.stage === "hamming")));
    return `${v.title}. ${v.text} ${shown.length} matches listed.`;
  }

  function clear() {
    $("verdict").hidden = $("near").hidden = true;
    $("matches").replaceChildren();
  }

  /** @param {string} name */
  function ask(name) {
    input.value = name;
    input.focus();
    near = false;
    lookUp();
  }

  /** @param {boolean} fits whether the examples are names of the pack in use */
  function offerExamples(fits) {
    $("examples").hidden = !fits;
    $("examples-list").replaceChildren(...EXAMPLES.flatMap((name) => [action(name, () => ask(name)), " "])); // a blank, for those who hear it
  }

  for (const field of [input, around]) {
    on(field, "input", () => {
      near = false;
      lookUp();
    });
  }
  $("near").addEventListener("click", () => {
    near = true;
    lookUp();
  });
  input.value = new URLSearchParams(location.search).get("q") ?? input.value;
  return { refresh: lookUp, offerExamples, ask };
}

/**
 * An entity that was found.
 * @param {import("./app.js").Shared} shared
 * @param {ReturnType<typeof entityTable>} entities
 * @param {import("../lib/normlet.js").Match} m
 * @param {boolean} tied
 * @param {boolean} open whether its details are
 */
export function matchRow(shared, entities, m, tied, open) {
  const item = h("li.match");
  item.dataset.stage = m.stage;
  const found = h("p.found", ...(m.matched === m.name ? [] : ["found as ", h("q", m.matched), ", "]), stageWords(m.stage));
  const meter = h("span.meter", h("span"));
  meter.setAttribute("aria-hidden", "true");
  meter.style.setProperty("--p", String(m.p));
  const title = h("p", h("span.name", m.name));
  const about = h("div.about-entity");
  entities.get(m.id).then(async (entity) => {
    if (!entity) return;
    if (entity.fullName && entity.fullName !== m.name) title.append(h("span.full", ` ${entity.fullName}`));
    const facts = await details(entities, entity, m);
    if (facts) about.append(open ? facts : h("details", h("summary", "Details"), facts));
  });
  item.append(title, h("p.p", percent(m.p)), meter, h("p.id", h("span", shared.title(m.namespace)), linkedID(entities, m.id), copyButton(shared, m.id)), found);
  if (m.broader) item.append(h("p.broader", h("span.tag", "broader"), " than what was asked, without ", h("q", m.broader)));
  item.append(about);
  if (tied) item.classList.add("tied");
  return item;
}

/**
 * @param {import("./app.js").Shared} shared
 * @param {string} id
 */
function copyButton(shared, id) {
  const button = action("Copy", async () => {
    try {
      await navigator.clipboard.writeText(id);
      button.textContent = "Copied";
      shared.say(`${id} copied`);
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  button.setAttribute("aria-label", `Copy ${id}`);
  return button;
}
