import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, NORMLET, SITE } from "./env.js";
import { keptOffline, lookUp, openPage, packOpen } from "./page.js";
import { startNormlet, startStatic } from "./server.js";

test("works offline, with the server gone", async () => {
  const mine = await startNormlet(NORMLET);
  const { page, context, done, faults } = await openPage(env.browser, mine.url);
  await keptOffline(page);
  await context.setOffline(true);
  assert.equal(await mine.stop(), 0, "normlet web ends well");
  await assert.rejects(fetch(mine.url), "nobody serves the page any more");
  for (const path of ["", "?q=TP53", "index.html"]) {
    await page.goto(mine.url + path);
    await packOpen(page, "Human genes");
    await lookUp(page, "FOX-P2", "FOXP2");
  }
  faults.splice(0, faults.length, ...faults.filter((f) => !/ERR_INTERNET_DISCONNECTED|sw\.js/.test(f))); // it looks for a new version, in vain
  await done();
});

test("is installable", async () => {
  const { page, context, done } = await openPage(env.browser, env.url);
  await keptOffline(page);
  const cdp = await context.newCDPSession(page);
  const { errors } = await cdp.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.map((e) => e.errorId).filter((e) => e !== "in-incognito"), []);
  await done();
});

test("offers a new version, and takes it when asked", async () => {
  const changed = {};
  const plain = await startStatic(SITE, "/", changed);
  const { page, done } = await openPage(env.browser, plain.url);
  await keptOffline(page);
  const html = readFileSync(join(SITE, "index.html"), "utf8");
  const digest = async (text) => `sha256-${Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("base64")}`;
  changed["index.html"] = html.replace("Which entity", "Which one");
  changed["precache.js"] = readFileSync(join(SITE, "precache.js"), "utf8")
    .replace(/version: "/, '$&new').replace(await digest(html), await digest(changed["index.html"]));
  await page.reload();
  await page.getByRole("heading", { name: "Which entity" }).waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "Which one" }).waitFor();
  await packOpen(page, "Human genes");
  assert.equal((await page.evaluate(() => caches.keys())).length, 1, "the old version is dropped");
  plain.stop();
  await done();
});

test("works on a plain static server, below a path", async () => {
  const plain = await startStatic(SITE, "/tools/names/");
  const { page, done } = await openPage(env.browser, plain.url);
  await lookUp(page, "FOX-P2", "FOXP2");
  await keptOffline(page);
  plain.stop();
  await page.reload();
  await lookUp(page, "FOX-P2", "FOXP2");
  await done();
});
