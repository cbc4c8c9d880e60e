import assert from "node:assert/strict";
import { test } from "node:test";
import { fits } from "../page/kept.js";

test("a table is kept up to 16 million characters", () => {
  const table = (rows, cell) => ({ text: "", table: { how: "", rows: Array(rows).fill([cell]) } });
  for (const [kept, want] of [
    [{ text: "" }, true], [{ text: "x".repeat(16e6) }, true], [{ text: "x".repeat(16e6 + 1) }, false],
    [table(300_000, "interleukin 6"), true], [table(300_000, "x".repeat(60)), false], [table(16e6 + 1, ""), false],
  ]) assert.equal(fits(kept), want);
});
