// The pack that the page begins with. It and the program take longest, so they start before the rest of the page is here:
// index.html runs this as soon as the library is.
import { load } from "../lib/normlet.js";
import { packsName, worker } from "./begin.js";

const DEFAULT_PACK = "default.normpack";

// normlet web has checked all of it when it wrote the site, so half of the opening can be spared.
const trusted = true;

export const loadDefault = () => load(DEFAULT_PACK, { trusted });

/** The default pack, unless one was perhaps brought over the air. Both fetches are under way: index.html preloads them. */
export const early = packsName === "" ? load(fetched(DEFAULT_PACK), { worker, program: compiled(), trusted }) : undefined;
early?.catch(() => {}); // whoever waits for it says so

/** The bytes of a file; its address if it cannot be fetched, so that load says why. @param {string} address */
async function fetched(address) {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? response.arrayBuffer() : address;
}

/** The program; undefined from a server that does not know its type: the worker copes with that. */
async function compiled() {
  return WebAssembly.compileStreaming(fetch("lib/normlet.wasm")).catch(() => undefined);
}
