import { Router } from 'express'
import type { RegistryModuleVersionsService } from '../domain/registry-modules/registry-module-versions.service.js'
import type { PublishedVersion } from '../domain/registry-modules/registry-module-version.js'
import type { ModuleAddress } from '../domain/registry-modules/registry-module.js'
import { cacheAnswer } from '../http/response-cache.js'
import { attachmentOf, sendFile, type SentFile, type StoredContent } from '../http/send-file.js'
import type { SignedLinks } from '../http/signed-links.js'
import { minutes } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import { modulePolicy } from './cache-policies.js'
import { registryFace } from './registry.js'
import { readHandler } from './serve.js'

/** Path of the archives, on the host of the API. */
export const archivesPath = '/api/registry/v1/archives'

export const archiveLinkLifetime = minutes(5)

const pathOf = (versionId: string): string => `${archivesPath}/${versionId}.tar.gz`

/** Root-relative; the engine itself compares the checksum, and strips it before it asks. */
export function archiveLink(ctx: OperationContext, links: SignedLinks, version: PublishedVersion): string {
  const path = pathOf(version.id)
  return `${path}?checksum=sha256:${version.archive.sha256}&${links.sign(ctx, path)}`
}

/** The archive as a file that is named after its module. */
export const archiveFile = (
  { namespace, name, provider }: ModuleAddress,
  { version, archive }: PublishedVersion,
  content: Omit<StoredContent, 'key'>,
): SentFile => ({
  type: 'application/gzip',
  disposition: attachmentOf(`${namespace}-${name}-${provider}-${version}.tar.gz`),
  size: archive.size,
  tag: `"${archive.sha256}"`,
  content: { key: archive.storageKey, ...content },
})

/** The archives themselves: asked for without a token, by a link that acts as the caller it was made for (contract §7). */
export function archiveRoutes(versions: RegistryModuleVersionsService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/:file',
    readHandler(
      (ctx, { file = '' }) => versions.findPublishedById(ctx, idIn(file)),
      (req, res, { module, version }) => {
        const file = archiveFile(module, version, {
          open: (range) => versions.openArchive(version, range),
          elsewhere: () => versions.addressOfArchive(version),
        })
        cacheAnswer(res, { status: 200, file, ...modulePolicy(module) })
        return sendFile(req, res, file)
      },
    ),
  )
  return registryFace(router, { byLink: true })
}

/** Reads the version's id from the last part of the path; '' for any other file, which is not found. */
const idIn = (file: string): string => /^(.+)\.tar\.gz$/.exec(file)?.[1] ?? ''
