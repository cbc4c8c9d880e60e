import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "../lib/packs.js";

test("a response without an end is cut off", async () => {
  let sent = 0, cancelled = false;
  const endless = new ReadableStream({
    pull(controller) {
      if (sent > 1e6) throw new Error("it reads on and on");
      controller.enqueue(new Uint8Array(1000));
      sent += 1000;
    },
    cancel() {
      cancelled = true;
    },
  });
  const bytes = await bytesOf(new Response(endless), 2500);
  assert.ok(bytes.length > 2500 && bytes.length <= 4000 && sent <= 5000, `${bytes.length} bytes of ${sent}`);
  assert.ok(cancelled, "the server goes on sending");
});

test("a response of any length up to the limit is whole", async () => {
  for (const length of [0, 1, 2500]) {
    const bytes = await bytesOf(new Response(new Uint8Array(length).fill(7)), 2500);
    assert.deepEqual(bytes, new Uint8Array(length).fill(7));
  }
});
