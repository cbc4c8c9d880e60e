// How the page looks and reads: axe's rules in every state, and pictures to look at.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, SHOTS } from "./env.js";
import { accessible, keptOffline, lookUp, openPage, packOpen, verdict } from "./page.js";
import { mapMessyNames } from "./review.js";
import { ABSTRACT } from "./text.js";

const column = ["FOX-P2", "PLCγ2", "p70 s6 kinase", "CAP1", "unobtainium", "", "IKKε", "H3", "S6K", "interleukin-6", "BRCA-1", "TP 53"];

/** The states of the page, by name, each reached from the one before. */
const states = {
  async start() {},
  async found(page) {
    await lookUp(page, "FOX-P2", "FOXP2");
    await page.locator(".match dd").first().waitFor();
    const { y, height } = await page.locator(".match").first().boundingBox();
    assert.ok(y + height < 500, `the first answer ends ${y + height} pixels down`);
  },
  async ambiguous(page) {
    await lookUp(page, "CAP1", "CAP1");
  },
  async nil(page) {
    await page.getByLabel("Name", { exact: true }).fill("unobtainium");
    await verdict(page, /^Not in this pack/);
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
    await page.getByRole("link", { name: "NCBIGene:93986" }).waitFor();
  },
  async table(page) {
    await mapMessyNames(page);
    await page.getByRole("link", { name: "NCBIGene:4735" }).waitFor();
  },
  async text(page) {
    await page.getByRole("tab", { name: "A text" }).click();
    await page.getByLabel("Text", { exact: true }).fill(ABSTRACT);
    await page.locator("#annotated-text mark").nth(2).waitFor();
  },
  async entity(page) {
    await page.locator("#annotated-text mark").nth(1).click();
    await page.locator("#entity-matches a").first().waitFor();
  },
  async review(page) {
    await page.getByRole("tab", { name: "A column" }).click();
    await page.getByRole("button", { name: /^Review \d+ doubtful$/ }).click();
    await page.locator("#candidates .candidate").nth(1).waitFor();
  },
};

for (const [device, viewport] of Object.entries({ phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } })) {
  for (const colorScheme of ["light", "dark"]) {
    test(`accessible on a ${device}, ${colorScheme}`, async () => {
      mkdirSync(SHOTS, { recursive: true });
      const { page, done } = await openPage(env.browser, env.url, { viewport, colorScheme, reducedMotion: "reduce", hasTouch: device === "phone" });
      await packOpen(page, "Human genes");
      await keptOffline(page);
      for (const [name, reach] of Object.entries(states)) {
        await reach(page);
        await accessible(page, name);
        await page.screenshot({ path: join(SHOTS, `${device}-${colorScheme}-${name}.png`), fullPage: name !== "entity" });
      }
      await done();
    });
  }
}
