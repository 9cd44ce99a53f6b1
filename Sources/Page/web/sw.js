// Keeps the page for the time without internet. scripts/page fills in the version and the files.
const version = 'VERSION'
const files = ['FILES']

self.oninstall = (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(version)
    await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
    await self.skipWaiting()
  })())
}

self.onactivate = (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== version) await caches.delete(name)
    await self.clients.claim()
  })())
}

self.onfetch = (event) => {
  event.respondWith((async () => {
    const { request } = event
    const kept = await caches.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true })
    if (kept) return kept
    const response = await fetch(request)
    // The robot is kept from its first game on.
    if (request.url.endsWith('.wasm') && response.ok) (await caches.open(version)).put(request, response.clone())
    return response
  })())
}
