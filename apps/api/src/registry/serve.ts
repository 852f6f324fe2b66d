import type { Request, RequestHandler, Response } from 'express'
import type { ModuleAddress } from '../domain/registry-modules/registry-module.js'
import { namesTag, tagOf } from '../http/etags.js'
import { cacheAnswer, type CacheableAnswer, type CachePolicy } from '../http/response-cache.js'
import { contextOf, setOwner } from '../http/request-context.js'
import type { OperationContext } from '../kernel/context.js'
import { RegistryError } from './failures.js'

type Params = Readonly<Record<string, string>>

export const moduleAddressIn = ({ namespace = '', name = '', provider = '' }: Params): ModuleAddress => ({
  namespace,
  name,
  provider,
})

const methods = ['GET', 'HEAD', 'OPTIONS']

/** One path, which only reads, for a known caller: 404 by `find`, what `admit` throws, and 405. */
export function readHandler<Subject>(
  find: (ctx: OperationContext, params: Params) => Promise<Subject>,
  answer: (req: Request, res: Response, subject: Subject) => void | Promise<void>,
  admit?: (ctx: OperationContext, subject: Subject) => void | Promise<void>,
): RequestHandler {
  return async (req, res) => {
    const subject = await find(contextOf(res), req.params as Params)
    setOwner(res, ownerIn(subject))
    await admit?.(contextOf(res), subject)
    const Allow = methods.join(', ')
    if (!methods.includes(req.method)) throw new RegistryError(405, [], { Allow })
    if (req.method === 'OPTIONS') return void res.status(204).setHeader('Allow', Allow).end()
    await answer(req, res, subject)
  }
}

/** Finds the organization of the module or provider that an answer is about. */
function ownerIn(subject: unknown): string | undefined {
  const { module, provider } = Object(subject) as Partial<Record<'module' | 'provider', unknown>>
  const { organizationId } = Object(module ?? provider) as { readonly organizationId?: unknown }
  return typeof organizationId === 'string' ? organizationId : undefined
}

/** Sends a document; `afterGet` are the side effects of a `GET`, also of one that the cache answers. */
export function sendDocument(
  req: Request,
  res: Response,
  document: object,
  policy?: CachePolicy,
  afterGet?: (ctx: OperationContext) => void,
): void {
  sendBytes(
    req,
    res,
    Buffer.from(JSON.stringify(document)),
    policy && { ...policy, ...(afterGet && { afterGet }) },
  )
  if (req.method === 'GET') afterGet?.(contextOf(res))
}

/** Sends the bytes of a document with their tag, or 304 to a client that has them; cached with a `policy`. */
export function sendBytes(
  req: Request,
  res: Response,
  bytes: Buffer,
  policy?: CachePolicy & Pick<CacheableAnswer, 'afterGet'>,
): void {
  const tag = tagOf(bytes)
  res.setHeader('ETag', tag)
  const document = { bytes, tag, type: 'application/json' }
  if (policy) cacheAnswer(res, { status: 200, document, ...policy })
  if (namesTag(req.get('if-none-match') ?? '', tag)) return void res.status(304).end()
  res.status(200).setHeader('Content-Type', 'application/json').setHeader('Content-Length', bytes.length)
  res.end(bytes)
}
