import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { env, file, NORMLET, SITE } from "./env.js";
import { accessible, keptOffline, lookUp, openPage, packOpen } from "./page.js";
import { startStatic } from "./server.js";

const normlet = (...args) => execFileSync(NORMLET, args, { stdio: "pipe" });

/** Builds version v of a list of a thousand names: from the second on, ten are other names. */
function buildVersion(v) {
  const names = Array.from({ length: 1000 }, (_, i) => `X:${i}\t${v > 1 && i < 10 ? `new in ${v}` : "zinc finger protein"} ${i}`);
  writeFileSync(file("names.tsv"), names.join("\n") + "\n");
  normlet("build", file("names.tsv"), "--out", file(`names.${v}.normpack`), "--name", `List ${v}`);
}

const publish = (v, dir) => normlet("publish", dir, `genes=${file(`names.${v}.normpack`)}`, "--key", file("online.pem"));

before(() => {
  for (const v of [1, 2]) buildVersion(v);
  for (const key of ["root.pem", "online.pem"]) normlet("publish", "key", file(key));
  normlet("publish", "init", file("packs"), "--root-key", file("root.pem"), "--key", file("online.pem"));
  publish(1, file("packs"));
  cpSync(file("packs"), file("packs.2"), { recursive: true });
  publish(2, file("packs.2"));
});

/** Runs in the page: a user's tale through the package. `serve` has the server go on to the second repository. */
async function tale() {
  const { openPacks, NormletError } = await import("./lib/normlet.js");
  const of = (promise) => promise.then((value) => value ?? "done", (e) => (e instanceof NormletError && e.message ? e.kind : `not a NormletError: ${e}`));
  const settings = { repository: "packs/", root: "packs/metadata/1.root.json", store: "tale" };
  const out = {};
  const packs = await openPacks(settings);
  out.before = await of(packs.open("genes"));
  out.none = await packs.installed("genes");
  const first = await packs.update("genes");
  out.first = [first.version, first.delta, first.received > 1_000_000];
  await globalThis.serve(2);
  const look = await packs.look("genes");
  out.look = [look.found, look.need < 0.15 * first.received, await packs.installed("genes")];
  const shipped = await openPacks({ ...settings, store: "shipped" });
  out.shipped = [await of(shipped.adopt("genes", 1, "missing.normpack")), await of(shipped.adopt("genes", 0, "shipped.normpack"))];
  out.adopted = [await shipped.adopt("genes", 1, "shipped.normpack"), (await shipped.update("genes")).delta];
  await shipped.close();
  const other = await openPacks(settings); // as another page has it: one of them brings the pack, the other waits
  const both = await Promise.all([packs.update("genes"), other.update("genes")]);
  out.both = both.map((u) => u.upToDate).toSorted();
  const second = both.find((u) => !u.upToDate) ?? both[0];
  out.second = [second.version, second.delta, second.received < 0.15 * first.received, second.upToDate];
  out.again = (await packs.update("genes")).upToDate;
  const n = await packs.open("genes");
  out.name = (await n.lookup("new in 2 7")).matches[0].stage;
  out.back = [await packs.rollback("genes"), (await packs.update("genes")).notes.length, (await packs.update("genes", { version: 2 })).version];
  out.kept = await (await openPacks(settings)).installed("genes");
  await globalThis.serve(1);
  out.older = await of(packs.update("genes"));
  await globalThis.serve(0);
  out.unreachable = await of(packs.update("genes"));
  out.gone = await of(openPacks({ ...settings, repository: "http://127.0.0.1:1/" }).then((p) => p.update("genes")));
  out.other = await of(packs.update("proteins"));
  out.version = await of((async () => packs.update("genes", { version: 1.5 }))());
  out.aborted = await of(packs.update("genes", { signal: AbortSignal.abort() }));
  out.root = await of(openPacks({ ...settings, root: new Uint8Array(3) }));
  out.noRoot = await of(openPacks({ ...settings, root: "missing.json" }));
  const day = Date.now;
  Date.now = () => day() + 1e11;
  await globalThis.serve(2);
  out.expired = await of(packs.update("genes"));
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
  Date.now = day;
  out.full = await of(packs.rollback("genes"));
  IDBObjectStore.prototype.put = put;
  out.stays = await packs.installed("genes");
  await packs.close();
  out.closed = await of(packs.update("genes"));
  return { out, first: first.received, second: second.received };
}

