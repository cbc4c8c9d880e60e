// Bytes of a text file to text. What people save from spreadsheets is in one of four encodings.

/** @type {[number[], string][]} */
const MARKS = [[[0xef, 0xbb, 0xbf], "utf-8"], [[0xff, 0xfe], "utf-16le"], [[0xfe, 0xff], "utf-16be"]];

/**
 * The text of a file and its encoding: that of its byte order mark; UTF-16 if every other byte of the beginning is
 * zero; UTF-8 if the bytes are; else Windows-1252, in which all bytes mean something.
 * @param {Uint8Array} bytes
 */
export function decode(bytes) {
  const encoding = marked(bytes) ?? wide(bytes) ?? "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** @param {Uint8Array} bytes */
function marked(bytes) {
  return MARKS.find(([mark]) => mark.every((b, i) => bytes[i] === b))?.[1];
}

/** @param {Uint8Array} bytes */
function wide(bytes) {
  const head = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  head.forEach((b, i) => b === 0 && zeros[i % 2]++);
  const most = head.length * 0.3;
  return zeros[1] > most ? "utf-16le" : zeros[0] > most ? "utf-16be" : undefined;
}
