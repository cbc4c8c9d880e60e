// Tables of files in the column view: how they are read, reviewed, kept and taken away.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { env, file, NORMLET } from "./env.js";
import { columnLate, openPage, packOpen, parseCSV } from "./page.js";
import { textSheet, workbook, zip } from "./sheets.js";

/** Opens the page at the column view. */
async function openColumn(options) {
  const opened = await openPage(env.browser, env.url, options);
  await packOpen(opened.page, "Human genes");
  await opened.page.getByRole("tab", { name: "A column" }).click();
  return opened;
}

const give = (page, name, buffer) => page.getByLabel("Open a table…").setInputFiles({ name, mimeType: "", buffer: Buffer.from(buffer) });

/** What was found, as the table that is downloaded. */
async function downloaded(page, button = "Download as CSV") {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button, exact: true }).click()]);
  return parseCSV(readFileSync(await download.path(), "utf8").slice(1));
}

test("a table that is chosen while the column loads is read", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await columnLate(page);
  await page.getByRole("tab", { name: "A column" }).click();
  await give(page, "x.csv", "gene,no\nFOX-P2,1\nTP53,2\n");
  await page.getByRole("button", { name: "Map 2 names" }).waitFor();
  await done();
});

test("a column that is asked for twice while it loads is one column", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await columnLate(page);
  const loaded = page.waitForResponse("**/page/many.js");
  const tab = page.getByRole("tab", { name: "A column" });
  await tab.click(); // the page asks for it, too, once it has an answer
  await tab.click();
  await packOpen(page, "Human genes");
  await (await loaded).finished();
  await page.waitForTimeout(300);
  await page.getByLabel("Names, one a line").fill("FOX-P2\n");
  await page.getByRole("button", { name: "Map 1 name" }).click();
  let downloads = 0;
  page.on("download", () => downloads++);
  await downloaded(page);
  await page.waitForTimeout(500);
  assert.equal(downloads, 1);
  await done();
});

test("a workbook reads as it shows", async () => {
  const { page, done } = await openColumn();
  const strings = ["<si><t>gene</t></si>", "<si><r><t>FOX</t></r><r><t>-P2</t></r><rPh><t>fu</t></rPh></si>", "<si><t>when</t></si>"];
  const cells = `<row r="1"><c r="A1" t="s"><v>2</v></c><c r="C1" t="s"><v>0</v></c></row>
    <row r="3"><c r="A3" s="1"><v>44076</v></c><c r="C3" t="s"><v>1</v></c></row>
    <row r="4"><c r="A4" s="2"><v>44076</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="str"><f>A1</f><v>TP53</v></c></row>
    <row r="5"><c r="A5"><v>0.1</v></c><c r="C5" t="inlineStr"><is><t>PLCγ2 &amp; more</t></is></c></row><row r="9"><c r="A9"/></row>`;
  await give(page, "genes.xlsx", workbook({ Empty: "", "R&D": cells, Other: '<row><c t="s"><v>1</v></c></row>' }, strings, [0, 16, 164]));
  await page.getByText("Read as the sheet “R&D”; names from “gene”: FOX-P2, TP53, PLCγ2 & more…").waitFor();
  await page.locator("#columns-found li").nth(2).waitFor();
  assert.match(await page.locator("#columns-found").innerText(), /^when .*\ncolumn 2 other.*|nothing.*\ngene NCBIGene \d+ %: FOX-P2 → FOXP2/);
  await page.getByRole("button", { name: "Map 4 names" }).click();
  const rows = await downloaded(page);
  assert.deepEqual(rows.map((row) => row.slice(0, 4)), [["when", "column 2", "gene", "gene_id"], ["", "", "", ""], ["2-Sep", "", "FOX-P2", "NCBIGene:93986"], ["2020-09-02", "TRUE", "TP53", "NCBIGene:7157"], ["0.1", "", "PLCγ2 & more", rows[4][3]]]);
  await page.getByLabel("Sheet").selectOption("Other");
  await page.getByText("Read as the sheet “Other”").waitFor({ state: "hidden" }); // one row is not described
  await page.getByRole("button", { name: "Map 1 name" }).click();
  await page.getByRole("link", { name: "NCBIGene:93986" }).waitFor();
  await done();
});

test("an Excel workbook is read as the table that was mapped", async () => {
  const { page, done } = await openColumn();
  await give(page, "x.tsv", "gene\tno\tsaid\nFOX-P2\t007\t=1+1 & <b>\n\t-1.5\t1-Sep\nunobtainium\t1e5\ttwo\n");
  await page.getByRole("button", { name: "Map 3 names" }).click();
  await page.getByText(/^Looks like: (Gene|NCBIGene) \d+ %, not in this pack \d+ %$/).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Excel" }).click()]);
  assert.equal(download.suggestedFilename(), "x.mapped.xlsx");
  await download.saveAs(file("x.mapped.xlsx"));
  const again = execFileSync(NORMLET, ["map", file("x.mapped.xlsx"), "--column", "said", "--format", "csv", "--out", "-", "--pack", file("own.normpack")], { stdio: ["ignore", "pipe", "ignore"] });
  const rows = parseCSV(String(again).replaceAll(/\r?\n/g, "\r\n")).map((row) => row.slice(0, 5));
  assert.deepEqual(rows, [["gene", "no", "said", "gene_id", "gene_name"], ["FOX-P2", "007", "=1+1 & <b>", "NCBIGene:93986", "FOXP2"], ["", "-1.5", "1-Sep", "", ""], ["unobtainium", "1e5", "two", "", ""]]);
  await done();
});

