import assert from "node:assert/strict";
import { test } from "node:test";
import { env } from "./env.js";
import { lookUp, openPage, packOpen, paste, verdict } from "./page.js";

test("answers while you type", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await lookUp(page, "FOX-P2", "FOXP2");
  const best = page.locator(".match").first();
  await best.locator(".full").waitFor();
  assert.match(await best.innerText(), /FOXP2 forkhead box P2\s+\d\d %\s+Gene\s+NCBIGene:93986\s+Copy\s+same letters and digits/);
  assert.equal(await best.getByRole("link", { name: "NCBIGene:93986" }).getAttribute("href"), "https://www.ncbi.nlm.nih.gov/gene/93986");
  assert.equal(await page.locator(".match").count(), 1);
  await best.locator("dd", { hasText: "CAGH44" }).waitFor(); // what the pack knows of it
  assert.equal(await best.getByRole("link", { name: "ENSEMBL:ENSG00000128573" }).getAttribute("href"), "https://bioregistry.io/ENSEMBL:ENSG00000128573");
  await best.getByRole("button", { name: /^\d+ more$/ }).click();
  await best.getByRole("link", { name: "UniProt:X5D2H2" }).waitFor();
  await page.getByRole("button", { name: "Names like it" }).click();
  await page.locator(".match:nth-child(5)").waitFor();
  assert.equal(await page.locator("#near").isVisible(), false);
  assert.equal(await page.locator("#verdict").isVisible(), false);
  await page.locator("#live", { hasText: /FOXP2, NCBIGene:93986\. \d\d %/ }).waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Options" }).click();
  await page.getByLabel("Matches").selectOption("3");
  await page.locator(".match:nth-child(4)").waitFor({ state: "detached" });
  await page.getByLabel("Answer").selectOption({ label: "when at least 95 % likely" });
  await page.getByLabel("Name", { exact: true }).fill("interleukin 6 receptr");
  await verdict(page, "Not sure enough");
  await page.getByLabel("Answer").selectOption("always");

  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "CAP1" }).click();
  await verdict(page, /^Ambiguous: \d entities fit/);
  assert.ok((await page.locator(".match.tied").count()) >= 2, "tied entities are marked");
  await page.locator(".match.tied .full", { hasText: "cyclase associated actin cytoskeleton regulatory protein 1" }).waitFor();
  const p = await page.locator(".match .p").first().innerText();
  await page.getByLabel("Text around it").fill("prostasin is CAP1, a channel activating protease");
  await page.locator(".match .p").first().filter({ hasNotText: p }).waitFor();
  await page.getByLabel("Text around it").fill("");

  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "unobtainium" }).click();
  await verdict(page, /^Not in this pack, (\d\d|over 99) % sure$/);
  assert.deepEqual((await page.locator(".match .p").allInnerTexts()).filter((p) => !(parseInt(p) >= 2)), [], "who is unlikely is not listed");
  await page.getByRole("button", { name: "Names like it" }).click();
  await page.locator(".match .p", { hasText: "< 1 %" }).first().waitFor();
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.locator("#verdict").waitFor({ state: "hidden" });
  await done();
});

test("a wait has words after a moment", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await lookUp(page, "FOX-P2", "FOXP2");
  await page.locator("#working").evaluate((element) => {
    window.said = [];
    new MutationObserver(() => window.said.push(element.textContent)).observe(element, { childList: true });
  });
  await page.evaluate(async () => {
    const { working } = await import("./page/dom.js");
    await working(document.getElementById("working"), "Looking…", Promise.resolve());
    await working(document.getElementById("working"), "Looking…", new Promise((done) => setTimeout(done, 500)));
  });
  assert.deepEqual(await page.evaluate(() => window.said), ["Looking…", ""]);
  await done();
});

test("what is pasted beside the fields goes to the view that it is for, and a slash to the field", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  const focused = () => page.evaluate(() => document.activeElement?.id);
  const chosen = (name) => page.locator("[role=tab][aria-selected=true]", { hasText: name }).waitFor();
  const body = page.locator("body");
  await paste(body, " FOX-P2\n");
  await page.locator(".match .name", { hasText: "FOXP2" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("");
  await paste(page.getByLabel("Name", { exact: true }), "FOXP2\nTP53");
  await chosen("A column");
  await page.getByRole("button", { name: "Map 2 names" }).waitFor();
  await paste(body, "FOXP2\tx\nTP53\ty\nEGFR\tz");
  await page.getByLabel("Names, one a line").press("Control+Enter");
  await page.locator("#tally", { hasText: "3 found" }).waitFor();
  await paste(body, "Mutations of FOXP2 cause a disorder of speech. Its loss lowered interleukin-6 in serum.");
  await chosen("A text");
  await page.locator("#annotated-text mark").first().waitFor();
  await page.getByRole("tab", { name: "One name" }).click();
  await page.keyboard.press("/");
  assert.equal(await focused(), "mention");
  await page.keyboard.press("/");
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "/", "in a field it is a letter");
  await done();
});
