// Excel workbooks (.xlsx) to rows of text, by what browsers have: ZIP, deflate and XML. Formulas give their last value.
import { BUILT_IN, shown } from "./cellformat.js";
import { openArchive } from "./zip.js";

const MOST = 64 << 20; // bytes of a part: some 300,000 rows
const CELLS = 5_000_000; // empty ones before others included

/**
 * The names of the sheets that are not hidden, and what reads one.
 * @param {Uint8Array} bytes
 * @returns {Promise<{sheets: string[], read: (sheet: string) => Promise<string[][]>}>}
 */
export async function openWorkbook(bytes) {
  const archive = openArchive(bytes);
  if (archive.names.includes("content.xml")) throw new Error("this is an OpenDocument sheet: save it as .xlsx or .csv");
  const xml = async (/** @type {string} */ name) => parse(await archive.read(name, MOST), name);
  const main = (await related(xml, "")).find((r) => r.type === "officeDocument")?.target;
  const workbook = main && (await xml(main));
  if (!workbook) throw new Error("this archive is no Excel workbook");
  const parts = await related(xml, main);
  const target = (/** @type {string} */ type) => parts.find((r) => r.type === type)?.target ?? "";
  const strings = all(await xml(target("sharedStrings")), "si").map(textOf);
  const formats = formatsOf(await xml(target("styles")));
  const from1904 = /^(1|true)$/.test(all(workbook, "workbookPr")[0]?.getAttribute("date1904") ?? "");
  const sheets = all(workbook, "sheet").filter((s) => !/idden/.test(s.getAttribute("state") ?? ""));
  return {
    sheets: sheets.map((s) => s.getAttribute("name") ?? ""),
    async read(name) {
      const sheet = sheets.find((s) => s.getAttribute("name") === name);
      const id = [...(sheet?.attributes ?? [])].find((a) => a.localName === "id" && a.prefix)?.value;
      const content = await xml(parts.find((r) => r.id === id)?.target ?? "");
      if (!content) throw new Error(`the sheet ${name} is missing`);
      return rowsOf(content, (cell) => valueOf(cell, strings, formats, from1904));
    },
  };
}

/**
 * @param {Uint8Array | undefined} bytes
 * @param {string} name
 */
function parse(bytes, name) {
  if (!bytes) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (text.includes("<!DOCTYPE")) throw new Error(`${name} declares entities, which no workbook does`);
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.querySelector("parsererror")) throw new Error(`${name} is damaged`);
  return document;
}

/**
 * The parts that a part names. Their paths are relative to its folder.
 * @param {(name: string) => Promise<Document | undefined>} xml
 * @param {string} part "" for the archive
 */
async function related(xml, part) {
  const [, folder, file] = /** @type {string[]} */ (/^(.*\/)?([^/]*)$/.exec(part));
  const list = all(await xml(`${folder ?? ""}_rels/${file}.rels`), "Relationship");
  return list.map((r) => ({
    id: r.getAttribute("Id"),
    type: r.getAttribute("Type")?.split("/").pop(),
    target: new URL(r.getAttribute("Target") ?? "", `http://x/${folder ?? ""}`).pathname.slice(1),
  }));
}

/**
 * @param {Document | Element | undefined} node
 * @param {string} name
 */
function all(node, name) {
  return node ? [...node.getElementsByTagNameNS("*", name)] : [];
}

/**
 * The text of a string: of all its runs, without how it is read aloud.
 * @param {Element} node
 */
function textOf(node) {
  return all(node, "t").filter((t) => /** @type {Element} */ (t.parentNode).localName !== "rPh").map((t) => t.textContent).join("");
}

/**
 * The format of each style.
 * @param {Document | undefined} styles
 */
function formatsOf(styles) {
  const own = new Map(all(styles, "numFmt").map((f) => [f.getAttribute("numFmtId"), f.getAttribute("formatCode") ?? ""]));
  return all(all(styles, "cellXfs")[0], "xf").map((x) => {
    const id = x.getAttribute("numFmtId");
    return own.get(id) ?? BUILT_IN[Number(id)] ?? "";
  });
}

/**
 * @param {Document} sheet
 * @param {(cell: Element) => string} value
 */
function rowsOf(sheet, value) {
  /** @type {string[][]} */
  const rows = [];
  let cells = 0;
  for (const row of all(sheet, "row")) {
    const at = Number(row.getAttribute("r") ?? rows.length + 1);
    if (!(at > rows.length) || (cells += at - rows.length) > CELLS) throw new Error("rows of the sheet are out of order, or too many");
    while (rows.length < at - 1) rows.push([""]);
    /** @type {string[]} */
    const out = [];
    for (const cell of row.children) {
      const column = columnOf(cell.getAttribute("r")) ?? out.length;
      if (column < out.length || (cells += column + 1 - out.length) > CELLS) throw new Error(`cells of row ${at} are out of order, or too many`);
      while (out.length < column) out.push("");
      out.push(value(cell));
    }
    rows.push(out.length ? out : [""]);
  }
  while (rows.at(-1)?.every((cell) => cell === "")) rows.pop();
  return rows;
}

/**
 * @param {string | null} reference such as AB12
 * @returns {number | undefined}
 */
function columnOf(reference) {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  return letters === undefined ? undefined : [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
}

/**
 * @param {Element} cell
 * @param {string[]} strings
 * @param {string[]} formats
 * @param {boolean} from1904
 */
function valueOf(cell, strings, formats, from1904) {
  if (cell.getAttribute("t") === "inlineStr") return textOf(cell);
  const value = [...cell.children].find((c) => c.localName === "v")?.textContent ?? "";
  switch (cell.getAttribute("t")) {
    case "s":
      return strings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case null:
    case "n":
      return value.trim() === "" ? "" : shown(Number(value), formats[Number(cell.getAttribute("s") ?? 0)] ?? "", from1904);
    default: // text of a formula, errors, dates in ISO 8601
      return value;
  }
}
