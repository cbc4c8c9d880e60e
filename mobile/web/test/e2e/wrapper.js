import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { env, file, SITE } from "./env.js";
import { openPage } from "./page.js";
import { startStatic } from "./server.js";

/** Runs in the page: what a call comes to, the kind of its error or what it gives. */
async function outcomes(own) {
  const { load, NormletError } = await import("./lib/normlet.js");
  const of = (promise) => promise.then((value) => value ?? "done", (e) => (e instanceof NormletError && e.message ? e.kind : `not a NormletError: ${e}`));
  const found = (answer) => answer.matches[0].id;
  const out = {};

  const n = await load(new URL("default.normpack", document.baseURI));
  out.lookup = await of(n.lookup("FOX-P2").then(found));
  out.few = (await n.lookup("FOX-P2", { k: 2, near: true })).matches.length;
  out.most = (await n.lookup("interleukin", { k: 128 })).matches.length;
  out.namespaces = await n.namespaces();
  out.info = await n.info().then(({ name, entities, license }) => ({ name, entities, license: license.includes("public domain (NCBI)") }));
  for (const k of [0, -1, 129, 1.5, "5"]) out[`k ${JSON.stringify(k)}`] = await of(n.lookup("x", { k }));
  out.minP = await of(n.lookup("x", { minP: 2 }));
  out.suggest = await of(n.suggest("fox-p2", { k: 2 }).then((list) => list.map((s) => `${s.id} ${s.whole}`)));
  out.detect = await of(n.detect([{ name: "gene", cells: ["FOX-P2", "TP53"] }]).then((list) => list.map((c) => `${c.kind} ${c.examples[0].name}`)));
  out.noCells = await of(n.detect([{ name: "gene" }]));
  out.typed = await of(n.suggest(7));
  out.describe = await of(n.describe(["ncbigene:93986", "X:1"]).then(([e, none]) => [e.id, e.name, e.names.length > 3, none]));
  out.annotate = await of(n.annotate("\u{1f9ec} no FOXP2.").then(([s]) => [s.start, s.end, s.text, s.id, s.name, s.negated, s.p > 0.5, s.matches[0].id]));
  out.unnamed = await of(n.annotate("no entity is in it"));
  out.unsure = await of(n.annotate("FOXP2", { minP: 1, all: true }));
  out.type = await of(n.annotate("FOXP2", { types: ["Oven"] }));
  out.idsOf = await of(n.describe("NCBIGene:93986"));
  out.noPrefix = await of(n.suggest("fox", { namespace: "MESH" }));
  out.mention = await of(n.lookup(7));
  out.namespace = await of(n.lookup("x", { namespace: "MESH" }));
  out.after = await of(n.lookup("FOX-P2", { namespace: ["NCBIGene"] }).then(found));
  out.strict = (await n.lookup("FOX-P2", { minP: 0.99 })).nil;
  out.megabyte = (await n.lookup("FOX-P2 ".repeat(150_000))).mention.length;
  out.strange = (await n.lookupAll(["", "\0", "\ud800", "\u{1f600}", "a\u0301".repeat(1000)])).length;
  out.none = await of(n.lookupAll([]));
  const stop = new AbortController();
  out.aborted = await of(n.lookupAll(Array(1000).fill("CD4"), { signal: stop.signal, onProgress: () => stop.abort() }));
  out.still = await of(n.lookup("FOX-P2").then(found));
  const running = Array.from({ length: 50 }, () => of(n.lookup("FOX-P2").then(found)));
  const list = of(n.lookupAll(Array(1000).fill("CD4")));
  out.close = await of(n.close());
  out.running = [...new Set(await Promise.all(running))];
  out.list = await list;
  out.again = await of(n.close());
  for (const call of ["lookup", "lookupAll", "suggest", "describe", "annotate", "info", "namespaces"]) out[`closed ${call}`] = await of(n[call](call === "lookupAll" || call === "describe" ? ["x"] : "x"));

  const bytes = Uint8Array.from(atob(own), (c) => c.charCodeAt(0));
  const length = bytes.length;
  out.bytes = await of(load(bytes).then((m) => m.info()).then((i) => i.name));
  out.kept = bytes.length === length; // not handed over
  out.buffer = await of(load(bytes.buffer).then((m) => m.lookup("aspirin")).then(found));
  out.two = await of(load(new Blob([bytes])).then((m) => m.lookup("catalase", { namespace: ["drug", "gene"] })).then((a) => a.ambiguous.toSorted()));
  out.cut = await of(load(bytes.slice(0, -1)));
  bytes[bytes.length >> 1] ^= 1;
  out.altered = await of(load(bytes));
  out.other = await of(load("index.html"));
  out.missing = await of(load("missing.normpack"));
  out.unreachable = await of(load("http://127.0.0.1:1/x.normpack"));
  out.scheme = await of(load("http://[/x"));
  out.number = await of(load(7));
  return out;
}

