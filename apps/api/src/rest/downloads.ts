import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Router } from 'express'
import { tagOf } from '../http/etags.js'
import { sendFile, type SentFile } from '../http/send-file.js'

const require = createRequire(import.meta.url)

/** Path of the programs that people and CI systems download. */
export const downloadsPath = '/downloads'

/** `GET /downloads/engine-publish.mjs`, as the build made it, so that it fits this platform; it holds no secret. */
export function downloadRoutes(): Router {
  const router = Router({ caseSensitive: true })
  let program: SentFile | undefined
  router.get('/engine-publish.mjs', (req, res) => {
    program ??= programIn(readFileSync(require.resolve('@engine/publish')))
    return sendFile(req, res, program)
  })
  return router
}

const programIn = (content: Buffer): SentFile => ({
  type: 'text/javascript; charset=utf-8',
  disposition: 'attachment; filename=engine-publish.mjs',
  size: content.length,
  tag: tagOf(content),
  isPublic: true,
  content,
})
