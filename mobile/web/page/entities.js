// What the pack says of entities by their ids, asked for once: full names, and where their pages are.
import { action, h } from "./dom.js";

/** @typedef {import("../lib/normlet.js").Entity} Entity */

/** @param {() => import("../lib/normlet.js").Normalizer | undefined} normalizer */
export function entityTable(normalizer) {
  /** @type {Map<string, Entity | null>} */
  const known = new Map();
  /** @type {Set<string>} */
  let wanted = new Set();
  /** @type {Promise<void> | undefined} */
  let asking;

  async function ask() {
    await undefined; // whatever else this moment asks for goes along
    const ids = [...wanted], from = normalizer();
    wanted = new Set();
    asking = undefined;
    const found = await from?.describe(ids).catch(() => undefined); // closed: another pack was opened
    if (from === normalizer()) ids.forEach((id, i) => known.set(id, found?.[i] ?? null));
  }

  return {
    /** @param {string} id */
    known: (id) => known.get(id),
    clear: () => known.clear(),
    /**
     * The entity of an id, null if there is none.
     * @param {string} id
     * @returns {Promise<Entity | null>}
     */
    async get(id) {
      if (!known.has(id)) {
        wanted.add(id);
        await (asking ??= ask());
      }
      return known.get(id) ?? null;
    },
  };
}

/**
 * The address of an entity's page: that of the pack, else where the Bioregistry sends its prefix.
 * @param {string} id
 * @param {Entity | null | undefined} entity
 */
export function pageOf(id, entity) {
  if (/^https?:\/\//.test(entity?.url ?? "")) return entity?.url ?? "";
  return /^[A-Za-z][\w.]*:[^\s:/]+$/.test(id) ? `https://bioregistry.io/${encodeURI(id)}` : "";
}

/**
 * A link to an entity's page, which opens beside this one and does not learn where it was opened.
 * @param {string} address
 * @param {string} id
 * @param {string} [text]
 */
export function link(address, id, text = "Page") {
  const a = /** @type {HTMLAnchorElement} */ (h("a", text));
  a.href = address;
  a.target = "_blank";
  a.rel = "noreferrer";
  if (text !== id) a.setAttribute("aria-label", `Page of ${id}`);
  return a;
}

/**
 * An id, which becomes a link once the entity's page is known.
 * @param {ReturnType<typeof entityTable>} entities
 * @param {string} id
 */
export function linkedID(entities, id) {
  const shown = h("span", h("code", id));
  entities.get(id).then((entity) => {
    const page = pageOf(id, entity);
    if (!page) return;
    const linked = link(page, id, id);
    linked.replaceChildren(...shown.childNodes);
    shown.append(linked);
  });
  return shown;
}

const SYNONYMS = 6, REFERENCES = 3; // that are shown unasked

/**
 * What the pack knows of an entity beside its name: definition, synonyms, what it is a kind of, and ids elsewhere. Null
 * if that is nothing.
 * @param {ReturnType<typeof entityTable>} entities
 * @param {Entity} entity
 * @param {import("../lib/normlet.js").Match} m
 */
export async function details(entities, entity, m) {
  const plain = (/** @type {string} */ name) => name.toLowerCase();
  const said = new Set([m.name, entity.fullName].map(plain));
  const synonyms = entity.names.filter(({ name }) => !said.has(plain(name)) && said.add(plain(name))).map(({ name }) => name);
  const parents = await Promise.all(entity.parents.map((id) => entities.get(id)));
  const linked = (/** @type {string} */ text, /** @type {string} */ page) => (page ? link(page, text, text) : text);
  const facts = [
    ["Definition", entity.definition ? [entity.definition] : []],
    ["Synonyms", first(SYNONYMS, synonyms, (name) => name)],
    ["Kind of", first(REFERENCES, parents.filter((p) => p !== null), (p) => linked(p.name, pageOf(p.id, p)))],
    ["Elsewhere", first(REFERENCES, [...new Set([...m.same, ...entity.xrefs])], (id) => linked(id, pageOf(id, undefined)))],
  ].filter(([, said]) => said.length > 0);
  return facts.length ? h("dl.details", ...facts.map(([term, said]) => h("div", h("dt", /** @type {string} */ (term)), h("dd", ...said)))) : null;
}

/**
 * The first n of a list, with points between, as names have commas, and a button for the others.
 * @template T
 * @param {number} n
 * @param {T[]} list
 * @param {(x: T) => Node | string} show
 * @returns {(Node | string)[]}
 */
function first(n, list, show) {
  const listed = (/** @type {T[]} */ part) => part.flatMap((x, i) => (i ? [" · ", show(x)] : [show(x)]));
  if (list.length <= n + 1) return listed(list);
  const more = action(`${list.length - n} more`, () => {
    const others = h("span", ...listed(list.slice(n)));
    others.tabIndex = -1;
    more.replaceWith(others);
    others.focus(); // which the button had
  });
  return [...listed(list.slice(0, n)), " · ", more];
}
