import { Router } from 'express'
import type { RegistryModuleVersionsService } from '../domain/registry-modules/registry-module-versions.service.js'
import type { PublishedVersion } from '../domain/registry-modules/registry-module-version.js'
import { contextOf } from '../http/request-context.js'
import type { SignedLinks } from '../http/signed-links.js'
import { minutes } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import { registryFace } from './registry.js'
import { sendFile } from './send-file.js'
import { reading } from './serve.js'

/** Where the archives are, on the host of the API. */
export const archivesPath = '/api/registry/v1/archives'

export const archiveLinkLifetime = minutes(5)

const pathOf = (versionId: string): string => `${archivesPath}/${versionId}.tar.gz`

/** Root-relative; the engine itself compares the checksum, and strips it before it asks. */
export function archiveLink(ctx: OperationContext, links: SignedLinks, version: PublishedVersion): string {
  const path = pathOf(version.id)
  return `${path}?checksum=sha256:${version.archive.sha256}&${links.sign(ctx, path)}`
}

/** The archives themselves: asked for without a token, by a link that acts as the caller it was made for (contract §7). */
export function archiveRoutes(versions: RegistryModuleVersionsService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:file',
    reading(
      (ctx, { file = '' }) => versions.findPublishedById(ctx, idIn(`/${file}`)),
      (req, res, { module, version }) =>
        sendFile(req, res, {
          type: 'application/gzip',
          name: `${module.namespace}-${module.name}-${module.provider}-${version.version}.tar.gz`,
          size: version.archive.size,
          tag: `"${version.archive.sha256}"`,
          open: (range) => versions.openArchive(version, range),
          log: contextOf(res).log,
        }),
    ),
  )
  return registryFace(router, { byLink: true })
}

/** Nothing else lies below this path. */
function idIn(path: string): string {
  return /^\/([^/]+)\.tar\.gz$/.exec(path)?.[1] ?? ''
}
