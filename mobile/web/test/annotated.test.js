import assert from "node:assert/strict";
import { test } from "node:test";
import { toHTML, toJSON, toTable } from "../page/annotated.js";

const text = "😀 No =X1 <b> & TP53's";
const match = { id: "G:1", name: "X1", matched: "X1", stage: "exact", p: 0.9, score: 1, same: [], taxon: "9606", broader: "", exactly: 0.9 };
const answer = { mention: "X1", nil: false, pNil: 0, matches: [match], ambiguous: [], undecided: false, parent: { ...match, id: "F:1" }, organism: "" };
const spans = [
  { start: 6, end: 9, text: "=X1", type: "Gene", id: "G:1|G:2", name: "X1|-x", p: 0.98765, negated: true, hypothetical: false, ofOther: true, past: false, answers: [answer] },
  { start: 16, end: 20, text: "TP53", type: 'A "type"', id: "", name: "", p: 0.5, negated: false, hypothetical: false, ofOther: false, past: false, answers: [{ ...answer, nil: true, matches: [], parent: null, organism: "10090" }] },
];

test("a table of the entities of a text counts characters and runs no formula", () => {
  assert.equal(toTable(text, spans), `start\tend\ttext\ttype\tid\tname\tp\tsays\n5\t8\t'=X1\tGene\tG:1|G:2\tX1|-x\t0.98765\tnegated other\n15\t19\tTP53\tA "type"\t\t\t0.5\t\n`);
});

test("the entities of a text as JSON", () => {
  const [{ id, text: whole, spans: [first, second] }] = JSON.parse(toJSON(text, spans));
  assert.deepEqual([id, whole], ["text", text]);
  assert.deepEqual(first, { start: 5, end: 8, text: "=X1", type: "Gene", p: 0.98765, ids: ["G:1", "G:2"], answers: [{
    mention: "X1", nil: false, matches: [{ id: "G:1", name: "X1", matched: "X1", stage: "exact", score: 1, p: 0.9, taxon: "9606" }], parent: { id: "F:1", name: "X1", p: 0.9 },
  }], says: ["negated", "other"] });
  assert.deepEqual(second, { start: 15, end: 19, text: "TP53", type: 'A "type"', p: 0.5, ids: [], answers: [{ mention: "X1", nil: true, matches: [], organism: "10090" }] });
});

test("a page of a text has no markup but its own", () => {
  const page = toHTML(text, spans, (id) => (id === "G:2" ? "https://x/?a&b" : ""), "");
  assert.ok(page.includes(`<p>😀 No <a href="https://x/?a&amp;b"><mark class="e negated other" style="--h:210" title="Gene\nG:1|G:2 X1|-x\np 0.988">=X1<small>Gene</small></mark></a> &lt;b&gt; &amp; <mark class="e" style="--h:140" title="A &#34;type&#34;\n-`), page);
});

test("nothing invisible is in a file of what a pack says", () => {
  const evil = "x\x1b[31m\u202e\u{e0041}<i>\n\"T2\tGene";
  const [span] = spans.map((s) => ({ ...s, type: evil, id: evil, name: evil, answers: [{ ...answer, matches: [{ ...match, id: evil, name: evil }] }] }));
  const files = [toHTML(text, [span], () => "", ""), toTable(text, [span]), toJSON(text, [span])];
  for (const file of files) {
    assert.doesNotMatch(file, /[\x1b\u202e\u{e0041}]|<i>\n/u);
  }
  assert.equal(files[1].split("\n").length, 3);
  assert.equal(JSON.parse(files[2])[0].spans[0].type, evil);
});
