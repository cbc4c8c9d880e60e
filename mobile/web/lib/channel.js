import { NormletError } from "./error.js";

/**
 * What is needed of a worker.
 * @typedef {object} Port
 * @property {(type: "message" | "error", f: (event: any) => void) => void} addEventListener
 * @property {(message: object) => void} postMessage
 * @property {() => void} terminate
 */

/** Calls to a worker, each answered by one message. */
export class Channel {
  #worker;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (e: Error) => void}>} */
  #waiting = new Map();
  #last = 0;
  /** @type {{kind: import("./normlet.js").Kind, message: string} | undefined} */
  #ended;

  /** @param {Port} worker */
  constructor(worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end("crashed", `the worker cannot run: ${event.message || "a part of the program cannot be fetched"}`);
    });
  }

  /**
   * @param {string} call
   * @param {...any} args
   * @returns {Promise<any>}
   */
  async call(call, ...args) {
    this.check();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call, args });
    });
  }

  /**
   * Sends what is not answered.
   * @param {string} call
   * @param {...any} args
   */
  tell(call, ...args) {
    if (!this.#ended) this.#worker.postMessage({ call, args });
  }

  /** @param {{id: number, value?: any, error?: {kind: import("./normlet.js").Kind, message: string}}} reply */
  #receive({ id, value, error }) {
    const call = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!error) return call?.resolve(value);
    call?.reject(new NormletError(error.kind, error.message));
    if (error.kind === "crashed") this.end(error.kind, error.message);
  }

  /** Throws once the channel has ended. */
  check() {
    if (this.#ended) throw new NormletError(this.#ended.kind, this.#ended.message);
  }

  /**
   * Ends the worker and fails all calls; the first reason is the one that stays.
   * @param {import("./normlet.js").Kind} kind
   * @param {string} message
   */
  end(kind, message) {
    if (this.#ended) return;
    this.#ended = { kind, message };
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new NormletError(kind, message));
    this.#waiting.clear();
  }
}
