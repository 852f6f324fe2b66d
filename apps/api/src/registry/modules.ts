import { Router, type Request, type Response } from 'express'
import type { ModuleDownloadsService } from '../domain/registry-modules/module-downloads.service.js'
import type { PublishedVersion } from '../domain/registry-modules/registry-module-version.js'
import { addressText } from '../domain/registry-modules/registry-module.js'
import { aliasesOf } from '../http/aliases.js'
import type { FaceServices } from '../http/face-services.js'
import { cacheAnswer } from '../http/response-cache.js'
import { contextOf } from '../http/request-context.js'
import type { SignedLinks } from '../http/signed-links.js'
import type { OperationContext } from '../kernel/context.js'
import { archiveLink } from './archives.js'
import { refuseRevoked } from './failures.js'
import { modulePolicy, moduleWithDownloads, underEnginePolicy } from './cache-policies.js'
import { detailDocument, versionsDocument } from './module-details.js'
import { moduleListRoutes } from './module-lists.js'
import { moduleAddressIn, readHandler, sendBytes, sendDocument } from './serve.js'

type Services = Pick<
  FaceServices,
  'enginePolicy' | 'formerNames' | 'moduleAccess' | 'moduleDownloads' | 'moduleQueries' | 'moduleVersions'
>

/** The protocol `modules.v1` (contract §7), relative to wherever it is mounted. */
export function moduleRoutes(services: Services, archives: SignedLinks, aliases: readonly string[]): Router {
  const { moduleAccess, moduleQueries } = services
  const router = Router({ caseSensitive: true })
  const address = '/:namespace/:name/:provider'
  router.use(moduleListRoutes(moduleQueries, services.formerNames))
  router.all(
    `${address}/versions`,
    readHandler(
      (ctx, params) => moduleAccess.module(ctx, moduleAddressIn(params), 'modules:use'),
      async (req, res, { module }) =>
        sendBytes(
          req,
          res,
          versionsDocument(await moduleQueries.requirements(contextOf(res), module)),
          modulePolicy(module),
        ),
    ),
  )
  router.all(
    `${address}/download`,
    readHandler(async (ctx, params) => {
      const { module } = await moduleAccess.module(ctx, moduleAddressIn(params), 'modules:use')
      return moduleQueries.newest(ctx, module)
    }, redirectToVersion),
  )
  router.all(`${address}/:version/download`, downloading(services, archives, aliases))
  router.all(
    [address, `${address}/:version`],
    readHandler(
      (ctx, { version, ...params }) => moduleQueries.detail(ctx, moduleAddressIn(params), version),
      (req, res, detail) => sendBytes(req, res, detailDocument(detail), moduleWithDownloads(detail.module)),
    ),
  )
  return router
}

/**
 * Answers where the archive of a version is, which counts as a download; of a revoked one only why it is not available,
 * and to a caller that the engine policy refuses only why.
 */
function downloading(services: Services, archives: SignedLinks, aliases: readonly string[]) {
  const { moduleVersions, moduleDownloads, enginePolicy } = services
  const getHeaders = aliasesOf('X-Engine-Get', aliases)
  // Each caller gets a separate link, which is good for some minutes.
  const linksTo =
    (version: PublishedVersion) =>
    (ctx: OperationContext): Readonly<Record<string, string>> => {
      const link = archiveLink(ctx, archives, version)
      return Object.fromEntries(getHeaders.map(({ name }) => [name, link]))
    }
  return readHandler(
    (ctx, { version = '', ...params }) => moduleVersions.findPublished(ctx, moduleAddressIn(params), version),
    (req, res, found) => {
      const ctx = contextOf(res)
      const made = linksTo(found.version)
      const afterGet = (reader: OperationContext): void => moduleDownloads.count(reader, found)
      for (const [name, link] of Object.entries(made(ctx))) res.setHeader(name, link)
      cacheAnswer(res, { status: 204, made, afterGet, ...underEnginePolicy(modulePolicy(found.module)) })
      res.status(204).end()
      if (req.method === 'GET') afterGet(ctx)
    },
    (ctx, { module, version }) => {
      refuseRevoked(version)
      return enginePolicy.admitCaller(ctx, module.organizationId)
    },
  )
}

/** `/v2/modules/:namespace/:name/:provider/downloads/summary` (contract §7), relative to `/v2`. */
export function moduleDownloadRoutes(downloads: ModuleDownloadsService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/modules/:namespace/:name/:provider/downloads/summary',
    readHandler(
      (ctx, params) => downloads.summary(ctx, moduleAddressIn(params)),
      (req, res, { module, downloads: attributes }) =>
        sendDocument(req, res, {
          data: { type: 'module-downloads-summary', id: addressText(module), attributes },
        }),
    ),
  )
  return router
}

/** Redirects to the download of that version, under the same mount and with the address as it was requested. */
function redirectToVersion(req: Request, res: Response, { version }: PublishedVersion): void {
  const path = `${req.baseUrl}${req.path}`.replace(/\/download\/?$/, '')
  res
    .status(302)
    .setHeader('Location', `${path}/${encodeURIComponent(version)}/download`)
    .end()
}
