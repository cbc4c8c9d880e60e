// What the pack says of entities by their ids, asked for once: full names, and where their pages are.
import { h } from "./dom.js";

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
