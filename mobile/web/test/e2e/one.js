import assert from "node:assert/strict";
import { test } from "node:test";
import { env } from "./env.js";
import { lookUp, openPage, packOpen, verdict } from "./page.js";

test("answers while you type", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await lookUp(page, "FOX-P2", "FOXP2");
  const best = page.locator(".match").first();
  assert.match(await best.innerText(), /FOXP2\s+\d\d %\s+NCBIGene:93986\s+Copy\s+found as FOXP2, same letters and digits/);
  assert.equal(await best.getByRole("link", { name: "NCBIGene:93986" }).getAttribute("href"), "https://www.ncbi.nlm.nih.gov/gene/93986");
  assert.equal(await page.locator(".match").count(), 5);
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
  await page.getByRole("button", { name: "unobtainium" }).click();
  await verdict(page, "Most likely not in this pack (NIL)");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.locator("#verdict").waitFor({ state: "hidden" });
  await done();
});
