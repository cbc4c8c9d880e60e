/** @typedef {import("./normlet.js").Kind} Kind */

/** @type {typeof import("./normlet.js").NormletError} */
export const NormletError = class NormletError extends Error {
  /**
   * @param {Kind} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.name = "NormletError";
    /** @type {Kind} */
    this.kind = kind;
  }
};
