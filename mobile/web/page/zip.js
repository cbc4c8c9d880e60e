// ZIP archives, which workbooks are. One to read may be made to harm, so nothing is read beyond its bound.
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

/**
 * An archive of files, each compressed, without dates: the same files have the same bytes.
 * @param {[name: string, content: Uint8Array][]} files
 */
export async function makeArchive(files) {
  const parts = [], entries = [];
  let at = 0, listed = 0;
  for (const [name, content] of files) {
    const path = new TextEncoder().encode(name);
    const stream = new Blob([/** @type {BlobPart} */ (content)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const data = new Uint8Array(await new Response(stream).arrayBuffer());
    // version, flags and method; time and date (1 January 1980); checksum; sizes; lengths of the name and of what follows
    const about = [[2, 20], [2, 0x800], [2, 8], [2, 0], [2, 0x21], [4, crc32(content)], [4, data.length], [4, content.length], [2, path.length], [2, 0]];
    parts.push(littleEndian([[4, FILE], ...about]), path, data);
    entries.push(littleEndian([[4, ENTRY], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), path);
    at += 30 + path.length + data.length;
    listed += 46 + path.length;
  }
  return new Blob([...parts, ...entries, littleEndian([[4, END], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, listed], [4, at], [2, 0]])]);
}

/** Numbers of two or four bytes each. @param {number[][]} fields their sizes and values */
function littleEndian(fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return view.buffer;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/** The checksum of ZIP. @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 0xff];
  return ~crc >>> 0;
}