const wanted = {
  lookup: "NCBIGene:93986", few: 2, namespaces: ["NCBIGene"],
  info: { name: "Human genes", entities: 28165, license: true },
  "k 0": "argument", "k -1": "argument", "k 129": "argument", "k 1.5": "argument", 'k "5"': "argument",
  minP: "argument", suggest: ["NCBIGene:93986 true"], detect: ["names FOXP2"], noCells: "argument", typed: "argument", describe: ["NCBIGene:93986", "FOXP2", true, null],
  annotate: [6, 11, "FOXP2", "NCBIGene:93986", "FOXP2", true, true, "NCBIGene:93986"], unnamed: [], unsure: [], type: "namespace", idsOf: "argument", noPrefix: "namespace",
  mention: "argument", namespace: "namespace", after: "NCBIGene:93986", strict: true,
  megabyte: 1_050_000, strange: 5, none: [], aborted: "aborted", still: "NCBIGene:93986",
  close: "done", running: ["closed"], list: "closed", again: "done",
  "closed lookup": "closed", "closed lookupAll": "closed", "closed suggest": "closed", "closed describe": "closed", "closed annotate": "closed", "closed info": "closed", "closed namespaces": "closed",
  bytes: "Two namespaces", kept: true, buffer: "D:1", two: ["D:2", "G:1"], cut: "damaged", altered: "damaged",
  other: "not-a-pack", missing: "fetch", unreachable: "fetch", scheme: "argument", number: "argument",
};

test("the wrapper answers, and fails with kinds", async () => {
  const { page, faults, context } = await openPage(env.browser, env.url);
  const { most, ...out } = await page.evaluate(outcomes, readFileSync(file("own.normpack"), "base64"));
  assert.deepEqual(out, wanted);
  assert.ok(most > 25 && most <= 128, `${most} matches for k 128`);
  await context.close();
  assert.deepEqual(faults.filter((f) => !/missing\.normpack|status of 404|127\.0\.0\.1:1\/|Content Security Policy/.test(f)), []);
});

test("a program that is missing or broken is an error, too", async () => {
  for (const [changed, kind] of [
    [{ "lib/normlet.wasm": Buffer.from("no program") }, "internal"],
    [{ "lib/wasm_exec.js": "throw new Error('broken')" }, "crashed"],
    [{ "lib/worker.js": "syntax error" }, "crashed"],
  ]) {
    const plain = await startStatic(SITE, "/", changed);
    const { page, context } = await openPage(env.browser, plain.url);
    const got = await page.evaluate(async () => (await import("./lib/normlet.js")).load("default.normpack").catch((e) => e.kind));
    assert.equal(got, kind, Object.keys(changed)[0]);
    await page.getByText("No pack is open").waitFor();
    assert.ok((await page.getByRole("alert").innerText()).length > 10);
    await context.close();
    plain.stop();
  }
});

