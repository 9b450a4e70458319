// What the page has only on a web server: the manifest and the service worker. From disk
// it would ask for them in vain.

if (location.protocol.startsWith("http")) {
  const manifest = document.createElement("link");
  Object.assign(manifest, { rel: "manifest", href: "manifest.webmanifest" });
  document.head.append(manifest);
  // Browsers refuse it in private windows, and have none without https; the page works all
  // the same, but not offline.
  navigator.serviceWorker?.register("service-worker.js").catch(() => {});
}
