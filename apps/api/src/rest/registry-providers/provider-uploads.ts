import type { Router } from 'express'
import { isProviderFileKind } from '../../domain/registry-providers/provider-files.js'
import type {
  ProviderFileAddress,
  ProviderFilesService,
} from '../../domain/registry-providers/provider-files.service.js'
import { requireAdmission } from '../../http/admission.js'
import type { FileLink } from '../../http/face-services.js'
import type { SignedLinks } from '../../http/signed-links.js'
import { hours } from '../../kernel/clock.js'
import { notFound } from '../../kernel/errors.js'
import { apiRouter, endOf, noStore } from '../api-router.js'
import { receiving } from '../registry-modules/module-uploads.js'

/** Where the files of providers are uploaded. */
export const providerUploadsPath = '/api/uploads/providers'

/** For as long as this, and up to an hour longer. */
export const providerUploadLinkLifetime = hours(24)

const pathOf = ({ ownerId, kind }: ProviderFileAddress): string => `${providerUploadsPath}/${ownerId}/${kind}`

/** Makes the links; they are absolute. */
export function providerUploadLinkOf(links: SignedLinks, publicUrl: string): FileLink<ProviderFileAddress> {
  return (ctx, file) => `${publicUrl}${pathOf(file)}?${links.sign(ctx, pathOf(file))}`
}

/** The checksums of a version, their signature and the zips of its platforms (contract §6). */
export function providerUploadRoutes(files: ProviderFilesService): Router {
  const router = apiRouter().use(noStore, requireAdmission)
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
