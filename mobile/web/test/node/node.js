// The package in Node, as npm installs it: the test of tools/web puts this beside node_modules/normlet and a pack.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { load, NormletError, openPacks } from "normlet";
import defaultPack from "normlet-default";

const pack = gunzipSync(await readFile("default.normpack"));
const found = async (normalizer) => {
  const [id] = (await normalizer.lookup("FOX-P2", { k: 1 })).matches.map((m) => m.id);
  await normalizer.close();
  return id;
};

test("packs from paths, URLs and bytes, compressed or not", async () => {
  const server = createServer((request, response) => response.writeHead(request.url === "/p" ? 200 : 404).end(pack)).listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = `http://127.0.0.1:${server.address().port}/p`;
  const program = WebAssembly.compile(await readFile(new URL(import.meta.resolve("normlet/normlet.wasm"))));
  const shared = { program };
  for (const [source, options] of [["default.normpack"], ["./with blank#.normpack"], [pathToFileURL("default.normpack")], [address, shared],
    [pack], [new Uint8Array(pack).buffer, shared], [new Blob([gzipSync(pack, { level: 1 })])], [Promise.resolve(pack), shared]]) {
    assert.equal(await found(await load(source, options)), "NCBIGene:93986", String(source).slice(0, 40));
  }
  await assert.rejects(load(`${address}/none`), (e) => e instanceof NormletError && e.kind === "fetch" && e.message.includes("404"));
  server.close();
});

test("the package of the default pack", async () => {
  const normalizer = await load(defaultPack);
  assert.equal((await normalizer.lookup("acetyl-salicylic acid")).matches[0].id, "MESH:D001241");
  assert.ok((await normalizer.namespaces()).length > 5);
  await normalizer.close();
});

test("columns, ids and suggestions", async () => {
  const normalizer = await load("default.normpack");
  let last = 0;
  const answers = await normalizer.lookupAll(Array(200).fill("FOX-P2"), { k: 1, onProgress: (done) => (last = done) });
  assert.deepEqual([answers.length, last, answers[199].matches[0].name], [200, 200, "FOXP2"]);
  const [column] = await normalizer.detect([{ name: "gene", cells: ["FOX-P2", "TP53", "KRAS"] }], { namespace: "NCBIGene" });
  assert.deepEqual([column.kind, column.namespace, column.mapped, column.examples[0].name], ["names", "NCBIGene", true, "FOXP2"]);
  await assert.rejects(normalizer.detect([{ name: "gene" }]), { kind: "argument" });
  assert.equal((await normalizer.describe(["NCBIGene:93986"]))[0].name, "FOXP2");
  assert.equal((await normalizer.suggest("foxp2", { k: 1 }))[0].id, "NCBIGene:93986");
  assert.deepEqual((await normalizer.annotate("Without FOXP2, no.")).map((s) => [s.start, s.end, s.id]), [[8, 13, "NCBIGene:93986"]]);
  assert.equal((await normalizer.info()).name, "Human genes");
  await normalizer.close();
  await assert.rejects(normalizer.lookup("x"), { kind: "closed" });
});

test("what goes wrong has a kind", async () => {
  for (const [source, kind] of [["none.normpack", "fetch"], ["node.mjs", "not-a-pack"], [pack.subarray(0, 100_000), "damaged"], [7, "argument"]]) {
    await assert.rejects(load(source), (e) => e.kind === kind, String(source).slice(0, 40));
  }
  await assert.rejects(load(Promise.reject(new Error("mine"))), { message: "mine" });
  await assert.rejects(openPacks({ repository: "x", root: "y" }), { kind: "argument" });
});

test("an option that there is not", async () => {
  const normalizer = await load("default.normpack");
  for (const [options, want] of [[{ nmaespace: "GO" }, /no option "nmaespace"; did you mean namespace\?$/], [{ minp: 1 }, /did you mean minP\?$/], [{ threads: 1 }, /no option "threads"$/], [{ show: 1 }, /such as "es"$/]]) {
    await assert.rejects(normalizer.lookup("x", options), (e) => e.kind === "argument" && want.test(e.message), JSON.stringify(options));
  }
  await normalizer.close();
});

test("a program ends when its work is done, closed or not", () => {
  const script = 'import { load } from "normlet"; const n = await load("default.normpack"); console.log((await n.lookup("FOX-P2")).matches[0].id);';
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 30_000 });
  assert.equal(String(out), "NCBIGene:93986\n");
});
