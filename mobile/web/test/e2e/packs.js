import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { env, file, NORMLET, SITE } from "./env.js";
import { lookUp, openPage, packOpen } from "./page.js";

test("a bad pack is refused in plain words, and the open one stays", async () => {
  const good = gunzipSync(readFileSync(join(SITE, "default.normpack")));
  const altered = Buffer.from(good);
  altered[altered.length >> 1] ^= 1;
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  for (const [name, content, words] of [
    ["cut.normpack", good.subarray(0, good.length / 2), /^cut\.normpack: This pack is damaged: cut off or altered/],
    ["altered.normpack", altered, /^altered\.normpack: This pack is damaged/],
    ["tail.normpack", good.subarray(0, good.length - 1), /^tail\.normpack: This pack is damaged/],
    ["cut.normpack.gz", gzipSync(good).subarray(0, good.length / 4), /^cut\.normpack\.gz: .*cannot be read/],
    ["empty.normpack", Buffer.alloc(0), /^empty\.normpack: This is not a normlet pack/],
    ["genes.xlsx", Buffer.from("PK\x03\x04"), /^genes\.xlsx: This is not a normlet pack/],
  ]) {
    await page.getByLabel("Open a pack…").setInputFiles({ name, mimeType: "", buffer: content });
    const alert = page.getByRole("alert").filter({ hasText: name });
    await alert.waitFor();
    assert.match(await alert.innerText(), words);
    await lookUp(page, "FOX-P2", "FOXP2");
  }
  await done();
});

test("your own pack, by file and by drop", async () => {
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  await page.getByLabel("Open a pack…").setInputFiles({ name: "bad.normpack", mimeType: "", buffer: Buffer.from("x") });
  await page.getByRole("alert").filter({ hasText: "bad.normpack" }).waitFor();
  await page.getByLabel("Open a pack…").setInputFiles(file("own.normpack"));
  await packOpen(page, "Two namespaces");
  assert.equal(await page.getByRole("alert").isVisible(), false, "the message about the pack before is gone");
  await lookUp(page, "acetyl-salicylic acid", "aspirin");
  await page.getByRole("button", { name: "Options" }).click();
  assert.deepEqual(await page.locator("#namespaces .chip").allTextContents(), ["drug 2", "gene 1"]);
  await page.getByLabel("gene 1").check();
  await lookUp(page, "catalase", "catalase");
  assert.deepEqual(await page.locator(".match code").allInnerTexts(), ["G:1"]);
  assert.equal(await page.locator("#examples").isVisible(), false, "examples are of the first pack");

  await page.locator("#pack summary").click();
  await page.getByRole("button", { name: "Back to the first pack" }).click();
  await packOpen(page, "Human genes");
  await page.evaluate((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], "dropped.normpack"));
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, readFileSync(file("own.normpack"), "base64"));
  await packOpen(page, "Two namespaces");
  assert.equal(await page.getByText("Drop the pack to open it").isVisible(), false);
  await done();
});

test("a pack of two languages offers the other one", async () => {
  const pairs = (words) => words.split(" ").map((pair) => pair.split("/"));
  const list = ["id,name,name@es"];
  for (const [i, [english, spanish]] of pairs("red/rojo blue/azul long/largo old/viejo heavy/pesado").entries()) {
    for (const [j, [tool, word]] of pairs("hammer/martillo nail/clavo screwdriver/destornillador saw/sierra file/lima axe/hacha").entries()) {
      list.push(`T:${i}${j},${english} ${tool},${i === j ? "" : `${word} ${spanish}`}`);
    }
  }
  writeFileSync(file("tools.csv"), list.join("\n") + "\n");
  execFileSync(NORMLET, ["build", file("tools.csv"), "--out", file("tools.normpack"), "--name", "Tools"], { stdio: "ignore" });
  const { page, done } = await openPage(env.browser, env.url);
  await packOpen(page, "Human genes");
  assert.equal(await page.locator("#lang").evaluate((e) => e.hidden), true);
  await page.getByLabel("Open a pack…").setInputFiles(file("tools.normpack"));
  await packOpen(page, "Tools");
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByLabel("Written in").selectOption("Spanish");
  await lookUp(page, "martillo rojo", "red hammer");
  await page.getByRole("button", { name: "Options, changed" }).waitFor();
  await page.locator("#pack summary").click();
  await page.locator("#pack-facts", { hasText: "Spanish" }).waitFor();
  await done();
});
