// What the tests share: a browser, the page served by normlet web, a folder for
// files, and a pack of one's own. The test of tools/web says where things are:
//
//   NORMLET   the built command
//   SITE      a folder that normlet web --out wrote
//   CHROMIUM  the browser
//   SHOTS     where screenshots go
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { startNormlet } from "./server.js";

export const { NORMLET, SITE, CHROMIUM, SHOTS } = process.env;
export const REPOSITORY = new URL("../../../../", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "normlet-e2e-"));
export const file = (name) => join(work, name);

/** @type {{browser: import("playwright-core").Browser, url: string}} */
export const env = {};
let server;

before(async () => {
  writeFileSync(file("terms.tsv"), "D:1\taspirin\tprimary\t9\tdrug\nD:1\tacetylsalicylic acid\nD:2\tcatalase\tprimary\t1\tdrug\nG:1\tcatalase\tprimary\t2\tgene\n");
  execFileSync(NORMLET, ["build", file("terms.tsv"), "--out", file("own.normpack"), "--name", "Two namespaces"], { stdio: "ignore" });
  env.browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  server = await startNormlet(NORMLET, "--pack", join(SITE, "default.normpack"));
  env.url = server.url;
});

after(async () => {
  await env.browser?.close();
  await server?.stop();
  rmSync(work, { recursive: true });
});
