// What normlet.d.ts declares, for browsers.
import { loader, startChannel } from "./client.js";
import { NormletError } from "./error.js";
import { checkPacks, Client as PacksClient } from "./packs.js";

export { NormletError };

const start = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "normlet" });
const resolve = (/** @type {string} */ address) => new URL(address, document.baseURI).href;

export const load = loader(start, resolve);

/** @type {typeof import("./normlet.js").openPacks} */
export const openPacks = async (settings) => {
  const checked = await checkPacks(settings, resolve);
  const packs = new PacksClient(startChannel(start), checked, load, resolve);
  try {
    await packs.installed("any"); // fails unless root and files are good
    return packs;
  } catch (e) {
    await packs.close();
    throw e;
  }
};
