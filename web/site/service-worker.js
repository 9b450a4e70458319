// The service worker of the site: keeps its files, so that the page opens without a
// network. The build fills in the version and the files.

const VERSION = "{{version}}";
const FILES = "{{files}}".split(" ");

const scope = new URL("./", location.href);
// Another copy of the site may be on the same server.
const ours = `noughts ${scope.pathname} `;
const name = ours + VERSION;
const addresses = new Set(FILES.map((file) => new URL(file, scope).href));

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = `${origin}${pathname}`.replace(/\/index\.html$/, "/");
  if (event.request.method === "GET" && addresses.has(address)) event.respondWith(answer(event.request, address));
});

async function keep() {
  const cache = await caches.open(name);
  // Asks the server whether a file has changed, so that two versions do not mix.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  // An open page has loaded all it needs: the next one may be the new version.
  await self.skipWaiting();
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((other) => other.startsWith(ours) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
  await self.clients.claim();
}

async function answer(request, address) {
  const cache = await caches.open(name);
  return (await cache.match(address)) ?? fetch(request);
}
