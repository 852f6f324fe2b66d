import { Router } from 'express'
import type { ModuleDownloadsService } from '../domain/registry-modules/module-downloads.service.js'
import { addressText } from '../domain/registry-modules/registry-module.js'
import { moduleAddressIn, reading, sendDocument } from './serve.js'

/** `/v2/modules/:namespace/:name/:provider/downloads/summary` (contract §7), relative to `/v2`. */
export function moduleDownloadRoutes(downloads: ModuleDownloadsService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/modules/:namespace/:name/:provider/downloads/summary',
    reading(
      (ctx, params) => downloads.summary(ctx, moduleAddressIn(params)),
      (req, res, { module, downloads: attributes }) =>
        sendDocument(req, res, {
          data: { type: 'module-downloads-summary', id: addressText(module), attributes },
        }),
    ),
  )
  return router
}
