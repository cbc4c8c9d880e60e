// Packs over the air: where the page comes with a repository, it keeps the pack that was brought last, brings a newer one
// on request, and goes back.
import { openPacks } from "../lib/normlet.js";
import { $ } from "./dom.js";
import { packsName as name } from "./begin.js";
import { count, failureWords } from "./words.js";

/** @type {Promise<import("../lib/normlet.js").Packs> | undefined} */
let opened;
const packs = () => (opened ??= openPacks({ repository: "packs/", root: "packs-root.json" }));

/**
 * What opens the pack that was brought last, undefined if there is none, or none can be had.
 * @returns {Promise<(() => Promise<import("../lib/normlet.js").Normalizer>) | undefined>}
 */
export async function broughtPack() {
  if (name === "") return undefined;
  try {
    const p = await packs();
    return (await p.installed(name)) > 0 ? () => p.open(name) : undefined;
  } catch {
    return undefined; // the first pack does
  }
}

/**
 * Offers newer packs. To be called once the first pack is open.
 * @param {(pack: () => Promise<import("../lib/normlet.js").Normalizer>) => Promise<void>} use
 */
export function offerNewer(use) {
  if (name === "") return;
  $("air-check").hidden = false;
  $("air-check").addEventListener("click", () => working(async (p) => {
    const done = await p.update(name);
    $("air-back").hidden = done.version < 2;
    if (done.upToDate) return "This is the newest pack.";
    await use(() => p.open(name));
    return `Version ${done.version} is open; ${count(done.received)} bytes were fetched.`;
  }));
  $("air-back").addEventListener("click", () => working(async (p) => {
    const version = await p.rollback(name);
    $("air-back").hidden = true;
    await use(() => p.open(name));
    return `Version ${version} is open again.`;
  }));
  working(async (p) => {
    const version = await p.installed(name);
    $("air-back").hidden = version < 2;
    return version ? `Version ${version}, kept by this browser.` : "";
  });
}

/**
 * Does one thing at a time, and says what came of it.
 * @param {(packs: import("../lib/normlet.js").Packs) => Promise<string>} work
 */
async function working(work) {
  $("air-check").disabled = $("air-back").disabled = true;
  let text;
  try {
    text = await work(await packs());
  } catch (/** @type {any} */ error) {
    text = `The pack stays as it is. ${failureWords(error)}`;
  }
  $("air-text").textContent = text;
  $("air-text").hidden = text === "";
  $("air-check").disabled = $("air-back").disabled = false;
}
