// Pictures of the page for the gallery of the documentation, light and dark: tools/gallery.sh runs it.
//
//   SITE      a folder that normlet web --out wrote
//   SHOTS     where pictures go
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startStatic } from "../e2e/server.js";

const { SITE, SHOTS, CHROMIUM = "/usr/bin/chromium" } = process.env;
const note = readFileSync(new URL("note.txt", import.meta.url), "utf8");
const column = ["FOX-P2", "PLCγ2", "p70 s6 kinase", "CAP1", "negative control", "IKKε", "2-Sep", "interleukin-6", "BRCA1/2", "TP 53"];

const LAPTOP = { width: 900, height: 620 };

/** The views, each with what is done until the picture is taken. */
const views = {
  async one(page) {
    await page.getByLabel("Name", { exact: true }).fill("FOX-P2");
    await page.locator(".match dd").first().waitFor();
  },
  async phone(page) {
    await page.setViewportSize({ width: 390, height: 720 });
    await page.getByLabel("Name", { exact: true }).fill("asthma");
    await page.locator(".match dd", { hasText: "DOID:2841" }).waitFor();
  },
  async text(page) {
    await page.setViewportSize(LAPTOP);
    await page.getByRole("tab", { name: "A text" }).click();
    await page.getByLabel("Text", { exact: true }).fill(note);
    await page.locator("#annotated-text mark").nth(2).waitFor();
  },
  async column(page) {
    await page.getByRole("tab", { name: "A column" }).click();
    await page.getByLabel("Names, one a line").fill(column.join("\n"));
    await page.getByRole("button", { name: /^Map \d+ names$/ }).click();
    await page.getByRole("link", { name: "NCBIGene:93986" }).waitFor();
  },
};

const server = await startStatic(SITE, "/");
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  const page = await browser.newPage({ viewport: LAPTOP, colorScheme, reducedMotion: "reduce" });
  await page.goto(server.url);
  await page.locator("#pack-size", { hasText: "entities" }).waitFor();
  for (const [name, reach] of Object.entries(views)) {
    await reach(page);
    await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
}
await browser.close();
server.stop();
