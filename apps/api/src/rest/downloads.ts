import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Router } from 'express'
import { tagOf } from '../http/etags.js'

const require = createRequire(import.meta.url)

/** Where the programs lie that people and CI systems take from here. */
export const downloadsPath = '/downloads'

/** `GET /downloads/engine-publish.mjs`, as the build made it, so that it fits this platform; it holds no secret. */
export function downloadRoutes(): Router {
  const router = Router({ caseSensitive: true })
  let tag: string | undefined
  router.get('/engine-publish.mjs', (_req, res) => {
    const file = require.resolve('@engine/publish')
    tag ??= tagOf(readFileSync(file))
    res.setHeader('Cache-Control', 'public, no-cache').setHeader('ETag', tag)
    res.type('text/javascript').attachment('engine-publish.mjs')
    res.sendFile(file, { cacheControl: false, lastModified: false })
  })
  return router
}
