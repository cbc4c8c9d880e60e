import assert from "node:assert/strict";
import { test } from "node:test";
import { failureWords, looksLike, percent, verdict } from "../page/words.js";

const best = { id: "G:1", name: "FOXP2", stage: "normalized", p: 0.6 };
const answer = (rest) => ({ mention: "x", nil: false, pNil: 0.1, matches: [best], ambiguous: [], undecided: false, ...rest });

test("a probability is never certain", () => {
  assert.deepEqual([0, 0.004, 0.01, 0.126, 0.99, 0.9951, 1].map(percent), ["< 1 %", "< 1 %", "1 %", "13 %", "99 %", "> 99 %", "> 99 %"]);
});

test("the verdict says what kind of answer it is", () => {
  const context = { entities: 20608 };
  assert.deepEqual(verdict(answer(), context), { tone: "good", title: "FOXP2, G:1", text: "60 %, same letters and digits" });
  assert.match(verdict(answer({ ambiguous: ["G:1", "G:2"] }), context).title, /^Ambiguous: 2 entities/);
  assert.match(verdict(answer({ nil: true, pNil: 0.87 }), context).title, /NIL/);
  assert.match(verdict(answer({ nil: true, pNil: 0.87 }), context).text, /20,608 entities is meant, with a probability of 87 %/);
  assert.match(verdict(answer({ nil: true, pNil: 0.87, parent: { id: "T:1", name: "fever", p: 0.8 } }), context).text, /87 %. It may be a kind of fever, T:1 \(80 %\). The nearest:$/);
  assert.match(verdict(answer({ nil: true, organism: "7955" }), context).text, /lacks the gene of NCBITaxon:7955. The/);
  const undecided = verdict(answer({ nil: true, pNil: 0.6, undecided: true }), context);
  assert.equal(undecided.tone, "choose");
  assert.match(undecided.title, /^Perhaps FOXP2, perhaps not/);
  assert.match(verdict(answer({ nil: true, pNil: 1, matches: [] }), context).text, /nothing in it/);
  assert.equal(verdict(answer({ nil: true }), { ...context, minP: 0.9 }).title, "Not sure enough");
});

test("a column looks like its namespaces", () => {
  const of = (pNil, ...matches) => ({ answer: { pNil, matches: matches.map(([namespace, p]) => ({ namespace, p })) } });
  assert.equal(looksLike([]), "");
  assert.equal(looksLike([of(0.1, ["gene", 0.9]), of(0.3, ["gene", 0.4], ["drug", 0.3]), of(1)]), "Looks like: gene 43 %, drug 10 %, not in this pack 47 %");
  assert.equal(looksLike([of(0.2, ["gene", 0.2], ["drug", 0.2])]), "Looks like: gene 40 %, drug 40 %, not in this pack 20 %"); // others are not listed
  assert.equal(looksLike([of(0.001, ["gene", 0.999])]), "Looks like: gene 100 %");
});

test("every kind of failure has words", () => {
  for (const kind of ["not-a-pack", "damaged", "version", "fetch", "crashed"]) {
    assert.notEqual(failureWords({ kind, message: "raw" }), "raw");
  }
  assert.equal(failureWords({ kind: "internal", message: "raw" }), "raw");
});
