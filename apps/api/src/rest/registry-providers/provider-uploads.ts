import type { Router } from 'express'
import { isProviderFileKind } from '../../domain/registry-providers/provider-files.js'
import { requireAdmission } from '../../http/admission.js'
import type { FaceServices, FileLink, ProviderUploadAddress } from '../../http/face-services.js'
import type { SignedLinks } from '../../http/signed-links.js'
import { hours } from '../../kernel/clock.js'
import { notFound } from '../../kernel/errors.js'
import { apiRouter, endOf, noStore } from '../api-router.js'
import { receiving } from '../registry-modules/module-uploads.js'
import { presentVersion } from './registry-provider-versions.routes.js'

/** Path that receives the files of providers. */
export const providerUploadsPath = '/api/uploads/providers'

/** Lifetime of a link; one may last up to an hour longer. */
export const providerUploadLinkLifetime = hours(24)

const pathOf = ({ ownerId, kind }: ProviderUploadAddress): string =>
  `${providerUploadsPath}/${ownerId}/${kind}`

/** Makes the links; they are absolute. */
export function providerUploadLinkOf(links: SignedLinks, publicUrl: string): FileLink<ProviderUploadAddress> {
  return (ctx, file) => `${publicUrl}${pathOf(file)}?${links.sign(ctx, pathOf(file))}`
}

/**
 * The checksums of a version, their signature and the zips of its platforms (contract §6), and its documentation, whose
 * answer is the version (§16).
 */
export function providerUploadRoutes(services: FaceServices): Router {
  const { providerDocs: docs, providerFiles: files } = services
  const router = apiRouter().use(noStore, requireAdmission)
  router.all(
    '/:ownerId/docs',
    receiving(({ ownerId = '' }) => ({
      find: (ctx) => docs.findForUpload(ctx, ownerId),
      async upload(ctx, stream, size) {
        const { access, ...meta } = await docs.upload(ctx, ownerId, stream, size)
        return { data: presentVersion(services, ctx, access), meta }
      },
      noun: 'archive',
    })),
  )
  router.all(
    '/:ownerId/:kind',
    receiving(({ ownerId = '', kind = '' }) => {
      if (!isProviderFileKind(kind)) throw notFound()
      const file = { ownerId, kind }
      return {
        find: (ctx) => files.find(ctx, file, 'providers:publish'),
        upload: (ctx, stream, size) => files.upload(ctx, file, stream, size),
        noun: 'file',
      }
    }),
  )
  return endOf(router)
}
