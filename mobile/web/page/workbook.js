// A table as a workbook of Excel, of one sheet.
import { makeArchive } from "./zip.js";

export const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = "http://schemas.openxmlformats.org";
const MAIN = `xmlns="${FORMATS}/spreadsheetml/2006/main"`;
const OFFICE = `${FORMATS}/officeDocument/2006/relationships`;

/** The files of a workbook beside its sheet. @type {Record<string, string>} */
const FILES = {
  "[Content_Types].xml": `<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
  "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="normlet" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relation("worksheet", "sheet.xml"),
};

/**
 * @param {string} type
 * @param {string} target
 */
function relation(type, target) {
  return `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

/**
 * A cell: a number if it is written as one, to the digit, else text, which Excel does not run, nor take for a date. What
 * XML cannot hold is left out.
 * @param {string} text
 */
function cell(text) {
  if (text === "") return "<c/>";
  if (/^-?\d/.test(text) && String(Number(text)) === text) return `<c><v>${text}</v></c>`;
  const plain = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "").replace(/[&<>\r]/g, (c) => `&#${c.charCodeAt(0)};`);
  return `<c t="inlineStr"><is><t xml:space="preserve">${plain}</t></is></c>`;
}

/** @param {string[][]} rows the first is the header, which stays in view */
export function toWorkbook(rows) {
  const view = '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const data = rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("");
  const files = { ...FILES, "xl/sheet.xml": `<worksheet ${MAIN}>${view}<sheetData>${data}</sheetData></worksheet>` };
  return makeArchive(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(XML + text)]));
}
