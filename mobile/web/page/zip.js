// The files in a ZIP archive, which a spreadsheet is. Archives may be made to harm, so nothing is read beyond its bound.
import { bytesOf } from "../lib/packs.js";

const FILE = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;

/**
 * @typedef {object} Archive
 * @property {string[]} names
 * @property {(name: string, most: number) => Promise<Uint8Array | undefined>} read undefined if there is no such file
 */

/**
 * @param {Uint8Array} bytes
 * @returns {Archive}
 */
export function openArchive(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = list(view);
  return {
    names: [...entries.keys()],
    async read(name, most) {
      const entry = entries.get(name);
      return entry && inflate(view, entry, name, most);
    },
  };
}

/** @typedef {{method: number, size: number, at: number, locked: boolean}} Entry */

/** @param {DataView} view */
function list(view) {
  let end = view.byteLength - 22;
  while (end >= 0 && end >= view.byteLength - 22 - 0xffff && view.getUint32(end, true) !== END) end--;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("the file is cut off");
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new Error("the file is damaged");
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, Math.min(length, view.byteLength - at - 46)));
    entries.set(name, {
      locked: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * @param {DataView} view
 * @param {Entry} entry
 * @param {string} name
 * @param {number} most bytes
 */
async function inflate(view, { method, size, at, locked }, name, most) {
  if (locked) throw new Error("the file has a password");
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== FILE) throw new Error("the file is damaged");
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + size > view.byteLength) throw new Error("the file is damaged");
  const blob = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (new Uint8Array(view.buffer, view.byteOffset + start, size))]);
  if (method !== 0 && method !== 8) throw new Error(`${name} is compressed in an unusual way`);
  const stream = method === 0 ? blob.stream() : blob.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const content = await bytesOf(new Response(stream), most);
  if (content.length > most) throw new Error(`${name} is longer than ${most >> 20} MB`);
  return content;
}
