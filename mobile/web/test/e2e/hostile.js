// Packs and lists that somebody made to act in the page: markup, scripts and addresses in all that they can say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { env, file, NORMLET } from "./env.js";
import { openPage, packOpen, paste } from "./page.js";

/** What runs where a text becomes markup, an attribute or a script, and what reorders the text around it. */
const HOSTILE = ["<img src=x onerror=hit()>", "\"><svg onload=hit()>", "'onmouseover='hit()' x='", "</script><script>hit()</script>", "</style><style>*{display:none}", "javascript:hit()//", "{{hit()}}${hit()}", "=HYPERLINK(\"http://x\")"];

/** Opens the page with a pack whose ids, names, namespaces and own name are hostile, found by the names quuxium0, quuxium1 ... */
async function openHostile() {
  const rows = HOSTILE.flatMap((text, i) => [`X:${i}${text}\tname ${text}\tprimary\t9\tns${text}`, `X:${i}${text}\tquuxium${i}\texact`]);
  writeFileSync(file("hostile.tsv"), rows.join("\n") + "\n");
  execFileSync(NORMLET, ["build", file("hostile.tsv"), "--out", file("hostile.normpack"), "--force", "--no-column-check", "--name", `Pack ${HOSTILE.join(" ")}`], { stdio: "ignore" });
  const opened = await openPage(env.browser, env.url);
  await opened.page.evaluate(() => { window.hits = 0; window.hit = () => window.hits++; });
  await packOpen(opened.page, "Human genes");
  await opened.page.getByLabel("Open a pack…").setInputFiles(file("hostile.normpack"));
  await packOpen(opened.page, "Pack <img src=x onerror=hit()>");
  return opened;
}

/** Fails if anything of the texts has become a part of the page. */
async function harmless(page, where) {
  const found = await page.evaluate(() => [window.hits, document.querySelectorAll("img[src=x], svg[onload], [onmouseover], [onerror]").length,
    [...document.querySelectorAll("a[href]")].filter((a) => !/^(https?|blob):$/.test(a.protocol)).length]);
  assert.deepEqual(found, [0, 0, 0], where);
}

test("a hostile pack is text, in each view", async () => {
  const { page, done } = await openHostile();
  for (const [i, text] of HOSTILE.entries()) {
    await page.getByLabel("Name", { exact: true }).fill(`quuxium${i}`);
    await page.locator(".match .name", { hasText: `name ${text}` }).first().waitFor();
    await harmless(page, text);
  }
  await page.getByRole("button", { name: "Options" }).click();
  assert.equal(await page.locator("#namespaces .chip").count(), HOSTILE.length);
  await page.locator("#pack summary").click();
  await harmless(page, "the pack");

  await page.getByRole("tab", { name: "A text" }).click();
  await page.getByLabel("Text", { exact: true }).fill(`${HOSTILE.join(" ")} with ${HOSTILE.map((_, i) => `quuxium${i}`).join(" and ")}.`);
  await page.locator("#annotated-text mark").nth(HOSTILE.length - 1).waitFor();
  for (const mark of await page.locator("#annotated-text mark").all()) {
    await mark.focus();
    await page.locator("#entity-about").waitFor();
  }
  await harmless(page, "a text");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download as HTML", exact: true }).click()]);
  const saved = readFileSync(await download.path(), "utf8");
  assert.doesNotMatch(saved, /<(img|svg|script)|href="javascript|<\/style><style>/);
  await done();
});

test("a hostile list is text, in its table and its files", async () => {
  const { page, done } = await openHostile();
  await page.getByRole("tab", { name: "A text" }).click();
  await paste(page.getByLabel("Text", { exact: true }), [...HOSTILE, ...HOSTILE.map((_, i) => `quuxium${i}`), "\u202ereordered\u001b[31m"].join("\n"));
  await page.getByRole("button", { name: /^Map \d+ names$/ }).click();
  await page.getByRole("button", { name: "TSV" }).first().waitFor();
  await harmless(page, "a list");
  await done();
});