const wanted = {
  before: "not-installed", none: 0, first: [1, false, true], look: [2, true, 1],
  shipped: ["fetch", "repository"], adopted: [1, true], both: [false, true], second: [2, true, true, false], again: true, name: "exact",
  back: [1, 1, 2], kept: 2, older: "repository", unreachable: "repository", gone: "fetch", other: "repository", version: "argument",
  aborted: "aborted", root: "repository", noRoot: "fetch", expired: "expired", full: "storage", stays: 2, closed: "closed",
};

/** The files of the repository, as paths of a site, and a pack that comes with the page. */
function repository(dir) {
  const files = { "shipped.normpack": readFileSync(file("names.1.normpack")) };
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[`packs/${path.slice(dir.length + 1)}`] = readFileSync(path);
  }
  return files;
}

/** A site with a repository beside it; serve(n) changes it to its first or second version, or to none. */
async function startSite(site) {
  const changed = {};
  const plain = await startStatic(site, "/", changed);
  const serve = (version) => {
    for (const path of Object.keys(changed)) delete changed[path];
    if (version > 0) Object.assign(changed, repository(file(version === 1 ? "packs" : "packs.2")));
  };
  serve(1);
  return { ...plain, serve };
}

test("packs over the air, through the package", async (t) => {
  const site = await startSite(SITE);
  const { page, context } = await openPage(env.browser, site.url);
  await context.exposeFunction("serve", site.serve);
  await page.reload();
  const { out, first, second } = await page.evaluate(tale);
  assert.deepEqual(out, wanted);
  t.diagnostic(`the first pack took ${first} bytes, the next ${second}`);
  await context.close();
  site.stop();
});

test("the page keeps the last good pack, brings a newer one, and goes back", async () => {
  normlet("web", "--pack", file("own.normpack"), "--out", file("site"), "--updates", "genes", "--root", file("packs/metadata/1.root.json"));
  const site = await startSite(file("site"));
  const { page, done, faults, context } = await openPage(env.browser, site.url, { viewport: { width: 360, height: 740 } });
  await packOpen(page, "Two namespaces");
  await page.locator("#pack summary").click();
  const check = page.getByRole("button", { name: "Check for a newer pack" });
  await check.click();
  await packOpen(page, "List 1");
  await page.getByText(/^Version 1 is open; [1-9],\d{3},\d{3} bytes were fetched\.$/).waitFor();
  site.serve(2);
  await check.click();
  await packOpen(page, "List 2");
  await page.getByText(/^Version 2 is open; \d{1,2},\d{3} bytes were fetched\.$/).waitFor();
  await lookUp(page, "new in 2 7", "new in 2 7");
  await accessible(page, "with a pack over the air");
  await keptOffline(page);
  await page.reload();
  await packOpen(page, "List 2");
  await page.locator("#pack summary").click();
  await page.getByText("Version 2, kept by this browser.").waitFor();
  await page.getByRole("button", { name: "Back to the pack before" }).click();
  await packOpen(page, "List 1");
  await page.getByText("Version 1 is open again.").waitFor();
  site.serve(0);
  await check.click();
  await page.getByText(/^The pack stays as it is\. /).waitFor();
  site.stop();
  await context.setOffline(true);
  await page.reload();
  await packOpen(page, "List 1");
  faults.splice(0, faults.length, ...faults.filter((f) => !/status of 404|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|sw\.js/.test(f)));
  await done();
});
