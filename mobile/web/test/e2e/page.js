// What every test does with the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Opens the page and notes whatever it should not do. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // a hang, not a slow machine: other programs may keep every core busy
  const faults = [];
  page.on("pageerror", (e) => faults.push(`exception: ${e.stack ?? e.message}`));
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && faults.push(`console: ${m.text()}`));
  page.on("request", (r) => {
    const own = r.url().startsWith(url) || r.url().startsWith(`blob:${new URL(url).origin}`);
    if (!own) faults.push(`request: ${r.url()}`);
  });
  await page.goto(url);
  return {
    page,
    context,
    faults,
    /** Ends the test of this page; it must have done nothing wrong. */
    async done() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Lets the module of the column view come a second late. */
export async function columnLate(page) {
  await page.route("**/page/many.js", async (route) => {
    await new Promise((later) => setTimeout(later, 1000));
    await route.continue();
  });
  await page.reload();
}

/** Waits until a pack of that name is open. */
export async function packOpen(page, name) {
  await page.locator("#pack-name", { hasText: name }).waitFor();
  await page.locator("#pack-size", { hasText: "entities" }).waitFor({ state: "visible" });
}

/** Types a name and waits for the best match, which has to have a name that differs from before. */
export async function lookUp(page, mention, expected) {
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByLabel("Name", { exact: true }).pressSequentially(mention);
  await page.locator(".match .name", { hasText: expected }).first().waitFor();
}

/** Waits until the page says that of the matches: in its box, for screen readers have the same words a moment later. */
export async function verdict(page, words) {
  await page.locator("#verdict-title", { hasText: words }).waitFor();
}

/** Fails unless axe finds nothing, and the page is as narrow as the window. */
export async function accessible(page, state) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  const found = violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target} ${n.any[0]?.message ?? n.none[0]?.message ?? ""}`));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.deepEqual(over > 0 ? [...found, `the page is ${over} pixels too wide`] : found, [], state);
}

/** Waits until the page is kept for offline use. */
export async function keptOffline(page) {
  await page.getByText("Works offline").waitFor();
}

/** The rows of a CSV file, read by the letter of RFC 4180. */
export function parseCSV(text) {
  const rows = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, value, end] = cell.exec(text) ?? assert.fail(`not CSV from byte ${at}: ${text.slice(at, at + 40)}`);
    rows.at(-1).push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === "\r\n") rows.push([]);
  }
  assert.deepEqual(rows.pop(), [], "the last line ends");
  return rows;
}

/** Pastes a text, as people do: Playwright's keys take minutes for so much. */
export async function paste(field, text) {
  await field.evaluate((e, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    e.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
