// The view of one name: it looks up while you type.
import { $, h } from "./dom.js";
import { entityTable, linkedID } from "./entities.js";
import { latest } from "./latest.js";
import { percent, stageWords, verdict } from "./words.js";

const EXAMPLES = ["FOX-P2", "PLCγ2", "p70 s6 kinase", "CAP1", "unobtainium"];

/** @param {import("./app.js").Shared} shared */
export function lookupView(shared) {
  const input = $("mention");
  const entities = entityTable(() => shared.normalizer);
  /** @type {unknown} */
  let asked; // the normalizer of the entities known
  let near = false; // whether near names are listed below a name, too

  const lookUp = latest(async () => {
    const { normalizer } = shared;
    const mention = input.value.trim();
    if (!normalizer || mention === "") return clear();
    const options = shared.options();
    try {
      if (asked !== normalizer) entities.clear();
      asked = normalizer;
      const answer = await normalizer.lookup(mention, { ...options, near });
      if (normalizer !== shared.normalizer) return;
      shared.say(`${show(answer, options)} ${answer.matches.length} matches listed.`);
    } catch (/** @type {any} */ error) {
      if (error.kind !== "closed") shared.fail(error); // closed: another pack was opened, which looks up again
    }
  });

  /**
   * Returns what the answer comes to, in words.
   * @param {import("../lib/normlet.js").Answer} answer
   * @param {{minP: number}} options
   */
  function show(answer, { minP }) {
    const v = verdict(answer, { minP, entities: shared.info?.entities ?? 0 });
    $("verdict").hidden = v.tone === "good"; // the first match says it all
    $("verdict").dataset.tone = v.tone;
    $("verdict-title").textContent = v.title;
    $("verdict-text").textContent = v.text;
    $("matches").dataset.tone = v.tone;
    $("matches").replaceChildren(...answer.matches.map((m) => matchRow(shared, entities, m, answer.ambiguous.includes(m.id))));
    $("near").hidden = near || answer.matches.length === 0 || answer.matches.some((m) => m.stage === "hamming");
    return `${v.title}. ${v.text}`;
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
    $("examples-list").replaceChildren(...EXAMPLES.flatMap((name) => {
      const button = h("button.link", name);
      button.setAttribute("type", "button");
      button.addEventListener("click", () => ask(name));
      return [button, " "]; // a blank, for those who hear it
    }));
  }

  input.addEventListener("input", () => {
    near = false;
    lookUp();
  });
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
 */
export function matchRow(shared, entities, m, tied) {
  const item = h("li.match");
  item.dataset.stage = m.stage;
  const found = h("p.found", "found as ", h("q", m.matched), ", " + stageWords(m.stage));
  if (m.broader) found.append("; broader, without ", h("q", m.broader));
  const meter = h("span.meter", h("span"));
  meter.setAttribute("aria-hidden", "true");
  meter.style.setProperty("--p", String(m.p));
  const title = h("p", h("span.name", m.name));
  entities.get(m.id).then((entity) => {
    if (entity?.fullName && entity.fullName !== m.name) title.append(h("span.full", ` ${entity.fullName}`));
  });
  item.append(title, h("p.p", percent(m.p)), meter, h("p.id", linkedID(entities, m.id), copyButton(shared, m.id)), found);
  if (tied) item.classList.add("tied");
  return item;
}

/**
 * @param {import("./app.js").Shared} shared
 * @param {string} id
 */
function copyButton(shared, id) {
  const button = h("button.link", "Copy");
  button.setAttribute("type", "button");
  button.setAttribute("aria-label", `Copy ${id}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(id);
      button.textContent = "Copied";
      shared.say(`${id} copied`);
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
}
