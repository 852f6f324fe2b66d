import { Router } from 'express'
import type {
  LinkedArchive,
  ModuleArchiveAddress,
  ModuleArchiveAnswer,
} from '../domain/public-modules/public-module.js'
import type { PublicModulesService } from '../domain/public-modules/public-modules.service.js'
import type { FileLink } from '../http/face-services.js'
import { contextOf, leavingContextOf } from '../http/request-context.js'
import type { SignedLinks } from '../http/signed-links.js'
import { cacheTags } from '../kernel/cache-tags.js'
import { later } from '../kernel/clock.js'
import { originFileCachedFor, sendOriginFile } from './origin-files.js'
import { registryFace } from './registry.js'
import { readHandler } from './serve.js'

/** Path of the archives of public modules, on the host of the API. */
export const publicModuleArchivesPath = '/api/registry/v1/public-module-archives'

const pathOf = ({ documentId, filename }: ModuleArchiveAddress): string =>
  `${publicModuleArchivesPath}/${documentId}/${encodeURIComponent(filename)}`

/** Makes root-relative links, with the folder and the parameters that the engine takes out before it asks. */
export function publicModuleArchiveLinkOf(links: SignedLinks): FileLink<ModuleArchiveAnswer> {
  return (ctx, archive) => {
    const path = pathOf(archive)
    const folder = archive.folder === '' ? '' : `//${archive.folder}`
    return `${path}${folder}?${archive.query}&${links.sign(ctx, path)}`
  }
}

/** The archives themselves: stored ones, and those that arrive from their origin meanwhile. */
export function publicModuleArchiveRoutes(modules: PublicModulesService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:documentId/:filename',
    readHandler(
      (ctx, { documentId = '', filename = '' }) => modules.findArchive(ctx, { documentId, filename }),
      (req, res, found: LinkedArchive) => {
        const { document, filename, file } = found
        return sendOriginFile(req, res, {
          ...{ filename, file, type: typeOf(filename), sha256: document.sha256 ?? undefined },
          policy: {
            tags: [cacheTags.access, cacheTags.publicModule(document.id)],
            endsAt: later(contextOf(res).clock.now(), originFileCachedFor),
          },
          fetchFile: () => modules.fetchFile(leavingContextOf(res), found),
          open: (stored, range) => modules.open(stored, range),
          addressOf: (stored) => modules.addressOf(stored),
        })
      },
    ),
  )
  return registryFace(router, { byLink: true })
}

function typeOf(filename: string): string {
  if (filename.endsWith('.zip')) return 'application/zip'
  return filename.endsWith('gz') ? 'application/gzip' : 'application/octet-stream'
}
