import assert from "node:assert/strict";
import { test } from "node:test";
import { field, parseColumn, statusOf, toCSV } from "../page/column.js";

const match = { id: "G:1", name: "FOXP2", matched: "SPCH1", stage: "exact", p: 0.93881 };
const answer = (mention, rest) => ({ mention, nil: false, pNil: 0.01, matches: [match], ambiguous: [], ...rest });

test("a pasted column becomes mentions", () => {
  for (const [text, mentions, cells] of [
    ["", [], 1],
    ["\n\n", [], 1],
    ["FOXP2", ["FOXP2"], 1],
    ["\uFEFFFOXP2\r\nTP53\r\n", ["FOXP2", "TP53"], 1],
    ["a\rb", ["a", "b"], 1],
    ["a\n\nb\n\n", ["a", "", "b"], 1],
    ["  a \n\tb", ["a", ""], 2],
    ["a\tx\ty\nb", ["a", "b"], 3],
    ['"say ""aah"""\n"a', ['say "aah"', '"a'], 1],
    ['"a" and "b"', ['"a" and "b"'], 1],
    ["IL-1,beta", ["IL-1,beta"], 1],
  ]) {
    assert.deepEqual(parseColumn(text), { mentions, cells }, JSON.stringify(text));
  }
});

test("a field of CSV is quoted, and never a formula", () => {
  for (const [text, want] of [
    ["FOXP2", "FOXP2"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "aah"', '"say ""aah"""'],
    ["two\nlines", '"two\nlines"'],
    ["IL-2", "IL-2"],
    ["=1+1", "'=1+1"],
    [" =1+1", "' =1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1", "'＝1"],
    ["\t=1", "'\t=1"],
    ["\rx", `"'\rx"`],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ]) {
    assert.equal(field(text), want, JSON.stringify(text));
  }
});

test("answers become rows of CSV", () => {
  const csv = toCSV([
    answer("SPCH1"),
    answer("=x", { nil: true, pNil: 0.87 }),
    answer("CAP1", { ambiguous: ["G:1", "G:2"] }),
    answer("", { nil: true, matches: [], pNil: 1 }),
  ]);
  assert.equal(csv, "\uFEFF" + [
    "mention,status,id,name,matched,stage,probability,tied",
    "SPCH1,found,G:1,FOXP2,SPCH1,exact,0.9388,",
    "'=x,nil,,,,,0.8700,",
    "CAP1,ambiguous,G:1,FOXP2,SPCH1,exact,0.9388,G:1 G:2",
    ",empty,,,,,,",
    "",
  ].join("\r\n"));
});

test("a status for every answer", () => {
  assert.equal(statusOf(answer("a")), "found");
  assert.equal(statusOf(answer("a", { nil: true })), "nil");
  assert.equal(statusOf(answer("a", { ambiguous: ["G:1", "G:2"] })), "ambiguous");
  assert.equal(statusOf(answer(" ", { nil: true, matches: [] })), "empty");
});
