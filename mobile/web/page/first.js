// The pack that the page begins with, opened as soon as the library is there: index.html runs this before the page.
import { load } from "../lib/normlet.js";
import { DEFAULT_PACK, pack, program, worker } from "./begin.js";

// normlet web has checked all of it when it wrote the site, so half of the opening can be spared.
const trusted = true;

export const loadDefault = () => load(DEFAULT_PACK, { trusted });

/** The default pack, unless one was perhaps brought over the air. */
export const early = pack && load(pack, { worker, program, trusted });
early?.catch(() => {}); // whoever waits for it says so
