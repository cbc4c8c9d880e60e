// What takes longest, begun before the scripts of the page are there, which index.html runs this for: the worker of the
// pack that the page begins with, the compiler, and the pack. Both files are under way: index.html preloads them.

export const DEFAULT_PACK = "default.normpack";

/** The name of the packs that the page brings over the air, "" for none: normlet web --updates writes it. */
export const packsName = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=normlet-packs]")).content;

const known = packsName === ""; // else the first pack may be another

/** The worker; undefined if the first pack may be another, or if it has failed: the library starts one, and says why. */
export let worker = known ? new Worker(new URL("../lib/worker.js", import.meta.url), { type: "module", name: "normlet" }) : undefined;
worker?.addEventListener("error", () => (worker = undefined));

/** The program; of undefined from a server that does not know its type: the worker copes with that. */
export const program = known ? WebAssembly.compileStreaming(fetch("lib/normlet.wasm")).catch(() => undefined) : undefined;

/** The bytes of the pack; its address if it cannot be fetched, so that load says why. */
export const pack = known ? fetched(DEFAULT_PACK) : undefined;

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok && response.body ? plain(response.body).catch(() => address) : address;
}

/**
 * The bytes of a stream, decompressed while they arrive: the worker is busy with the program.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 */
async function plain(body) {
  const [head, all] = body.tee();
  const reader = head.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const compressed = value?.[0] === 0x1f && value[1] === 0x8b;
  return new Response(compressed ? all.pipeThrough(new DecompressionStream("gzip")) : all).arrayBuffer();
}
