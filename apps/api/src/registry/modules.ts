import { Router, type Request, type Response } from 'express'
import type { ModuleAccessService } from '../domain/modules/module-access.service.js'
import type { ModuleVersionsService } from '../domain/modules/module-versions.service.js'
import { isPublished, newestOf, type ModuleVersion } from '../domain/modules/module-version.js'
import { addressText, type ModuleAccess, type ModuleAddress } from '../domain/modules/module.js'
import { spellings } from '../http/aliases.js'
import { contextOf } from '../http/request-context.js'
import type { SignedLinks } from '../http/signed-links.js'
import { notFound } from '../kernel/errors.js'
import { archiveLink } from './archives.js'
import { reading, sendDocument } from './serve.js'

/** The protocol `modules.v1` (contract §7), relative to wherever it is mounted. */
export function moduleRoutes(
  modules: ModuleAccessService,
  versions: ModuleVersionsService,
  archives: SignedLinks,
  aliases: readonly string[],
): Router {
  const router = Router({ caseSensitive: true })
  const address = '/:namespace/:name/:provider'
  const getHeaders = spellings('X-Engine-Get', aliases)
  router.all(
    `${address}/versions`,
    reading(
      (ctx, params) => modules.module(ctx, addressIn(params), 'modules:use'),
      (req, res, access) => sendDocument(req, res, versionsDocument(access)),
    ),
  )
  router.all(
    `${address}/download`,
    reading(
      (ctx, params) => modules.module(ctx, addressIn(params), 'modules:use').then(newestIn),
      redirectToVersion,
    ),
  )
  router.all(
    `${address}/:version/download`,
    reading(
      (ctx, { version = '', ...params }) => versions.findPublished(ctx, addressIn(params), version),
      (_req, res, { version }) => {
        const link = archiveLink(contextOf(res), archives, version)
        for (const { name } of getHeaders) res.setHeader(name, link)
        res.status(204).end()
      },
    ),
  )
  return router
}

function addressIn({
  namespace = '',
  name = '',
  provider = '',
}: Readonly<Record<string, string>>): ModuleAddress {
  return { namespace, name, provider }
}

/** Newest first; what was never uploaded, or was refused, is not there. */
function versionsDocument({ module }: ModuleAccess): object {
  const versions = module.versions.filter(isPublished).map(({ version }) => ({
    version,
    root: { providers: [], dependencies: [] },
    submodules: [],
  }))
  return { modules: [{ source: addressText(module), versions }] }
}

function newestIn({ module }: ModuleAccess): ModuleVersion {
  const newest = newestOf(module.versions)
  if (!newest) throw notFound()
  return newest
}

/** To the download of that version, under the same mount and the same spelling of the address. */
function redirectToVersion(req: Request, res: Response, { version }: ModuleVersion): void {
  const path = `${req.baseUrl}${req.path}`.replace(/\/download\/?$/, '')
  res
    .status(302)
    .setHeader('Location', `${path}/${encodeURIComponent(version)}/download`)
    .end()
}
