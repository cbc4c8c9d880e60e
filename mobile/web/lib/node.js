// What normlet.d.ts declares, for Node: packs come from files, too. Packs over the air are for browsers, which keep them;
// on a server, normlet pull brings them.
import { resolve as path } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { loader } from "./client.js";
import { NormletError } from "./error.js";

export { NormletError };

/** A worker with the interface of browsers. It does not keep Node running while it has nothing to do. */
function start() {
  const worker = new Worker(new URL("./node-worker.js", import.meta.url), { name: "normlet", execArgv: [] });
  let calls = 0;
  worker.unref();
  worker.on("message", () => --calls || worker.unref());
  return {
    addEventListener(type, f) {
      worker.on(type, (value) => f(type === "message" ? { data: value } : { message: value.message, preventDefault() {} }));
    },
    postMessage(message) {
      if (message.id && !calls++) worker.ref();
      worker.postMessage(message);
    },
    terminate: () => void worker.terminate(),
  };
}

/** An address as it is, a path as that of a file. @param {string} address */
function resolve(address) {
  return /^[a-z][a-z\d+.-]+:/i.test(address) ? new URL(address).href : pathToFileURL(path(address)).href;
}

export const load = loader(start, resolve);

export const openPacks = async () => {
  throw new NormletError("argument", "packs over the air are for browsers; here, normlet pull brings them to files");
};
