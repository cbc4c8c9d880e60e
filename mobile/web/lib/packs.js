// Packs over the air: the program in the worker says which file of a repository it wants, and checks what it gets; this
// fetches, and keeps what it says.
import { Channel } from "./channel.js";
import { checkNames, checkPack } from "./check.js";
import { NormletError } from "./error.js";
import { change, read } from "./files.js";

/** @typedef {import("./normlet.js").Packs} Packs */
/** @typedef {{path: string, most: number, content: boolean}} Want */

/** @implements {Packs} */
export class Client {
  #channel;
  #root;
  #repository;
  #store;
  #load;
  #resolve;

  /**
   * @param {Channel} channel
   * @param {{root: Uint8Array, repository: string, store: string}} settings
   * @param {typeof import("./normlet.js").load} load
   * @param {(address: string) => string} resolve
   */
  constructor(channel, { root, repository, store }, load, resolve) {
    this.#channel = channel;
    this.#root = root;
    this.#repository = repository;
    this.#store = store;
    this.#load = load;
    this.#resolve = resolve;
  }

  /** @type {Packs["update"]} */
  async update(name, options = {}) {
    checkNames(options, ["version", "signal"]);
    const { version = 0, signal } = options;
    return this.#bring(name, version, false, signal);
  }

  /** @type {Packs["look"]} */
  async look(name, options = {}) {
    checkNames(options, ["signal"]);
    return this.#bring(name, 0, true, options.signal);
  }

  /** @type {Packs["adopt"]} */
  async adopt(name, version, pack) {
    checkVersion(version);
    const data = await contentOf(checkPack(pack, this.#resolve), "pack");
    return this.#alone(isOf(name), () => this.#channel.call("adopt", String(name), version, data));
  }

  /** @type {Packs["installed"]} */
  async installed(name) {
    return this.#alone((file) => !isPack(file), () => this.#channel.call("installed", String(name)));
  }

  /** @type {Packs["rollback"]} */
  async rollback(name) {
    return this.#alone(isOf(name), () => this.#channel.call("rollback", String(name)));
  }

  /** @type {Packs["open"]} */
  async open(name) {
    return this.#load(await this.#alone(isOf(name), () => this.#channel.call("read", String(name))));
  }

  async close() {
    this.#channel.end("closed", "the packs are closed");
  }

  /**
   * @param {string} name
   * @param {number} version
   * @param {boolean} look
   * @param {AbortSignal} [signal]
   */
  #bring(name, version, look, signal) {
    checkVersion(version);
    return this.#alone(isOf(name), async () => {
      let want = await this.#channel.call("begin", String(name), version, Math.floor(Date.now() / 1000), look);
      while (want) want = await this.#channel.call("give", await this.#fetch(want, signal));
      return this.#channel.call("result");
    });
  }

  /**
   * Does what needs the files, while no other page of this origin does, and keeps what it changed: also when it failed,
   * for what was verified on the way counts.
   * @param {(file: string) => boolean} needed
   * @param {() => Promise<any>} work
   * @returns {Promise<any>}
   */
  #alone(needed, work) {
    return navigator.locks.request(`normlet packs ${this.#store}`, async () => {
      this.#channel.check();
      await this.#channel.call("openPacks", this.#root, await read(this.#store, needed));
      try {
        return await work();
      } finally {
        await change(this.#store, await this.#channel.call("changes").catch(() => []));
      }
    });
  }

  /**
   * A file of the repository: its bytes, null if there is none, or as a string why it cannot be had.
   * @param {Want} want
   * @param {AbortSignal} [signal]
   */
  async #fetch({ path, most, content }, signal) {
    try {
      const response = await fetch(new URL(path, this.#repository), { signal, cache: content ? "default" : "no-cache" });
      if (response.status === 404) return null;
      if (!response.ok) return `the server answered ${response.status}`;
      return await bytesOf(response, most);
    } catch (/** @type {any} */ e) {
      if (signal?.aborted) throw new NormletError("aborted", `stopped while ${path} was fetched`);
      return e.message;
    }
  }
}

/** @param {number} version */
function checkVersion(version) {
  if (!Number.isSafeInteger(version) || version < 0) {
    throw new NormletError("argument", `version is ${version}: want a whole number`);
  }
}

/** @param {string} file */
function isPack(file) {
  return file.includes(".normpack");
}

/**
 * Whether a file is needed for the packs of a name: the packs of others are not.
 * @param {unknown} name
 */
function isOf(name) {
  return (/** @type {string} */ file) => !isPack(file) || file.startsWith(`${name}.`);
}

/**
 * The bytes of a response, but little more than so many: a server may send without end.
 * @param {Response} response
 * @param {number} most
 */
export async function bytesOf(response, most) {
  /** @type {any[]} */
  const chunks = [];
  let length = 0;
  for (const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(); length <= most; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > most) await reader.cancel();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * What may be said of packs, checked.
 * @param {any} settings
 * @param {(address: string) => string} resolve
 */
export async function checkPacks(settings = {}, resolve) {
  checkNames(settings, ["repository", "root", "store"]);
  const { repository, root, store = "normlet packs" } = settings;
  if (typeof store !== "string" || !store) throw new NormletError("argument", "store is a string");
  const address = checkPack(repository, resolve);
  if (typeof address !== "string") throw new NormletError("argument", "repository is a URL");
  const given = checkPack(root, resolve);
  return { root: await contentOf(given, "root"), repository: address.replace(/\/?$/, "/"), store };
}

/**
 * The bytes of a file that came with the page.
 * @param {Uint8Array | Blob | string} file
 * @param {string} what
 */
async function contentOf(file, what) {
  if (file instanceof Uint8Array) return file.slice();
  if (file instanceof Blob) return new Uint8Array(await file.arrayBuffer());
  try {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (/** @type {any} */ e) {
    throw new NormletError("fetch", `the ${what} ${file} cannot be fetched: ${e.message}`);
  }
}
