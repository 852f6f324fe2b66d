import { Router, type Request, type Response } from 'express'
import type {
  LinkedProof,
  LinkedZip,
  PublicProviderFilesService,
} from '../domain/public-providers/public-provider-files.service.js'
import type { PublicProviderFileAddress } from '../domain/public-providers/public-provider.js'
import { tagOf } from '../http/etags.js'
import type { FileLink } from '../http/face-services.js'
import { contextOf, leavingContextOf } from '../http/request-context.js'
import type { CachePolicy } from '../http/response-cache.js'
import { attachmentOf, sendFile, type SentFile } from '../http/send-file.js'
import type { SignedLinks } from '../http/signed-links.js'
import { cacheTags } from '../kernel/cache-tags.js'
import { later } from '../kernel/clock.js'
import { originFileCachedFor, sendOriginFile } from './origin-files.js'
import { registryFace } from './registry.js'
import { readHandler } from './serve.js'

/** Path of the files of public providers, on the host of the API. */
export const publicProviderFilesPath = '/api/registry/v1/public-provider-files'

const pathOf = ({ versionId, filename }: PublicProviderFileAddress): string =>
  `${publicProviderFilesPath}/${versionId}/${encodeURIComponent(filename)}`

/** Makes root-relative links that act as the caller they are made for. */
export function publicProviderFileLinkOf(links: SignedLinks): FileLink<PublicProviderFileAddress> {
  return (ctx, file) => `${pathOf(file)}?${links.sign(ctx, pathOf(file))}`
}

/** The files themselves: stored ones, and those that arrive from their origin meanwhile. */
export function publicProviderFileRoutes(files: PublicProviderFilesService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:versionId/:filename',
    readHandler(
      (ctx, { versionId = '', filename = '' }) => files.find(ctx, { versionId, filename }),
      (req, res, found) => ('bytes' in found ? sendProof(req, res, found) : sendZip(files, req, res, found)),
    ),
  )
  return registryFace(router, { byLink: true })
}

function sendProof(req: Request, res: Response, { bytes }: LinkedProof): Promise<void> {
  const file: SentFile = {
    type: 'application/octet-stream',
    disposition: attachmentOf(req.params['filename'] as string),
    size: bytes.length,
    tag: tagOf(bytes),
    content: bytes,
  }
  return sendFile(req, res, file)
}

function sendZip(
  files: PublicProviderFilesService,
  req: Request,
  res: Response,
  found: LinkedZip,
): Promise<void> {
  const { filename, shasum } = found.download
  return sendOriginFile(req, res, {
    ...{ filename, type: 'application/zip', sha256: shasum, file: found.file, policy: policyOf(res, found) },
    fetchFile: () => files.fetchFile(leavingContextOf(res), found),
    open: (file, range) => files.open(file, range),
    addressOf: (file) => files.addressOf(file),
  })
}

/** Cached for one caller, until its rights, the version or the file change. */
const policyOf = (res: Response, { linked }: LinkedZip): CachePolicy => ({
  tags: [
    cacheTags.access,
    cacheTags.publicProvider(linked.provider.id),
    ...linked.organizationIds.map(cacheTags.providersOf),
  ],
  endsAt: later(contextOf(res).clock.now(), originFileCachedFor),
})
