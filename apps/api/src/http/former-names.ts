import type { ErrorRequestHandler, Request, Response } from 'express'
import type {
  FormerNamePermission,
  FormerNamesService,
} from '../domain/registry-sharing/former-names.service.js'
import { isNotFound } from '../kernel/errors.js'
import { contextOf } from './request-context.js'

/** A pattern of the name of an organization in a path: `before`, the name, and what follows. */
const pathWithName =
  /^(\/api\/v2\/organizations\/|\/(?:api\/registry\/)?v1\/modules\/|\/v1\/providers\/|\/v1\/mirror\/[^/?]+\/)([^/?]+)(.*)$/

/** A pattern of the name a second time, as a namespace. */
const namespaced = /^(\/registry-(?:modules|providers)\/[^/?]+\/)([^/?]+)/

/** Redirects a reader after a 404 to the present name of a renamed organization that it may see (contract §11). */
export function afterRename(
  names: FormerNamesService,
  permission: FormerNamePermission,
): ErrorRequestHandler {
  return async (error: unknown, req, res, next) => {
    const isReading = req.method === 'GET' || req.method === 'HEAD'
    if (!isNotFound(error) || !isReading || res.headersSent) return next(error)
    if (!(await leadOn(names, permission, req, res))) next(error)
  }
}

/** Answers 301 where the path has a former name in it; false where it has none. */
export async function leadOn(
  names: FormerNamesService,
  permission: FormerNamePermission,
  req: Request,
  res: Response,
): Promise<boolean> {
  const [, before = '', former = '', rest = ''] = pathWithName.exec(req.originalUrl) ?? []
  const present = former && (await names.presentName(contextOf(res), former, permission))
  if (!present) return false
  const others = rest.replace(namespaced, (all, start: string, namespace: string) =>
    namespace.toLowerCase() === former.toLowerCase() ? start + present : all,
  )
  res.status(301).setHeader('Location', `${before}${present}${others}`).end()
  return true
}
