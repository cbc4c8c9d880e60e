/**
 * A function that runs f one call at a time, and of the calls that come meanwhile
 * only the last: typing never queues up behind itself.
 * @template {any[]} A
 * @param {(...args: A) => Promise<void>} f
 * @returns {(...args: A) => Promise<void>}
 */
export function latest(f) {
  let running = false;
  /** @type {A | undefined} */
  let next;
  return async function call(...args) {
    if (running) {
      next = args;
      return;
    }
    running = true;
    try {
      await f(...args);
    } finally {
      running = false;
      const again = next;
      next = undefined;
      if (again) call(...again);
    }
  };
}
