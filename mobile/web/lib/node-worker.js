// The worker of Node, in which a pack lives.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { failed, serve } from "./serve.js";

const compile = async () => WebAssembly.compile(await readFile(new URL("./normlet.wasm", import.meta.url)));

/** The bytes of a pack given as Uint8Array, Blob or URL, also that of a file. */
async function read(pack) {
  if (pack instanceof Uint8Array) return pack;
  try {
    if (pack instanceof Blob) return new Uint8Array(await pack.arrayBuffer());
    if (pack.startsWith("file:")) return new Uint8Array(await readFile(new URL(pack)));
    const response = await fetch(pack);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw failed("fetch", `${pack} cannot be read: ${cause.message}`);
  }
}

const answer = serve({ compile, read, reply: (reply) => parentPort.postMessage(reply) });
parentPort.on("message", answer);
