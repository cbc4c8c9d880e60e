// The two servers that the page is tested on: normlet web, and a plain static one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

/** Starts normlet web on a free port; stop() ends it as Ctrl-C does and gives the exit status. */
export async function startNormlet(program, ...args) {
  const child = spawn(program, ["web", "--listen", "127.0.0.1:0", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const url = await Promise.race([once(child.stdout, "data"), ended.then(([code]) => Promise.reject(new Error(`normlet web ended with status ${code}`)))]);
  return {
    url: String(url).trim(),
    async stop() {
      child.kill("SIGINT");
      const [code] = await ended;
      return code;
    },
  };
}

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };

/**
 * Serves a folder under a prefix as a server does that knows nothing of wasm or
 * policies. Contents in `changed` stand in for files.
 */
export async function startStatic(folder, prefix, changed = {}) {
  const server = createServer(async ({ url }, response) => {
    try {
      const path = new URL(url, "http://x").pathname;
      if (!path.startsWith(prefix) || path.includes("..")) throw new Error("not here");
      const name = path.slice(prefix.length) || "index.html";
      const body = changed[name] ?? (await readFile(join(folder, name)));
      response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}${prefix}`, stop: () => server.closeAllConnections() ?? server.close() };
}
