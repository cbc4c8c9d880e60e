// The worker of the pack that the page begins with. To start it takes as long as the scripts of the page take to come, so
// index.html runs this before they are there.

/** The name of the packs that the page brings over the air, "" for none: normlet web --updates writes it. */
export const packsName = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=normlet-packs]")).content;

/** The worker; undefined if the first pack may be another, or if it has failed: the library starts one, and says why. */
export let worker = packsName === "" ? new Worker(new URL("../lib/worker.js", import.meta.url), { type: "module", name: "normlet" }) : undefined;
worker?.addEventListener("error", () => (worker = undefined));
