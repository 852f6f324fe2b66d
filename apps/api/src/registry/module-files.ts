import { Readable } from 'node:stream'
import { Router } from 'express'
import type { ArchiveFilesService } from '../domain/registry-modules/archive-files.service.js'
import { tagOf } from '../http/etags.js'
import { originalUrl } from '../http/request-context.js'
import { archiveFile } from './archives.js'
import { registryFace } from './registry.js'
import { sendFile } from './send-file.js'
import { moduleAddressIn, reading } from './serve.js'

/** Where pages fetch what they show of a version's archive, as the reader; no download is counted. */
export const moduleFilesPath = '/api/registry/v1/module-files'

export function moduleFileRoutes(files: ArchiveFilesService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:namespace/:name/:provider/:version/archive',
    reading(
      (ctx, params) => files.whole(ctx, moduleAddressIn(params), params['version'] ?? ''),
      (req, res, whole) =>
        sendFile(
          req,
          res,
          archiveFile(whole.module, whole.version, (range) => files.open(whole, range)),
        ),
    ),
  )
  router.all('/:namespace/:name/:provider/:version/picture', (req, res, next) =>
    reading(
      (ctx, params) => {
        const path = originalUrl(req).searchParams.get('path') ?? ''
        return files.picture(ctx, moduleAddressIn(params), params['version'] ?? '', path)
      },
      (_req, _res, { type, bytes }) => {
        // Opened by itself it is a picture and nothing else.
        res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
        return sendFile(req, res, {
          type,
          name: `picture.${type.slice('image/'.length)}`,
          size: bytes.length,
          tag: tagOf(bytes),
          open: async (range) => ({
            stream: Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1)]),
            size: bytes.length,
          }),
        })
      },
    )(req, res, next),
  )
  return registryFace(router)
}
