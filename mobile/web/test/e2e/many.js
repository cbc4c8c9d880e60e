import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, file, NORMLET, SITE } from "./env.js";
import { columnLate, openPage, packOpen, parseCSV, paste } from "./page.js";

/** Names as people write them, with what a spreadsheet could stumble over. */
function thousandNames() {
  const odd = ["=FOXP2", "+TP53", "-IL2", "@BRCA1", 'say "TP53"', "IL-1,beta", "PLCγ2", "", "unobtainium", "CAP1", "😀"];
  const families = ["ZNF", "IL-", "CD", "interleukin ", "KRT", "SLC", "tp", "mir-", "caspase ", "Fox P"];
  return [...odd, ...Array.from({ length: 1000 - odd.length }, (_, i) => families[i % families.length] + (1 + Math.floor(i / families.length)))];
}

/** What map answers: the same program on another platform. */
function answersOfMap(mentions) {
  writeFileSync(file("thousand.csv"), `no,name\n${mentions.map((m, i) => `${i},"${m.replaceAll('"', '""')}"\n`).join("")}`);
  const out = execFileSync(NORMLET, ["map", file("thousand.csv"), "--column", "name", "--composites=false", "--format", "jsonl", "--out", "-", "--pack", join(SITE, "default.normpack")], { maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] });
  return String(out).trim().split("\n").map((line) => JSON.parse(line));
}

test("what is pasted before the program for columns has come counts, too", async () => {
  const { page, faults, done } = await openPage(env.browser, env.url, { serviceWorkers: "block" });
  await page.route("**/page/many.js", async (route) => {
    await page.getByLabel("Names, one a line").fill("FOX-P2\nTP53");
    await route.continue();
  });
  await page.reload();
  await page.getByRole("tab", { name: "A column" }).click();
  await page.getByRole("button", { name: "Map 2 names" }).click();
  await page.getByRole("link", { name: "NCBIGene:93986" }).waitFor();
  faults.splice(0, faults.length, ...faults.filter((f) => !f.includes("blocked by Playwright")));
  await done();
});

test("a pasted table of 1,000 names becomes a CSV file, as map writes it", async () => {
  const mentions = thousandNames();
  const { page, done } = await openPage(env.browser, env.url);
  await columnLate(page); // a paste does not wait for the module
  await packOpen(page, "Human genes");
  await page.getByRole("tab", { name: "A column" }).click();
  await paste(page.getByLabel("Names, one a line"), mentions.map((m) => `-5\t${m.includes('"') ? `"${m.replaceAll('"', '""')}"` : m}\tsecond cell`).join("\r\n"));
  await page.getByText("names from “column 2”: =FOXP2, +TP53, -IL2…").waitFor();
  await page.getByRole("button", { name: "Map 1,000 names" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download as CSV" }).click()]);
  assert.equal(download.suggestedFilename(), "normlet.csv");
  const text = readFileSync(await download.path(), "utf8");
  const name = (s) => `column 2_${s}`;
  assert.ok(text.startsWith(`\uFEFF${["column 1", "column 2", "column 3", ...["id", "name", "matched", "stage", "score", "p", "tied", "verdict"].map(name)]}\r\n`));
  const rows = parseCSV(text.slice(1)).slice(1);
  assert.equal(rows.length, 1000);
  const counts = { found: 0, ambiguous: 0, nil: 0, empty: 0 };
  const other = []; // JSON Lines has near names, which the page does not seek, and which may move p of a member of a group, to NIL, too
  for (const [i, want] of answersOfMap(mentions).entries()) {
    const best = want.matches?.[0];
    const status = mentions[i] === "" ? "empty" : want.nil ? "nil" : want.ambiguous ? "ambiguous" : "found";
    if (status !== "empty" && want.nil !== (rows[i][6] === "nil")) {
      other.push(mentions[i]);
      counts[want.nil ? "found" : "nil"]++;
      continue;
    }
    counts[status]++;
    const added = { empty: ["", "", "", ""], nil: ["", "", "", "nil"] }[status] ?? [best.id, best.name, best.matched, best.stage];
    assert.deepEqual(rows[i].slice(0, 7), ["-5", mentions[i], "second cell", ...added]);
    const apart = best && !want.nil ? Math.abs(rows[i][8] - best.p) : 0;
    assert.ok(apart <= 0.02, `${rows[i]}: probability ${best?.p}`);
    if (apart > 2e-6) other.push(rows[i][1]);
    assert.equal(rows[i][9], status === "ambiguous" ? "yes" : "");
  }
  assert.ok(other.length <= 2, `other probabilities than those of map: ${other}`);
  assert.deepEqual(Object.values(counts).map((n) => n > 0), [true, true, true, true], "every status occurs");
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
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "TSV", exact: true }).click()]);
    found.push(readFileSync(await download.path(), "utf8").split("\n")[76].includes("FOXP2"));
  }
  assert.deepEqual(found, [false, true]);
  await done();
});

test("a long column can be cancelled, and begun again", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await page.getByRole("tab", { name: "A column" }).click();
  await paste(page.getByLabel("Names, one a line"), Array.from({ length: 50_000 }, (_, i) => `interleukin ${i}\n`).join(""));
  await page.getByRole("button", { name: "Map 50,000 names" }).click();
  await page.getByText(/^[\d,]+ of 50,000$/).waitFor();
  await page.keyboard.press("Enter"); // Cancel has the focus
  await page.getByText("Cancelled").waitFor();
  assert.equal(await page.getByRole("button", { name: "Download as CSV" }).isVisible(), false);
  await page.getByLabel("Names, one a line").evaluate((e) => (e.value = "")); // keys take minutes for so much text
  await page.getByLabel("Names, one a line").fill("FOX-P2");
  await page.getByRole("button", { name: "Map 1 name" }).click();
  await page.getByRole("link", { name: "NCBIGene:93986" }).waitFor();
  await done();
});
