import { Router } from 'express'
import type { SetUpService } from '../domain/identity/set-up.service.js'
import { RateLimit } from '../http/rate-limits.js'
import { contextOf, originalUrl } from '../http/request-context.js'
import { notFound } from '../kernel/errors.js'
import { parseJson, readBody } from './jsonapi/body.js'
import { plainError, RequestError } from './jsonapi/errors.js'
import { pointWith, sendFailure } from './jsonapi/failures.js'

/** `POST /admin/initial-admin-user?token=T` (contract §3): plain JSON, five tries a minute for each address. */
export function initialAdministratorRoute(setUp: SetUpService): Router {
  const tries = new RateLimit(5, 60)
  const router = Router({ caseSensitive: true })
  router.all('/', async (req, res) => {
    const ctx = contextOf(res)
    await tries.count(res)
    const token = originalUrl(req).searchParams.get('token') ?? ''
    if (!(await setUp.accepts(ctx, token))) throw notFound()
    if (req.method !== 'POST') throw new RequestError([plainError(405)], { Allow: 'POST' })
    const { value, errors } = parseJson(await readBody(req, res))
    const [first, ...others] = errors
    if (first) throw new RequestError([first, ...others])
    pointWith(res, (path) => `/${path.join('/')}`)
    const given = typeof value === 'object' && value !== null ? value : {}
    const created = await setUp.createAdministrator(ctx, token, given)
    res.status(201).setHeader('Cache-Control', 'no-store').json({ status: 'created', token: created.token })
  })
  router.use(sendFailure)
  return router
}
