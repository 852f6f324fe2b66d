import type { Request, RequestHandler, Router } from 'express'
import type { InterfaceChecksService } from '../../domain/registry-modules/interface-checks.service.js'
import type { ModuleUploadsService } from '../../domain/registry-modules/module-uploads.service.js'
import { requireAdmission } from '../../http/admission.js'
import type { FileLink } from '../../http/face-services.js'
import { contextOf } from '../../http/request-context.js'
import { asOfLink, type SignedLinks } from '../../http/signed-links.js'
import { hours } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { TooLarge } from '../../kernel/storage.js'
import { apiRouter, endOf, noStore } from '../api-router.js'
import { plainError, RequestError } from '../jsonapi/errors.js'

/** Path that receives files. Client libraries know an upload link by its `/object/`. */
export const uploadsPath = '/api/uploads'

export const uploadLinkLifetime = hours(25)

const pathOf = (versionId: string): string => `${uploadsPath}/object/${versionId}`

/** Makes the links; they are absolute. */
export function uploadLinkOf(links: SignedLinks, publicUrl: string): FileLink<string> {
  return (ctx, versionId) => `${publicUrl}${pathOf(versionId)}?${links.sign(ctx, pathOf(versionId))}`
}

/** The number that a version of a module shall have. */
interface CheckedNumber {
  readonly moduleId: string
  readonly version: string
}

const checkPathOf = ({ moduleId, version }: CheckedNumber): string =>
  `${uploadsPath}/checks/${moduleId}/${encodeURIComponent(version)}`

/** Creates links that upload sources for a check before publication. */
export function checkLinkOf(links: SignedLinks, publicUrl: string): FileLink<CheckedNumber> {
  return (ctx, number) => `${publicUrl}${checkPathOf(number)}?${links.sign(ctx, checkPathOf(number))}`
}

/** Target of a link: it checks that the caller may still upload, and receives the bytes. */
interface UploadTarget {
  find(ctx: OperationContext): Promise<unknown>
  /** Finds it too, before it takes a byte; what it resolves to is answered. */
  upload(
    ctx: OperationContext,
    stream: Request,
    announcedSize: number | undefined,
  ): Promise<object | typeof created | void>
  /** Noun for the uploaded file. */
  readonly noun: string
}

/** The answer of an upload that is 201: the file was not there before. */
export const created = Symbol('created')

/** `PUT` of a file by a link that acts as its caller: 200 once it has its effect, or JSON:API errors. */
export function receiving(
  targetOf: (params: Readonly<Record<string, string>>) => UploadTarget,
): RequestHandler {
  const Allow = 'PUT, OPTIONS'
  return async (req, res) => {
    const target = targetOf(req.params as Record<string, string>)
    const ctx = contextOf(res)
    if (req.method !== 'PUT') {
      await target.find(ctx)
      if (req.method !== 'OPTIONS') throw new RequestError([plainError(405)], { Allow })
      return void res.status(204).setHeader('Allow', Allow).end()
    }
    try {
      const answer = await target.upload(ctx, req, announcedSize(req))
      if (answer === created) return void res.status(201).end()
      if (answer !== undefined) res.setHeader('Content-Type', 'application/json')
      res.status(200).end(answer && JSON.stringify(answer))
    } catch (error) {
      if (hasLeft(req)) return ctx.log.info({ upload: target.noun }, 'an upload was broken off')
      throw error instanceof TooLarge ? tooLarge(error, target.noun) : asOfLink(error)
    }
  }
}

/**
 * The archives of modules (contract §7, publishing): 200 means that the version is published. `checks` is for the
 * console: it answers what the sources would break as this version, and keeps nothing.
 */
export function uploadRoutes(uploads: ModuleUploadsService, checks: InterfaceChecksService): Router {
  const router = apiRouter().use(noStore, requireAdmission)
  router.all(
    '/object/:id',
    receiving(({ id = '' }) => ({
      find: (ctx) => uploads.find(ctx, id),
      upload: async (ctx, stream, size) => void (await uploads.upload(ctx, id, stream, size)),
      noun: 'archive',
    })),
  )
  router.all(
    '/checks/:moduleId/:version',
    receiving(({ moduleId = '', version = '' }) => ({
      find: (ctx) => checks.find(ctx, moduleId, version),
      upload: (ctx, stream, size) => checks.check(ctx, moduleId, version, stream, size),
      noun: 'archive',
    })),
  )
  return endOf(router)
}

/** Announced size; undefined without one. The bytes that are really sent are counted in any case. */
function announcedSize(req: Request): number | undefined {
  const header = req.get('content-length')
  return header === undefined ? undefined : Number(header)
}

/** Tells whether the client has left, so that no answer reaches it. */
function hasLeft(req: Request): boolean {
  return req.destroyed && !req.complete
}

function tooLarge({ limit }: TooLarge, noun: string): RequestError {
  const detail = `The ${noun} is larger than ${limit.toLocaleString('en')} bytes`
  return new RequestError([{ ...plainError(413), detail }])
}
