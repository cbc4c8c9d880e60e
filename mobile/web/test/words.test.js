import assert from "node:assert/strict";
import { test } from "node:test";
import { failureWords, languageWords, likely, looksLike, percent, titleOf, verdict } from "../page/words.js";

const best = { id: "G:1", name: "FOXP2", stage: "normalized", p: 0.6 };
const answer = (rest) => ({ mention: "x", nil: false, pNil: 0.1, matches: [best], ambiguous: [], undecided: false, ...rest });

test("a probability is never certain", () => {
  assert.deepEqual([0, 0.004, 0.01, 0.126, 0.99, 0.9951, 1].map(percent), ["< 1 %", "< 1 %", "1 %", "13 %", "99 %", "> 99 %", "> 99 %"]);
});

test("the verdict says what kind of answer it is", () => {
  assert.deepEqual(verdict(answer()), { tone: "good", title: "FOXP2, G:1", text: "60 %, same letters and digits" });
  assert.match(verdict(answer({ ambiguous: ["G:1", "G:2"] })).title, /^Ambiguous: 2 entities/);
  const nil = (rest) => verdict(answer({ nil: true, pNil: 0.87, ...rest }));
  assert.deepEqual(nil(), { tone: "none", title: "Not in this pack, 87 % sure", text: "Nearest:" });
  assert.equal(nil({ matches: [{ ...best, p: 0.019 }] }).text, "", "what is not shown is not announced");
  assert.equal(nil({ pNil: 1, matches: [] }).title, "Not in this pack, over 99 % sure");
  assert.equal(nil({ parent: { id: "T:1", name: "fever", p: 0.8 } }).text, "It may be a kind of fever, T:1 (80 %). Nearest:");
  assert.match(nil({ organism: "7955" }).text, /lacks the gene of NCBITaxon:7955\. Nearest/);
  const undecided = nil({ pNil: 0.6, undecided: true });
  assert.equal(undecided.tone, "choose");
  assert.match(undecided.title, /^Perhaps FOXP2, perhaps not/);
  assert.equal(verdict(answer({ nil: true }), 0.9).title, "Not sure enough");
});

test("neighbours below 2 % are hidden, what is meant is not", () => {
  const of = (...p) => p.map((p, i) => ({ id: `G:${i}`, p }));
  assert.deepEqual(likely(of(0.5, 0.02, 0.0199), []).map(({ id }) => id), ["G:0", "G:1"]);
  assert.deepEqual(likely(of(0.01, 0.005, 0.001), ["G:0", "G:2"]).map(({ id }) => id), ["G:0", "G:2"]);
});

test("namespaces and types are called by words", () => {
  const titles = "NCBIGene: Gene; NCBIGene/10090: Mouse gene; cell_line: Cell line";
  assert.deepEqual(["NCBIGene", "NCBIGene/10090", "cell_line", "cell_type", "CellLine", "GO"].map((n) => titleOf(n, titles)), ["Gene", "Mouse gene", "Cell line", "cell type", "Cell line", "GO"]);
  assert.equal(titleOf("NCBIGene"), "NCBIGene");
  assert.deepEqual(["es", "no language"].map(languageWords), ["Spanish", "no language"]);
});

test("a column looks like its namespaces", () => {
  const of = (pNil, ...matches) => ({ answer: { pNil, matches: matches.map(([namespace, p]) => ({ namespace, p })) } });
  const said = (...names) => looksLike(names, (n) => n.toUpperCase());
  assert.equal(said(), "");
  assert.equal(said(of(0.1, ["gene", 0.9]), of(0.3, ["gene", 0.4], ["drug", 0.3]), of(1)), "Looks like: GENE 43 %, DRUG 10 %, not in this pack 47 %");
  assert.equal(said(of(0.2, ["gene", 0.2], ["drug", 0.2])), "Looks like: GENE 40 %, DRUG 40 %, not in this pack 20 %"); // others are not listed
  assert.equal(said(of(0.001, ["gene", 0.999])), "Looks like: GENE 100 %");
});

test("every kind of failure has words", () => {
  for (const kind of ["not-a-pack", "damaged", "version", "fetch", "crashed"]) {
    assert.notEqual(failureWords({ kind, message: "raw" }), "raw");
  }
  assert.equal(failureWords({ kind: "internal", message: "raw" }), "raw");
});
