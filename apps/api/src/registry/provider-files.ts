import { Router } from 'express'
import { isProviderFileKind } from '../domain/registry-providers/provider-files.js'
import type {
  ProviderFileAddress,
  ProviderFilesService,
  StoredProviderFile,
} from '../domain/registry-providers/provider-files.service.js'
import { tagOf } from '../http/etags.js'
import { cacheAnswer } from '../http/response-cache.js'
import { attachmentOf, sendFile, type SentFile, type StoredContent } from '../http/send-file.js'
import type { SignedLinks } from '../http/signed-links.js'
import { hours } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import { notFound } from '../kernel/errors.js'
import { providersPolicy } from './cache-policies.js'
import { registryFace } from './registry.js'
import { readHandler } from './serve.js'

/** Path of the files of providers, on the host of the API. */
export const providerFilesPath = '/api/registry/v1/provider-files'

/** Lifetime of a link; one may last up to an hour longer. */
export const providerFileLinkLifetime = hours(1)

const pathOf = ({ ownerId, kind }: ProviderFileAddress): string => `${providerFilesPath}/${ownerId}/${kind}`

/** The time within which links of a caller are the same, so that the documents with them keep their tags. */
export const providerFileLinkSpan = hours(1)

/** Returns when the links of now are others, so that those of an answer which is given again are good as long as new ones. */
export const providerLinksEnd = ({ clock }: Pick<OperationContext, 'clock'>): Date =>
  new Date(Math.ceil(clock.now().getTime() / providerFileLinkSpan) * providerFileLinkSpan)

/** Makes the links: absolute, or root-relative where the base is empty. */
export function providerDownloadLinkOf(
  links: SignedLinks,
  base: string,
): (ctx: OperationContext, file: ProviderFileAddress) => string {
  return (ctx, file) => `${base}${pathOf(file)}?${links.sign(ctx, pathOf(file))}`
}

/** The files themselves: asked for without a token, by a link that acts as the caller it was made for. */
export function providerFileRoutes(files: ProviderFilesService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:ownerId/:kind',
    readHandler(
      (ctx, { ownerId = '', kind = '' }) => files.findStored(ctx, fileIn(ownerId, kind)),
      (req, res, stored) => {
        const file = sentFile(stored, {
          open: (range) => files.open(stored, range),
          elsewhere: () => files.addressOf(stored),
        })
        cacheAnswer(res, { status: 200, file, ...providersPolicy(stored.organizationId) })
        return sendFile(req, res, file)
      },
    ),
  )
  return registryFace(router, { byLink: true })
}

const sentFile = (
  { filename, size, storageKey }: StoredProviderFile,
  content: Omit<StoredContent, 'key'>,
): SentFile => ({
  type: 'application/octet-stream',
  disposition: attachmentOf(filename.replace(/[^A-Za-z0-9+._-]/g, '_')),
  size,
  // A stored file never changes, and no two have the same key.
  tag: tagOf(Buffer.from(storageKey)),
  content: { key: storageKey, ...content },
})

/** Reads which file the path names; an unknown kind is not found. */
function fileIn(ownerId: string, kind: string): ProviderFileAddress {
  if (!isProviderFileKind(kind)) throw notFound()
  return { ownerId, kind }
}
