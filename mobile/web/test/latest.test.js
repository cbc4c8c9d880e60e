import assert from "node:assert/strict";
import { test } from "node:test";
import { latest } from "../page/latest.js";

test("calls made meanwhile collapse into the last one", async () => {
  const seen = [];
  const release = [];
  const run = latest((x) => {
    seen.push(x);
    return new Promise((resolve) => release.push(resolve));
  });
  run("a");
  run("b");
  run("c");
  assert.deepEqual(seen, ["a"]);
  release.shift()();
  await new Promise(setImmediate);
  assert.deepEqual(seen, ["a", "c"]);
  release.shift()();
  await new Promise(setImmediate);
  assert.deepEqual(seen, ["a", "c"]);
});

test("a call that fails does not stop later ones", async () => {
  let calls = 0;
  const run = latest(async () => {
    if (++calls === 1) throw new Error("first");
  });
  await assert.rejects(run());
  await run();
  assert.equal(calls, 2);
});
