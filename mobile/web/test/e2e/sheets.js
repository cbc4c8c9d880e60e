// Workbooks made for tests: what Excel writes, and what it could.
import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP archive of files, text by name. */
export function zip(files) {
  const parts = [], entries = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text), data = deflateRawSync(plain), path = Buffer.from(name);
    const common = Buffer.alloc(26);
    [[20, 0], [8, 4], [path.length, 22]].forEach(([value, offset]) => common.writeUInt16LE(value, offset));
    [[crc32(plain), 10], [data.length, 14], [plain.length, 18]].forEach(([value, offset]) => common.writeUInt32LE(value, offset));
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\x03\x04"), common, path, data);
    entries.push(Buffer.from("PK\x01\x02\x14\x00"), common, tail, path);
    at += 30 + path.length + data.length;
  }
  const directory = Buffer.concat(entries), end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const relations = (list) => `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** A workbook of sheets, XML of their rows by name; strings are shared ones, styles number formats. */
export function workbook(sheets, strings = [], styles = []) {
  const names = Object.keys(sheets);
  return zip({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${names.map((n, i) => `<sheet name="${escaped(n)}" sheetId="${i + 1}" r:id="s${i}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([...names.map((n, i) => [`s${i}`, "worksheet", `worksheets/sheet${i}.xml`]), ["t", "sharedStrings", "/xl/sharedStrings.xml"], ["y", "styles", "styles.xml"]]),
    "xl/sharedStrings.xml": `<sst>${strings.join("")}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(names.map((n, i) => [`xl/worksheets/sheet${i}.xml`, `<worksheet><sheetData>${sheets[n]}</sheetData></worksheet>`])),
  });
}

/** A workbook of one sheet with rows of text. */
export function textSheet(rows) {
  return workbook({ Names: rows.map((row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join("")}</row>`).join("") });
}
