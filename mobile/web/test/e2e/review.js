// The review of a column: a list of messy names, decided by what each means.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, file, NORMLET, REPOSITORY } from "./env.js";
import { openPage, packOpen, parseCSV } from "./page.js";
import { textSheet } from "./sheets.js";

const gold = readFileSync(join(REPOSITORY, "tools/normlet/testdata/spreadsheet.tsv"), "utf8").trimEnd().split("\n").map((line) => line.split("\t"));
/** What the page shows of a name: blanks as one. */
const shown = (mention) => mention.trim().split(/\s+/).join(" ");
const meant = new Map(gold.map(([mention, ids]) => [shown(mention), ids === "" ? [] : ids.split("|")]));

/** Opens a workbook with the messy names and maps it. */
export async function mapMessyNames(page) {
  await page.getByRole("tab", { name: "A column" }).click();
  await page.getByLabel("Open a table…").setInputFiles({ name: "genes.xlsx", mimeType: "", buffer: textSheet([["no", "gene"], ...gold.map(([mention], i) => [String(i + 1), mention])]) });
  await page.getByText("names from “gene”").waitFor();
  await page.getByRole("button", { name: `Map ${gold.length} names` }).click();
  await page.getByRole("button", { name: /^Review \d+ doubtful$/ }).waitFor();
}

async function mapped() {
  const opened = await openPage(env.browser, env.url);
  await packOpen(opened.page, "Human genes");
  await mapMessyNames(opened.page);
  return opened;
}

async function download(page, name) {
  const [given] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  const text = readFileSync(await given.path(), "utf8");
  return { name: given.suggestedFilename(), text, rows: parseCSV(text.slice(1)) };
}

const right = ([, mention, id]) => (meant.get(shown(mention)).length ? meant.get(shown(mention)).includes(id) : id === "");

/** Decides what is asked as the gold says, by the keyboard where a candidate is meant; gives the names. */
async function decide(page) {
  const asked = [];
  await page.locator("#review").waitFor();
  for (let place = ""; await page.locator("#review").isVisible(); ) {
    await page.waitForFunction((before) => document.querySelector("#review").hidden || document.querySelector("#review-title").textContent !== before, place);
    if (!(await page.locator("#review").isVisible())) break;
    place = await page.locator("#review-title").innerText();
    asked.push(shown(place));
    const ids = meant.get(shown(place));
    if (ids.length === 0) {
      await page.keyboard.press("0");
      continue;
    }
    const texts = await page.locator("#candidates .candidate").allInnerTexts();
    const at = texts.findIndex((text) => ids.some((id) => new RegExp(`\\b${id}$`, "m").test(text)));
    if (at >= 0) await page.keyboard.press(String(at + 1));
    else {
      await page.getByLabel("Another id").fill(ids[0]);
      await page.getByRole("button", { name: "Use" }).click();
    }
  }
  return asked;
}

test("messy names from Excel, reviewed: all that was reviewed is right", async () => {
  const { page, done } = await mapped();
  const before = (await download(page, "Download as CSV")).rows.slice(1);
  await page.getByRole("button", { name: /^Review \d+ doubtful$/ }).click();
  const asked = new Set(await decide(page));
  const decided = await download(page, "Download as CSV");
  assert.equal(decided.name, "genes.mapped.csv");
  const after = decided.rows.slice(1);
  const reviewed = after.filter(([, mention]) => asked.has(shown(mention)));
  const count = (rows) => rows.filter((row) => right([row[0], row[1], row[2]])).length;
  console.log(`names: ${gold.length}; right before ${count(before)}; reviewed ${reviewed.length}, of them right ${count(reviewed)}; right after ${count(after)}`);
  assert.ok(reviewed.length > 20 && reviewed.length < gold.length / 2, `${reviewed.length} of ${gold.length} are reviewed`);
  assert.equal(count(reviewed), reviewed.length);
  assert.ok(after.every((row) => (row[5] === "decision") === (asked.has(shown(row[1])) && row[2] !== "")), "decisions are marked, and only they");
  assert.ok(count(after) > count(before));

  // The review goes to a file and comes back into a page that knows nothing of it.
  const saved = await download(page, "Save the review");
  assert.equal(saved.rows.length - 1, asked.size);
  writeFileSync(file("review.csv"), saved.text);
  writeFileSync(file("names.csv"), `gene\n${gold.map(([mention]) => `"${mention.replaceAll('"', '""')}"\n`).join("")}`);
  execFileSync(NORMLET, ["map", file("names.csv"), "--column", "gene", "--namespace", "NCBIGene", "--decisions", file("review.csv"), "--out", file("mapped.csv")], { stdio: "ignore" });
  const ids = new Map(parseCSV(readFileSync(file("mapped.csv"), "utf8").replace(/\r?\n/g, "\r\n")).slice(1).map(([mention, id]) => [mention, id]));
  for (const [, mention, id] of reviewed) assert.equal(ids.get(mention), id, `${mention}: map takes the decision`);
  await page.getByRole("button", { name: "Clear" }).click();
  await done();
  const again = await mapped();
  await again.page.getByLabel("Load a review…").setInputFiles({ name: "review.csv", mimeType: "", buffer: Buffer.from(saved.text) });
  await again.page.getByRole("button", { name: "Nothing is doubtful" }).waitFor();
  assert.deepEqual((await download(again.page, "Download as CSV")).rows.slice(1), after);
  await again.done();
});

test("a decision is taken back, by keys and by a button, and the name is asked about again", async () => {
  const { page, done } = await mapped();
  const doubts = page.getByRole("button", { name: /^Review \d+ doubtful$/ });
  const before = await doubts.innerText(), tally = await page.locator("#tally").innerText();
  const undo = page.getByRole("button", { name: "Undo the last decision" });
  assert.equal(await undo.isVisible(), false, "there is nothing to take back");
  await doubts.click();
  const title = page.locator("#review-title"), first = await title.innerText();
  await page.keyboard.press("0");
  await page.waitForFunction((name) => document.querySelector("#review-title").textContent !== name, first);
  const second = await title.innerText();
  await page.keyboard.press("1");
  await page.waitForFunction((name) => document.querySelector("#review-title").textContent !== name, second);
  assert.notEqual(await doubts.innerText(), before);
  await page.keyboard.press("Control+z");
  assert.equal(await title.innerText(), second);
  await undo.click();
  assert.equal(await title.innerText(), first);
  assert.deepEqual([await doubts.innerText(), await page.locator("#tally").innerText(), await undo.isVisible()], [before, tally, false]);
  await page.keyboard.press("0");
  await page.locator("body").evaluate((e) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "FOXP2\nTP53");
    e.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole("alert").filter({ hasText: "The table here has decisions." }).waitFor();
  await page.locator("#sheet-name", { hasText: "genes.xlsx" }).waitFor();
  await done();
});
