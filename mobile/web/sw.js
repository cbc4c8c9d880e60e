// The service worker: it keeps every file of the page, so that the page works
// without a network. precache.js names the files with the digests of their
// content, and a version; the build writes it. A new version is fetched whole and
// checked before it takes over, which it does when the page asks for it or when no
// page of the old one is open.
importScripts("precache.js");

const { version, files } = self.precache;
const mine = `normlet ${self.registration.scope} `;
const current = mine + version;

async function keepAll() {
  const cache = await caches.open(current);
  await cache.addAll(Object.entries(files).map(([path, integrity]) => new Request(path, { cache: "no-cache", integrity })));
}

async function dropOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith(mine) && name !== current) await caches.delete(name);
  }
  await self.clients.claim();
}

/** The kept response for a request, else that of the network. */
async function answer(request) {
  const cache = await caches.open(current);
  const { pathname } = new URL(request.url);
  const start = new URL("./", self.registration.scope);
  const key = pathname === new URL("index.html", start).pathname ? start.href : request;
  return (await cache.match(key, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOld()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
