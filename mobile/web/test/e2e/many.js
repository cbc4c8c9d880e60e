import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, NORMLET, SITE } from "./env.js";
import { openPage, packOpen, parseCSV } from "./page.js";

/** Names as people write them, with what a spreadsheet could stumble over. */
function thousandNames() {
  const odd = ["=FOXP2", "+TP53", "-IL2", "@BRCA1", 'say "TP53"', "IL-1,beta", "PLCγ2", "", "unobtainium", "CAP1", "😀"];
  const families = ["ZNF", "IL-", "CD", "interleukin ", "KRT", "SLC", "tp", "mir-", "caspase ", "Fox P"];
  return [...odd, ...Array.from({ length: 1000 - odd.length }, (_, i) => families[i % families.length] + (1 + Math.floor(i / families.length)))];
}

/** What the command line answers: the same program on another platform. */
function answersOfCommand(mentions) {
  const out = execFileSync(NORMLET, ["lookup", "-k", "1", "--skip-near", "--format", "json", "--pack", join(SITE, "default.normpack.gz")], { input: mentions.join("\n") + "\n", maxBuffer: 1 << 26 });
  return String(out).trim().split("\n").map((line) => JSON.parse(line));
}

test("a pasted column of 1,000 names becomes a CSV file", async () => {
  const mentions = thousandNames();
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await page.getByRole("tab", { name: "A column" }).click();
  await page.getByLabel("Names, one a line").fill(mentions.map((m) => `${m}\tsecond cell`).join("\r\n"));
  await page.getByRole("button", { name: "Map 1,000 names" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download as CSV" }).click()]);
  assert.equal(download.suggestedFilename(), "normlet.csv");
  const text = readFileSync(await download.path(), "utf8");
  assert.ok(text.startsWith("\uFEFFmention,status,id,name,matched,stage,probability,tied\r\n"));
  const rows = parseCSV(text.slice(1)).slice(1);
  assert.equal(rows.length, 1000);
  const kept = (s) => (/^[=+\-@]/.test(s) ? `'${s}` : s);
  const counts = { found: 0, ambiguous: 0, nil: 0, empty: 0 };
  for (const [i, want] of answersOfCommand(mentions).entries()) {
    const best = want.matches?.[0];
    const status = mentions[i] === "" ? "empty" : want.nil ? "nil" : want.ambiguous ? "ambiguous" : "found";
    counts[status]++;
    const entity = want.nil ? ["", "", "", ""] : [best.id, best.name, best.matched, best.stage].map(kept);
    assert.deepEqual(rows[i].slice(0, 6), [kept(mentions[i]), status, ...entity]);
    if (!want.nil) assert.ok(Math.abs(rows[i][6] - best.p) <= 5.1e-5, `${rows[i]}: probability ${best.p}`);
    assert.equal(rows[i][7], (!want.nil && want.ambiguous?.join(" ")) || "");
  }
  assert.deepEqual(Object.values(counts).map((n) => n > 0), [true, true, true, true], "every status occurs");
  assert.equal(await page.locator("#rows tr").count(), 100);
  assert.equal((await page.locator("#tally").innerText()).replace(/\s+/g, " "),
    `${counts.found} found ${counts.ambiguous} ambiguous ${counts.nil} not in this pack ${counts.empty} empty`);
  await done();
});

test("a column in the order of a text is read as one", async () => {
  const names = Array.from({ length: 150 }, () => "GAPDH");
  names[60] = "forkhead box P2";
  names[75] = "FBP"; // in another message to the worker
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await page.getByRole("tab", { name: "A column" }).click();
  await page.getByLabel("Names, one a line").fill(names.join("\n"));
  const found = [];
  for (const ticked of [false, true]) {
    await page.getByLabel("In the order of a text").setChecked(ticked);
    await page.getByRole("button", { name: "Map 150 names" }).click();
    const row = page.getByRole("row").filter({ hasText: /^FBP/ });
    await row.waitFor();
    found.push((await row.innerText()).includes("FOXP2"));
  }
  assert.deepEqual(found, [false, true]);
  await done();
});

test("a long column can be cancelled, and begun again", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await page.getByRole("tab", { name: "A column" }).click();
  await page.getByLabel("Names, one a line").evaluate((e) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "interleukin 6\n".repeat(50_000));
    e.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: "Map 50,000 names" }).click();
  await page.getByText(/^[\d,]+ of 50,000$/).waitFor();
  await page.keyboard.press("Enter"); // Cancel has the focus
  await page.getByText("Cancelled").waitFor();
  assert.equal(await page.getByRole("button", { name: "Download as CSV" }).isVisible(), false);
  await page.getByLabel("Names, one a line").evaluate((e) => (e.value = "")); // keys take minutes for so much text
  await page.getByLabel("Names, one a line").fill("FOX-P2");
  await page.getByRole("button", { name: "Map 1 name" }).click();
  await page.getByRole("cell", { name: "NCBIGene:93986" }).waitFor();
  await done();
});
