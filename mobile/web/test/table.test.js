import assert from "node:assert/strict";
import { test } from "node:test";
import { shown } from "../page/cellformat.js";
import { decode } from "../page/decode.js";
import { delimiterOf, parseRows, toCSV, toTSV } from "../page/delimited.js";
import { best, columnScores, columnWords, hasHeader, textTable, titles } from "../page/table.js";

test("pasted text becomes rows", () => {
  for (const [text, rows] of [
    ["", []],
    ["\n\n", []],
    ["FOXP2", [["FOXP2"]]],
    ["\uFEFFFOXP2\r\nTP53\r\n", [["FOXP2"], ["TP53"]]],
    ["a\rb", [["a"], ["b"]]],
    ["a\n\nb\n\n", [["a"], [""], ["b"]]],
    ["a\tx\ty\nb", [["a", "x", "y"], ["b"]]],
    ["a\t\tb", [["a", "", "b"]]],
    ['"say ""aah"""\n"a', [['say "aah"'], ['"a']]],
    ['"a" and "b"', [['"a" and "b"']]],
    ["IL-1,beta", [["IL-1,beta"]]],
    ["IL-1,beta\nTP53", [["IL-1,beta"], ["TP53"]]],
    ["a,b\nc,d", [["a", "b"], ["c", "d"]]],
    ['a;"b;c"\n"d\ne";f', [["a", "b;c"], ["d\ne", "f"]]],
    ['a,"b""c"\nd,""', [["a", 'b"c'], ["d", ""]]],
    ['5"-x\t2\n"y\t3', [['5"-x', "2"], ['"y', "3"]]],
  ]) {
    assert.deepEqual(textTable(text).rows, rows, JSON.stringify(text));
  }
});

test("the delimiter is that of all lines, or what the file is called after", () => {
  for (const [text, file, want] of [
    ["a,b\nc,d\n", "", ","],
    ["a;b,c\nd;e\n", "", ";"],
    ["a,b\nc\n", "", ""],
    ["a,b\nc\n", "x.csv", ","],
    ["a,b", "", ""],
    ["a,b", "x.csv", ","],
    ["a b", "x.csv", ""],
    ["a,b", "x.tsv", "\t"],
    [`${"a,b\n".repeat(40_000)}`, "", ","],
  ]) {
    assert.equal(delimiterOf(text, file), want, JSON.stringify([text.slice(0, 20), file]));
  }
});

test("an open quotation mark costs no more than its line", () => {
  const rows = parseRows('"5\'-x\n'.repeat(200_000), "\t");
  assert.equal(rows.length, 200_000);
});

test("files are read in the encoding they are in", () => {
  const utf16 = (text, swap) => {
    const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
    return swap ? Buffer.from(bytes).swap16() : bytes;
  };
  for (const [bytes, text, encoding] of [
    [Buffer.from("PLCγ2"), "PLCγ2", "utf-8"],
    [Buffer.from("\uFEFFPLCγ2"), "PLCγ2", "utf-8"],
    [utf16("\uFEFFPLCγ2"), "PLCγ2", "utf-16le"],
    [utf16("\uFEFFPLCγ2", true), "PLCγ2", "utf-16be"],
    [utf16("gene\tname"), "gene\tname", "utf-16le"],
    [utf16("gene\tname", true), "gene\tname", "utf-16be"],
    [Buffer.from("Sj\xf6gren", "latin1"), "Sjögren", "windows-1252"],
    [Buffer.from(""), "", "utf-8"],
  ]) {
    assert.deepEqual(decode(new Uint8Array(bytes)), { text, encoding });
  }
});

test("what a column holds, in words", () => {
  const column = { kind: "names", of: "NCBIGene", share: 0.94, known: 0, read: 9, mapped: true, namespace: "", examples: [{ cell: "FOX-P2", id: "NCBIGene:93986", name: "FOXP2" }, { cell: "TP53", id: "x", name: "TP53" }] };
  assert.equal(columnWords(column), "NCBIGene 94 %: FOX-P2 → FOXP2, TP53");
  assert.equal(columnWords({ ...column, kind: "ids", of: "OMIM", examples: [] }), "ids of OMIM, < 1 % in the pack");
  assert.equal(columnWords({ ...column, kind: "dates", examples: [{ cell: "2024-05-01", id: "", name: "" }] }), "dates: 2024-05-01");
});

test("which column has the names, and whether a row names them", () => {
  for (const [rows, header, column, names] of [
    [[["TP53"], ["KRAS"]], false, 0, ["mention"]],
    [[["Gene"], ["KRAS"]], true, 0, ["Gene"]],
    [[["gene_symbol", "log2FC"], ["KRAS", "-1.5"], ["TP53", "2"], ["x", "3"]], true, 0, ["gene_symbol", "log2FC"]],
    [[["7", "KRAS"], ["8", "TP53"]], false, 1, ["column 1", "column 2"]],
    [[["id", "name"], ["NCBIGene:7", "KRAS"]], true, 1, ["id", "name"]],
    [[["sample", "dose"], ["liver", "1"], ["liver", "2"], ["kidney", "3"]], true, 0, ["sample", "dose"]],
    [[["KRAS", "second cell"], ["TP53", "second cell"]], false, 0, ["column 1", "column 2"]],
    [[["tissue", "gene", "note"], ["liver", "KRAS", "a long remark of somebody"], ["liver", "TP53", ""]], true, 1, ["tissue", "gene", "note"]],
    [[["a", "a"], ["1", "x"]], false, 1, ["column 1", "column 2"]],
    [[["Gene"]], false, 0, ["mention"]],
  ]) {
    assert.equal(hasHeader(rows), header, JSON.stringify(rows));
    assert.equal(best(columnScores(rows, header)), column, JSON.stringify(rows));
    assert.deepEqual(titles(rows, header), names);
  }
});

test("numbers read as their cell shows them", () => {
  for (const [number, format, want] of [
    [44076, "d-mmm", "2-Sep"],
    [44076, "m/d/yyyy", "9/2/2020"],
    [44076, "yyyy\\-mm\\-dd", "2020-09-02"],
    [44076, "[$-409]mmmm\\ d\\,\\ yyyy;@", "September 2, 2020"],
    [44076.75, "m/d/yy h:mm AM/PM", "9/2/20 6:00 PM"],
    [44076.5, "dddd hh:mm:ss", "Wednesday 12:00:00"],
    [1.5, "[h]:mm", "36:00"],
    [1, "d/m/yyyy", "1/1/1900"],
    [61, "d/m/yyyy", "1/3/1900"],
    [44076, "General", "44076"],
    [44076, "", "44076"],
    [0.1, "0.00%", "0.1"],
    [5, '0 "days"', "5"],
    [-3, "d-mmm", "-3"],
    [1e9, "d-mmm", "1000000000"],
  ]) {
    assert.equal(shown(number, format), want, `${number} as ${format}`);
  }
  assert.equal(shown(42614, "d-mmm-yy", true), "2-Sep-20");
});

test("rows become files that read back", () => {
  const rows = [["a,b", 'say "aah"'], ["two\nlines", " x "], ["", "=1"]];
  assert.equal(toCSV(rows), '\uFEFF"a,b","say ""aah"""\r\n"two\nlines"," x "\r\n,=1\r\n');
  assert.deepEqual(parseRows(toCSV(rows), ","), rows);
  assert.equal(toTSV([["a\tb", "two\r\nlines"]]), "a b\ttwo lines\n");
});
