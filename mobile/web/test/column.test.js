import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, mapped, statusOf } from "../page/column.js";

const match = { id: "G:1", name: "FOXP2", matched: "SPCH1", stage: "exact", score: 1, p: 0.93881249 };
const answer = (mention, rest) => ({ mention, nil: false, pNil: 0.01, matches: [match], ambiguous: [], ...rest });

test("a cell that is added is never a formula", () => {
  for (const [text, want] of [
    ["FOXP2", "FOXP2"],
    ["", ""],
    ["IL-2", "IL-2"],
    ["=1+1", "'=1+1"],
    [" =1+1", "' =1+1"],
    ["+1", "+1"],
    ["-1e-9", "-1e-9"],
    ["-", "-"],
    ["-CH3", "'-CH3"],
    ["-1+A1", "'-1+A1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["\t=1", "' =1"],
    ["a\x1b[31m\u202e\u{e0041}\u200d\nb", "a\\x1b[31m\\u202e\\U000e0041\u200d b"],
  ]) {
    assert.equal(harmless(text), want, JSON.stringify(text));
  }
});

test("a table gets the columns of its answers", () => {
  const answers = [answer("SPCH1"), answer("=x", { nil: true, pNil: 0.87 }), answer("CAP1", { ambiguous: ["G:1", "G:2"] }), answer("", { nil: true, matches: [], pNil: 1 }), answer("p53"), answer("p54")];
  const rows = [["SPCH1", "-5"], ["=x"], ["CAP1", "a"], [""], ["p53"], ["p54"]];
  const decisions = { 4: { id: "G:7|G:8", name: "-CH3|x" }, 5: { id: "", name: "" } };
  assert.deepEqual(mapped(["gene", "gene_id"], rows, 0, (i) => answers[i], (i) => decisions[i]), [
    ["gene", "gene_id", "gene_id_2", "gene_name", "gene_matched", "gene_stage", "gene_score", "gene_p", "gene_tied", "gene_verdict"],
    ["SPCH1", "-5", "G:1", "FOXP2", "SPCH1", "exact", "1", "0.938812", "", "accept"],
    ["=x", "", "", "", "", "nil", "", "", "", "review"],
    ["CAP1", "a", "G:1", "FOXP2", "SPCH1", "exact", "1", "0.938812", "yes", "review"],
    ["", "", "", "", "", "", "", "", "", ""],
    ["p53", "", "G:7|G:8", "'-CH3|x", "|", "decision|decision", "1|1", "1|1", "", "accept"],
    ["p54", "", "", "", "", "nil", "", "", "", "none"],
  ]);
});

test("a status for every answer", () => {
  assert.equal(statusOf(answer("a")), "found");
  assert.equal(statusOf(answer("a", { nil: true })), "nil");
  assert.equal(statusOf(answer("a", { ambiguous: ["G:1", "G:2"] })), "ambiguous");
  assert.equal(statusOf(answer(" ", { nil: true, matches: [] })), "empty");
});
