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
  assert.match(await best.innerText(), /FOXP2 forkhead box P2\s+\d\d %\s+NCBIGene:93986\s+Copy\s+found as FOXP2, same letters and digits/);
  assert.equal(await best.getByRole("link", { name: "NCBIGene:93986" }).getAttribute("href"), "https://www.ncbi.nlm.nih.gov/gene/93986");
  assert.equal(await page.locator(".match").count(), 1);
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

  await page.getByRole("button", { name: "CAP1" }).click();
  await verdict(page, /^Ambiguous: \d entities fit/);
  assert.ok((await page.locator(".match.tied").count()) >= 2, "tied entities are marked");
  await page.locator(".match.tied .full", { hasText: "cyclase associated actin cytoskeleton regulatory protein 1" }).waitFor();
  await page.getByRole("button", { name: "unobtainium" }).click();
  await verdict(page, "Most likely not in this pack (NIL)");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.locator("#verdict").waitFor({ state: "hidden" });
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