test("files that are no tables say what to do", async () => {
  const { page, done } = await openColumn();
  for (const [name, bytes, words] of [
    ["old.xls", [0xd0, 0xcf, 0x11, 0xe0, 1, 2], "save it as .xlsx"],
    ["sheet.ods", zip({ mimetype: "application/vnd.oasis", "content.xml": "<x/>" }), "save it as .xlsx or .csv"],
    ["letter.docx", zip({ "word/document.xml": "<x/>" }), "no Excel workbook"],
    ["cut.xlsx", textSheet([["TP53"]]).subarray(0, -30), "cut off"],
    ["empty.xlsx", textSheet([]), "no cells"],
    ["bomb.xlsx", workbook({ A: " ".repeat(70 << 20) }), "longer than 64 MB"],
    ["wide.xlsx", workbook({ A: '<row><c r="XFD1"/></row>'.repeat(400) }), "too many"],
    ["far.xlsx", workbook({ A: '<row r="1000000000"><c/></row>' }), "too many"],
    ["back.xlsx", workbook({ A: '<row r="2"><c/></row><row r="1"><c/></row>' }), "out of order"],
    ["entities.xlsx", workbook({ A: '<!DOCTYPE x [<!ENTITY a "b">]>' }), "declares entities"],
    ["picture.csv", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0], "no table"],
    ["long.csv", "x\n".repeat(300_001), "use normlet map"],
  ]) {
    await give(page, name, bytes);
    await page.getByRole("alert").filter({ hasText: `${name}: ` }).filter({ hasText: words }).waitFor();
    assert.equal(await page.locator("#sheet").isVisible(), false, name);
  }
  await done();
});

test("a dropped CSV file in UTF-16 with semicolons is understood, and another column can be chosen", async () => {
  const { page, done } = await openColumn();
  await page.getByRole("tab", { name: "One name" }).click();
  const text = 'tissue;gene;"n;o"\r\nliver;"FOX-P2";1\r\nliver;BRCA-1;2\r\n';
  await page.evaluate((bytes) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], "mine.csv"));
    for (const type of ["dragenter", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, [0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  await page.getByText("Read as cells between semicolons, UTF-16LE; names from “gene”: FOX-P2, BRCA-1…").waitFor();
  await page.getByLabel("Names in").selectOption("tissue");
  await page.getByText("names from “tissue”: liver, liver…").waitFor();
  await page.getByLabel("The first row names the columns").uncheck();
  await page.getByRole("button", { name: "Map 3 names" }).waitFor();
  await done();
});

test("what the pack knows decides between columns of text", async () => {
  const { page, done } = await openColumn();
  await give(page, "x.tsv", "remark a\tTP53\nremark b\tKRAS\nremark c\tBRCA1\n");
  await page.getByText("names from “column 2”: TP53, KRAS, BRCA1…").waitFor();
  await done();
});

test("20,000 rows scroll, and are kept over a reload until they are cleared", async () => {
  const { page, done } = await openColumn();
  const genes = ["TP53", "KRAS", "CAP1", "unobtainium", "BRCA-1"];
  await give(page, "many.csv", `gene,n\n${Array.from({ length: 20_000 }, (_, i) => `${genes[i % 5]},${i}\n`).join("")}`);
  await page.getByRole("button", { name: "Map 20,000 names" }).click();
  const table = page.getByRole("table");
  await table.getByRole("row").nth(3).waitFor();
  assert.equal(await table.getAttribute("aria-rowcount"), "20001");
  await table.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await table.locator('[aria-rowindex="20001"]').waitFor();
  assert.ok((await table.getByRole("row").count()) < 60, "only rows in view are in the document");
  await table.locator('[aria-rowindex="20001"]').getByRole("link", { name: "NCBIGene:672" }).waitFor();
  assert.equal(await table.getByRole("link", { name: "NCBIGene:672" }).last().getAttribute("href"), "https://www.ncbi.nlm.nih.gov/gene/672");

  await page.getByRole("button", { name: "Choose: unobtainium" }).last().click();
  await page.getByRole("heading", { name: "unobtainium" }).waitFor();
  await page.keyboard.press("0");
  await page.locator("#tally .decided", { hasText: "4,000" }).waitFor();
  await page.waitForTimeout(600); // until it is kept
  await page.reload();
  await page.getByText("many.csv").waitFor(); // without a click
  await packOpen(page, "Human genes");
  await page.getByRole("button", { name: "Map 20,000 names" }).click();
  await page.locator("#tally .decided", { hasText: "4,000" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForTimeout(300);
  await page.reload();
  await packOpen(page, "Human genes");
  await page.getByRole("tab", { name: "A column" }).click();
  await page.locator("#column").waitFor();
  assert.equal(await page.locator("#sheet").isVisible() || (await page.locator("#column").inputValue()) !== "", false, "it is gone");
  await done();
});
