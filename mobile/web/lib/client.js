// The face of the worker in which a pack lives, the same in browsers and in Node.
import { Channel } from "./channel.js";
import { checkAnnotation, checkColumns, checkMentions, checkNames, checkOptions, checkPack, LOOKUP, SUGGEST } from "./check.js";
import { NormletError } from "./error.js";

const CHUNK = 64; // mentions a message: a few tens of milliseconds, in which the worker takes no other call
const SEEN = 1000; // mentions that tell how many of all the pack has
const REACH = 40; // mentions before and after them that they depend on in a text: 20, and 20 around these

/**
 * A worker, which starts its program: the one that is given once it is there, or its own.
 * @param {() => import("./channel.js").Port} start
 * @param {import("./normlet.js").LoadOptions["program"]} [program]
 */
export function startChannel(start, program) {
  const channel = new Channel(start());
  Promise.resolve(program).catch(() => undefined).then((module) => channel.tell("start", module));
  return channel;
}

/**
 * What opens packs in workers.
 * @param {() => import("./channel.js").Port} start
 * @param {(path: string) => string} resolve makes a URL of a relative address
 * @returns {typeof import("./normlet.js").load}
 */
export const loader = (start, resolve) => async (pack, options = {}) => {
  checkNames(options, ["worker", "program", "trusted"]);
  const { worker, program, trusted } = options;
  const check = (/** @type {unknown} */ source) => checkPack(source, resolve);
  const source = pack instanceof Promise ? pack.then(check) : check(pack);
  const channel = startChannel(worker ? () => worker : start, program);
  try {
    return new Client(channel, await channel.call("open", await source, trusted === true));
  } catch (e) {
    channel.end("closed", "the pack was not opened");
    throw e;
  }
};

/** @typedef {import("./normlet.js").Normalizer} Normalizer */

/** @implements {Normalizer} */
class Client {
  #channel;
  #info;

  /**
   * @param {Channel} channel
   * @param {import("./normlet.js").Info} info
   */
  constructor(channel, info) {
    this.#channel = channel;
    this.#info = info;
  }

  /** @type {Normalizer["lookup"]} */
  async lookup(mention, options) {
    const [answer] = await this.#channel.call("lookupAll", checkMentions([mention]), ...checkOptions(options, LOOKUP));
    return answer;
  }

  /** @type {Normalizer["lookupAll"]} */
  async lookupAll(mentions, options = {}) {
    checkMentions(mentions);
    /** @type {unknown[]} */
    const settings = checkOptions(options);
    this.#channel.check();
    if (options.inList === "auto" && mentions.length > 1) {
      settings.push(await this.#channel.call("coverage", mentions.slice(0, SEEN), settings[1]));
    }
    /** @type {import("./normlet.js").Answer[]} */
    const answers = [];
    while (answers.length < mentions.length) {
      if (options.signal?.aborted) {
        throw new NormletError("aborted", `stopped after ${answers.length} of ${mentions.length} mentions`);
      }
      const done = answers.length;
      const reach = options.inOrder ? REACH : 0;
      const first = Math.max(0, done - reach);
      const found = await this.#channel.call("lookupAll", mentions.slice(first, done + CHUNK + reach), ...settings);
      answers.push(...found.slice(done - first, done - first + CHUNK));
      options.onProgress?.(answers.length, mentions.length);
    }
    return answers;
  }

  /** @type {Normalizer["detect"]} */
  async detect(columns, options) {
    const [, namespaces] = checkOptions(options, ["namespace"]);
    return this.#channel.call("detect", checkColumns(columns), namespaces);
  }

  /** @type {Normalizer["suggest"]} */
  async suggest(typed, options) {
    const [k, namespaces] = checkOptions(options, SUGGEST);
    const [text] = checkMentions([typed]);
    return this.#channel.call("suggest", text, k, namespaces);
  }

  /** @type {Normalizer["describe"]} */
  async describe(ids) {
    return this.#channel.call("describe", checkMentions(ids));
  }

  /** @type {Normalizer["annotate"]} */
  async annotate(text, options) {
    /** @type {import("./normlet.js").Span[]} */
    const spans = await this.#channel.call("annotate", ...checkAnnotation(text, options));
    for (const s of spans) s.matches = s.answers.flatMap(({ matches }) => matches).sort((a, b) => b.p - a.p);
    return spans;
  }

  async namespaces() {
    return (await this.info()).namespaces;
  }

  async info() {
    this.#channel.check();
    return structuredClone(this.#info);
  }

  async close() {
    this.#channel.end("closed", "the pack is closed");
  }
}
