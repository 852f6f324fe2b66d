import { Router, type Request } from 'express'
import type { ModuleUploadsService } from '../domain/modules/module-uploads.service.js'
import type { RateLimit } from '../http/rate-limits.js'
import { contextOf } from '../http/request-context.js'
import type { SignedLinks } from '../http/signed-links.js'
import { hours } from '../kernel/clock.js'
import { notFound } from '../kernel/errors.js'
import { TooLarge } from '../kernel/storage.js'
import { plainError, RequestError } from './jsonapi/errors.js'
import { sendFailure } from './jsonapi/failures.js'
import type { UploadLink } from './registry-module-versions.routes.js'

/** Where files are uploaded. Client libraries know an upload link by its `/object/`. */
export const uploadsPath = '/api/uploads'

export const uploadLinkLifetime = hours(25)

const pathOf = (versionId: string): string => `${uploadsPath}/object/${versionId}`

/** Makes the links; they are absolute. */
export function uploadLinkOf(links: SignedLinks, publicUrl: string): UploadLink {
  return (ctx, versionId) => `${publicUrl}${pathOf(versionId)}?${links.sign(ctx, pathOf(versionId))}`
}

/**
 * `PUT` of a module's gzip tar, of any content type: without a token, by a link that speaks for whoever made the
 * version (contract §7, publishing). 200 without a body once the version is published; errors are JSON:API.
 */
export function uploadRoutes(uploads: ModuleUploadsService, links: SignedLinks, limit: RateLimit): Router {
  const router = Router({ caseSensitive: true })
  const Allow = 'PUT, OPTIONS'
  router.all('/object/:id', async (req, res) => {
    const { id } = req.params
    res.setHeader('Cache-Control', 'no-store')
    try {
      await links.identify(req, res, pathOf(id))
    } finally {
      await limit.count(res)
    }
    const ctx = contextOf(res)
    await uploads.find(ctx, id)
    if (req.method === 'OPTIONS') return void res.status(204).setHeader('Allow', Allow).end()
    if (req.method !== 'PUT') throw new RequestError([plainError(405)], { Allow })
    try {
      await uploads.upload(ctx, id, req, announcedSize(req))
      res.status(200).end()
    } catch (error) {
      if (hasLeft(req)) return ctx.log.info({ version: id }, 'an upload was broken off')
      throw error instanceof TooLarge ? tooLarge(error) : error
    }
  })
  router.use(() => {
    throw notFound()
  })
  router.use(sendFailure)
  return router
}

/** Undefined when the client does not say; what is really sent is counted in any case. */
function announcedSize(req: Request): number | undefined {
  const header = req.get('content-length')
  return header === undefined ? undefined : Number(header)
}

/** Nobody is there any more to be told anything. */
function hasLeft(req: Request): boolean {
  return req.destroyed && !req.complete
}

function tooLarge({ limit }: TooLarge): RequestError {
  const detail = `The archive is larger than ${limit.toLocaleString('en')} bytes`
  return new RequestError([{ ...plainError(413), detail }])
}
