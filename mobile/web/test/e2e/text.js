// The view of a text: what is pasted, what each entity means, and the files to take away.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, file, NORMLET, SITE } from "./env.js";
import { openPage, packOpen, paste } from "./page.js";

export const ABSTRACT = `Mutations of FOXP2 cause a disorder of speech & language.
Its loss lowered interleukin-6 in serum; no variant was found in CNTNAP2. The 🧬 of <Foxp2> was sequenced in 49 families.`;

const marks = (page) => page.locator("#annotated-text mark");

/** Opens the page with a text in its view. */
export async function openText(text, { pack = "Human genes", ...options } = {}) {
  const opened = await openPage(env.browser, env.url, options);
  await packOpen(opened.page, pack);
  await opened.page.getByRole("tab", { name: "A text" }).click();
  await opened.page.getByLabel("Text", { exact: true }).fill(text);
  return opened;
}

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button, exact: true }).click()]);
  return readFileSync(await download.path(), "utf8");
}

test("what is pasted goes where it belongs, and can be sent back", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await paste(page.getByLabel("Name", { exact: true }), ABSTRACT);
  await marks(page).filter({ hasText: "FOXP2" }).first().waitFor();
  assert.equal(await page.getByRole("tab", { name: "A text" }).getAttribute("aria-selected"), "true");
  await page.getByRole("button", { name: "Read it as names" }).click();
  await page.getByRole("button", { name: "Map 2 names" }).waitFor();
  await page.getByRole("button", { name: "Find its entities" }).click();
  await marks(page).nth(2).waitFor();
  await page.getByLabel("Text", { exact: true }).fill("");
  await page.locator("#annotated").waitFor({ state: "hidden" });
  await paste(page.getByLabel("Text", { exact: true }), "FOXP2\nTP53\nunobtainium");
  await page.getByRole("button", { name: "Map 3 names" }).waitFor();
  assert.equal(await page.locator("#as-text-hint").isVisible(), false);
  await done();
});

test("entities are marked while one types, and say what they mean", async () => {
  const { page, done } = await openText("");
  await page.getByLabel("Text", { exact: true }).pressSequentially("Loss of FOXP2, not of CNTNAP2, was seen.");
  await page.getByText("2 entities.").waitFor();
  await page.locator("#annotated-text", { hasText: "was seen." }).waitFor(); // nothing is drawn again
  const mark = marks(page).first();
  const labels = await marks(page).evaluateAll((all) => all.map((mark) => getComputedStyle(mark, "::after").content));
  assert.deepEqual(labels, ['"Gene"', '"Gene · denied"']);
  assert.match(await mark.getAttribute("aria-label"), /^FOXP2, Gene, FOXP2, NCBIGene:93986, \d\d %$/);
  await mark.focus();
  await page.locator("#entity-about", { hasText: /^Gene, \d\d % likely one$/ }).waitFor();
  assert.equal(await page.locator("#entity .link[href], #entity a").first().getAttribute("href"), "https://www.ncbi.nlm.nih.gov/gene/93986");
  const denied = page.locator("#entity-about", { hasText: "the text denies it" });
  while (!(await denied.isVisible())) { // a text that is drawn again in between has lost the focus
    await mark.focus();
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "entity-title");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#entity").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "CNTNAP2");
  await page.locator("#kinds").getByLabel("Gene 2").uncheck();
  await marks(page).first().waitFor({ state: "detached" });
  assert.equal((await saved(page, "TSV")).split("\n").length, 2, "what is hidden is not written");
  await page.locator("#kinds").getByLabel("Gene 2").check();
  await marks(page).first().click();
  await page.locator("#entity-matches .match .name", { hasText: "FOXP2" }).waitFor();
  await done();
});

test("the files of a text are those of normlet annotate", async () => {
  const { page, done } = await openText(ABSTRACT);
  await marks(page).nth(2).waitFor();
  writeFileSync(file("text"), ABSTRACT);
  const annotate = (format) => String(execFileSync(NORMLET, ["annotate", file("text"), "--format", format, "--pack", join(SITE, "default.normpack")], { stdio: ["ignore", "pipe", "ignore"] }));
  assert.equal((await saved(page, "Download as HTML")).replace("<h2>text</h2>", ""), annotate("html").replace(/<h2>.*<\/h2>/, ""));
  const [{ spans }] = JSON.parse(annotate("json"));
  const places = spans.map((s) => [s.start, s.end, s.text]);
  assert.ok(places.length > 2);
  const found = JSON.parse(await saved(page, "JSON"), (_, value) => (typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value));
  assert.deepEqual(found[0].spans, spans);
  assert.deepEqual((await saved(page, "TSV")).trim().split("\n").slice(1).map((row) => row.split("\t").slice(0, 3)), places.map((row) => row.map(String)));
  await done();
});

test("a pack without a tagger finds its names, and says so, in the words of its recipe", async () => {
  writeFileSync(file("jobs.tsv"), "J:1\tbaker\tprimary\t9\nJ:1\tbread maker\nJ:2\tteacher\tprimary\t9\n");
  writeFileSync(file("jobs.toml"), 'name = "jobs"\ntitle = "Jobs"\ntitles = { occupation = "Job" }\n[[source]]\ntitle = "Jobs"\nlicense = "CC0"\nnamespace = "occupation"\nown = "jobs.tsv"\n');
  execFileSync(NORMLET, ["build", "--recipe", file("jobs.toml"), "--out", file("jobs.normpack")], { stdio: "ignore" });
  const { page, done } = await openText("");
  await page.getByLabel("Open a pack…").setInputFiles(file("jobs.normpack"));
  await packOpen(page, "Jobs");
  await page.getByText("This pack has no tagger: its names alone are found.").waitFor();
  await page.getByLabel("Text", { exact: true }).fill("She was a bread maker by trade.");
  await marks(page).filter({ hasText: "bread maker" }).waitFor();
  await page.getByText("1 entity. This pack has no tagger").waitFor();
  assert.match(await marks(page).getAttribute("aria-label"), /^bread maker, Job, baker, J:1, /);
  await page.getByLabel("Text", { exact: true }).fill("x".repeat(200_001));
  await page.getByRole("alert").filter({ hasText: "200,001 characters, this page takes 200,000" }).waitFor();
  await done();
});
