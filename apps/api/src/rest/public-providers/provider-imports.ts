import { Router, type RequestHandler } from 'express'
import type { ImportAddress } from '../../domain/public-providers/provider-import.js'
import type { ProviderImportsService } from '../../domain/public-providers/provider-imports.service.js'
import { requireAdmission } from '../../http/admission.js'
import type { FileLink } from '../../http/face-services.js'
import type { SignedLinks } from '../../http/signed-links.js'
import { apiRouter, endOf, noStore } from '../api-router.js'
import { sendFailure } from '../jsonapi/failures.js'
import { created, receiving } from '../registry-modules/module-uploads.js'
import { requireBearer } from '../rest.js'

/** The path of imported files, below that of public providers. */
const importedFilePath = '/:origin/:namespace/:name/versions/:version/files/:filename'

/**
 * `PUT …/files/:filename` (contract §14): 201 for a file that was not there, 200 for the very bytes that are. All other
 * paths are left to the face of the API.
 */
export function providerImportRoutes(imports: ProviderImportsService): Router {
  const router = Router({ caseSensitive: true })
  const versioned = (
    _req: unknown,
    res: { setHeader(name: string, value: string): unknown },
    next: () => void,
  ) => {
    res.setHeader('TFP-API-Version', '2.6')
    next()
  }
  router.all(importedFilePath, versioned, ...requireBearer, receivingInto(imports))
  router.use(sendFailure)
  return router
}

/** Path that receives the same files by a link that acts as its caller, for the console. */
export const providerImportsPath = '/api/uploads/provider-imports'

/** Makes the links; they are absolute. */
export function providerImportLinkOf(links: SignedLinks, publicUrl: string): FileLink<ImportAddress> {
  return (ctx, { origin, namespace, name, version, filename }) => {
    const parts = [origin, namespace, name, version, filename].map(encodeURIComponent)
    const path = `${providerImportsPath}/${parts.join('/')}`
    return `${publicUrl}${path}?${links.sign(ctx, path)}`
  }
}

/** `PUT` of a file by such a link: 201 or 200 as above. */
export function providerImportUploadRoutes(imports: ProviderImportsService): Router {
  const router = apiRouter().use(noStore, requireAdmission)
  router.all('/:origin/:namespace/:name/:version/:filename', receivingInto(imports))
  return endOf(router)
}

const receivingInto = (imports: ProviderImportsService): RequestHandler =>
  receiving((params) => ({
    find: (ctx) => imports.find(ctx),
    upload: async (ctx, stream, size) => {
      const isNew = await imports.put(ctx, addressIn(params), stream, size)
      return isNew ? created : undefined
    },
    noun: 'file',
  }))

const addressIn = (params: Readonly<Record<string, string>>): ImportAddress => {
  const { origin = '', namespace = '', name = '', version = '', filename = '' } = params
  return { origin, namespace, name, version, filename }
}
