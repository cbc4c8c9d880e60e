// The worker of browsers, in which a pack lives.
import { failed, serve } from "./serve.js";

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

async function compile() {
  const response = await get(new URL("./normlet.wasm", import.meta.url));
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()); // a server that knows no wasm
}

/** The bytes of a pack given as Uint8Array, Blob or URL. */
async function read(pack) {
  if (pack instanceof Uint8Array) return pack;
  const body = pack instanceof Blob ? pack : await get(pack);
  try {
    return new Uint8Array(await body.arrayBuffer());
  } catch (cause) {
    throw failed("fetch", `the pack cannot be read: ${cause.message}`);
  }
}

const answer = serve({ compile, read, reply: (reply) => postMessage(reply) });
addEventListener("message", ({ data }) => answer(data));
