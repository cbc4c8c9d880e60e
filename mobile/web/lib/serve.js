// What a worker does, in browsers and in Node: it starts the WebAssembly program (mobile/wasm) and passes calls on,
// {id, call, args} in, {id, value} or {id, error} out. Errors are plain objects {kind, message}, because a thrown one
// would lose its kind.
import "./wasm_exec.js";

/**
 * An error that reaches the caller with its kind.
 * @param {string} kind
 * @param {string} message
 */
export function failed(kind, message) {
  return Object.assign(new Error(message), { kind });
}

const crashed = () => failed("crashed", "normlet ran out of memory or failed; load the pack again");

/**
 * Runs a compiled program and returns its functions.
 * @param {WebAssembly.Module} module
 */
async function run(module) {
  const go = new globalThis.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  return new Promise((resolve, reject) => {
    globalThis.normletReady = resolve;
    go.run(instance).then(() => reject(crashed()), reject);
  });
}

/**
 * What answers messages. The first call is "start", with the program if the caller has compiled it.
 * @param {object} host
 * @param {() => Promise<WebAssembly.Module>} host.compile
 * @param {(pack: any) => Promise<Uint8Array>} host.read the bytes of a pack, compressed or not
 * @param {(reply: object) => void} host.reply
 */
export function serve({ compile, read, reply }) {
  let begin;
  const program = new Promise((resolve) => (begin = resolve));
  program.catch(() => {}); // reported with the first call
  return async function answer({ id, call, args }) {
    try {
      if (call === "start") return begin(Promise.resolve(args[0] ?? compile()).then(run));
      if (call === "open") args[0] = await gunzip(await read(args[0]));
      const result = (await program)[call](...args);
      if (!result) throw crashed(); // the program ended within the call
      reply({ id, ...result });
    } catch (e) {
      reply({ id, error: { kind: e.kind ?? "internal", message: e.message } });
    }
  };
}

/** The content of a gzip file; other bytes as they are. @param {Uint8Array} bytes */
async function gunzip(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (cause) {
    throw failed("fetch", `the pack cannot be read: ${cause.message}`);
  }
}
