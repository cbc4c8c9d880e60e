// How the page looks and reads: axe's rules in every state, and pictures to look at.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { env, SHOTS } from "./env.js";
import { keptOffline, lookUp, openPage, packOpen, verdict } from "./page.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const column = ["FOX-P2", "PLCγ2", "p70 s6 kinase", "CAP1", "unobtainium", "", "IKKε", "H3", "S6K", "interleukin-6", "BRCA-1", "TP 53"];

/** The states of the page, by name, each reached from the one before. */
const states = {
  async start() {},
  async found(page) {
    await lookUp(page, "FOX-P2", "FOXP2");
  },
  async ambiguous(page) {
    await lookUp(page, "CAP1", "CAP1");
  },
  async nil(page) {
    await page.getByLabel("Name", { exact: true }).fill("unobtainium");
    await verdict(page, "(NIL)");
  },
  async options(page) {
    await page.locator("#options-toggle").click();
    await page.locator("#pack summary").click();
  },
  async refused(page) {
    await page.getByLabel("Open a pack…").setInputFiles({ name: "notes.txt", mimeType: "", buffer: Buffer.from("notes") });
    await page.getByRole("alert").filter({ hasText: "notes.txt" }).waitFor();
    await page.locator("#options-toggle").click();
    await page.locator("#pack summary").click();
  },
  async column(page) {
    await page.getByRole("tab", { name: "One name" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("Names, one a line").fill(column.join("\n"));
    await page.getByRole("button", { name: "Map 12 names" }).click();
    await page.getByRole("cell", { name: "NCBIGene:93986" }).waitFor();
  },
};

/** What axe finds, and whether the page is wider than the window. */
async function check(page) {
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  const found = violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target} ${n.any[0]?.message ?? n.none[0]?.message ?? ""}`));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [...found, `the page is ${over} pixels too wide`] : found;
}

for (const [device, viewport] of Object.entries({ phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } })) {
  for (const colorScheme of ["light", "dark"]) {
    test(`accessible on a ${device}, ${colorScheme}`, async () => {
      mkdirSync(SHOTS, { recursive: true });
      const { page, done } = await openPage(env.browser, env.url, { viewport, colorScheme, reducedMotion: "reduce", hasTouch: device === "phone" });
      await packOpen(page, "Human genes");
      await keptOffline(page);
      await page.evaluate(axe);
      for (const [name, reach] of Object.entries(states)) {
        await reach(page);
        assert.deepEqual(await check(page), [], name);
        await page.screenshot({ path: join(SHOTS, `${device}-${colorScheme}-${name}.png`), fullPage: true });
      }
      await done();
    });
  }
}
