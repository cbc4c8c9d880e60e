// The worker in which a pack lives: it starts the WebAssembly program (mobile/wasm)
// and passes calls on, {id, call, args} in, {id, value} or {id, error} out. Errors
// are plain objects {kind, message}, because a thrown one would lose its kind.
import "./wasm_exec.js";

/** An error that reaches the page with its kind. */
function failed(kind, message) {
  return Object.assign(new Error(message), { kind });
}

/** The response for a URL, or an error that says what was asked for. */
async function get(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw failed("fetch", `${url} cannot be fetched: ${cause.message}`);
  }
  if (!response.ok) {
    throw failed("fetch", `${url} cannot be fetched: the server answered ${response.status}`);
  }
  return response;
}

/** Starts the program and returns its functions. */
async function start() {
  const go = new globalThis.Go();
  const response = await get(new URL("./normlet.wasm", import.meta.url));
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  const { instance } = streams
    ? await WebAssembly.instantiateStreaming(response, go.importObject)
    : await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject); // a server that knows no wasm
  return new Promise((resolve, reject) => {
    globalThis.normletReady = resolve;
    go.run(instance).then(() => reject(crashed()), reject);
  });
}

function crashed() {
  return failed("crashed", "normlet ran out of memory or failed; load the pack again");
}

/** The bytes of a pack given as Uint8Array, Blob or URL, compressed by gzip or not. */
async function bytesOf(pack) {
  const body = pack instanceof Uint8Array ? new Response(pack) : pack instanceof Blob ? pack : await get(pack);
  try {
    const bytes = new Uint8Array(await body.arrayBuffer());
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? await gunzip(bytes) : bytes;
  } catch (cause) {
    throw failed("fetch", `the pack cannot be read: ${cause.message}`);
  }
}

/** The content of a gzip file. */
async function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const program = start();
program.catch(() => {}); // reported with the first call

addEventListener("message", async ({ data: { id, call, args } }) => {
  try {
    if (call === "open") args = [await bytesOf(args[0])];
    const result = (await program)[call](...args);
    if (!result) throw crashed(); // the program ended within the call
    postMessage({ id, ...result });
  } catch (e) {
    postMessage({ id, error: { kind: e.kind ?? "internal", message: e.message } });
  }
});
