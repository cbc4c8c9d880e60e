import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAnnotation, checkMentions, checkOptions, LOOKUP, SUGGEST } from "../lib/check.js";
import * as normlet from "../lib/normlet.js";

test("options have defaults", () => {
  assert.deepEqual(checkOptions(), [5, [], 0, "", false, false, [], "", "", [], false]);
  assert.deepEqual(checkOptions({ k: 128, namespace: "MESH", minP: 1, context: "a b", near: true, inOrder: true, organisms: "mouse", lang: "es-MX", show: "es", prefer: "CHEBI", exactly: true }), [128, ["MESH"], 1, "a b", true, true, ["mouse"], "es-MX", "es", ["CHEBI"], true]);
  assert.deepEqual(checkOptions({ namespace: ["A", "B"] }), [5, ["A", "B"], 0, "", false, false, [], "", "", [], false]);
});

test("options that cannot be are refused with their kind", () => {
  for (const bad of [{ k: 0 }, { k: -1 }, { k: 129 }, { k: 1.5 }, { k: "5" }, { k: NaN }, { k: null },
    { minP: -0.1 }, { minP: 1.1 }, { minP: NaN }, { minP: "1" }, { namespace: 7 }, { namespace: [7] }, { namespace: null }, { context: 7 }, { context: null }, { near: 1 }, { organisms: [9606] }, { lang: 7 }, { show: null }, { inOrder: 1 }, { inList: 0.7 }]) {
    assert.throws(() => checkOptions(bad), { name: "NormletError", kind: "argument" }, JSON.stringify(bad));
  }
});

test("an option of another call is none of this one", async () => {
  assert.deepEqual(checkOptions({ k: 2, minP: 1 }, LOOKUP).slice(0, 3), [2, [], 1]);
  assert.throws(() => checkOptions({ inOrder: true }, LOOKUP), { kind: "argument", message: 'there is no option "inOrder"' });
  assert.throws(() => checkOptions({ context: "x" }, SUGGEST), { kind: "argument", message: 'there is no option "context"' });
  await assert.rejects(normlet.load(new Uint8Array(1), { trustd: true }), { kind: "argument", message: 'there is no option "trustd"; did you mean trusted?' });
  await assert.rejects(normlet.openPacks({ repositry: "x" }), { kind: "argument", message: /did you mean repository\?$/ });
});

test("what annotate takes", () => {
  assert.deepEqual(checkAnnotation("x"), ["x", 0, [], false, "", [], [], false]);
  assert.deepEqual(checkAnnotation("", { minP: 0.5, types: ["Gene"], all: true, show: "es", organisms: "mouse", exactly: true }), ["", 0.5, ["Gene"], true, "es", [], ["mouse"], true]);
  for (const [text, options] of [[7], [null], ["x", { minP: 2 }], ["x", { types: "Gene" }], ["x", { types: [1] }], ["x", { all: 1 }], ["x", { show: 1 }]]) {
    assert.throws(() => checkAnnotation(text, options), { kind: "argument" }, JSON.stringify([text, options]));
  }
  assert.throws(() => checkAnnotation("x", { type: ["Gene"] }), { kind: "argument", message: 'there is no option "type"; did you mean types?' });
  assert.throws(() => checkAnnotation("x", { k: 1 }), { message: 'there is no option "k"' });
});

test("mentions are strings", () => {
  assert.deepEqual(checkMentions(["a", ""]), ["a", ""]);
  for (const bad of [undefined, null, "a", [1], [null], [undefined], {}]) {
    assert.throws(() => checkMentions(bad), { kind: "argument" });
  }
});

test("a pack is bytes, a file or a URL", async () => {
  for (const bad of [undefined, null, 7, {}, [1, 2]]) {
    await assert.rejects(normlet.load(bad), { kind: "argument" });
  }
});

test("packs have a repository and a root", async () => {
  for (const bad of [undefined, {}, { repository: 7 }, { repository: new Uint8Array(1), root: new Uint8Array(1) }, { repository: new URL("http://x/") },
    { repository: new URL("http://x/"), root: 7 }, { repository: new URL("http://x/"), root: new Uint8Array(1), store: "" }]) {
    await assert.rejects(normlet.openPacks(bad), { kind: "argument" }, JSON.stringify(bad));
  }
});

test("the module has what its types declare", () => {
  assert.deepEqual(Object.keys(normlet).sort(), ["NormletError", "load", "openPacks"]);
});
