import { Router } from 'express'
import type { ArchiveFilesService } from '../domain/registry-modules/archive-files.service.js'
import { tagOf } from '../http/etags.js'
import { originalUrl } from '../http/request-context.js'
import { cacheAnswer } from '../http/response-cache.js'
import { attachmentOf, sendFile } from '../http/send-file.js'
import { archiveFile } from './archives.js'
import { modulePolicy } from './cache-policies.js'
import { registryFace } from './registry.js'
import { moduleAddressIn, readHandler } from './serve.js'

/** Path at which pages fetch parts of a version's archive, with the reader's rights; no download is counted. */
export const moduleFilesPath = '/api/registry/v1/module-files'

export function moduleFileRoutes(files: ArchiveFilesService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:namespace/:name/:provider/:version/archive',
    readHandler(
      (ctx, params) => files.whole(ctx, moduleAddressIn(params), params['version'] ?? ''),
      (req, res, whole) => {
        const file = archiveFile(whole.module, whole.version, { open: (range) => files.open(whole, range) })
        cacheAnswer(res, { status: 200, file, ...modulePolicy(whole.module) })
        return sendFile(req, res, file)
      },
    ),
  )
  router.all('/:namespace/:name/:provider/:version/picture', (req, res, next) =>
    readHandler(
      (ctx, params) => {
        const path = originalUrl(req).searchParams.get('path') ?? ''
        return files.picture(ctx, moduleAddressIn(params), params['version'] ?? '', path)
      },
      (_req, _res, { type, bytes }) => {
        // Opened by itself it is a picture and nothing else.
        res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
        const disposition = attachmentOf(`picture.${type.slice('image/'.length)}`)
        return sendFile(req, res, {
          ...{ type, disposition, size: bytes.length, tag: tagOf(bytes) },
          content: bytes,
        })
      },
    )(req, res, next),
  )
  return registryFace(router)
}
