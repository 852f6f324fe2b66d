import { Router } from 'express'
import type { InvitationsService } from '../domain/identity/invitations.service.js'
import type { RateLimit } from '../http/rate-limits.js'
import { contextOf } from '../http/request-context.js'
import { parseJson, readBody } from './jsonapi/body.js'
import { invalidAt, plainError, RequestError } from './jsonapi/errors.js'
import { pointWith, sendFailure } from './jsonapi/failures.js'
import { presentUser } from './users.presenter.js'

export const invitationsPath = '/api/v2/invitations'

/**
 * `POST /invitations/:token` (contract §3): the link is the credential, so no bearer is asked for. The body is plain
 * JSON or a `users` document.
 */
export function invitationRoutes(invitations: InvitationsService, limit: RateLimit): Router {
  const Allow = 'POST, OPTIONS'
  const router = Router({ caseSensitive: true })
  router.all('/:token', async (req, res) => {
    const ctx = contextOf(res)
    res.setHeader('TFP-API-Version', '2.6').setHeader('Cache-Control', 'no-store')
    await limit.count(res)
    const { token } = req.params
    await invitations.find(ctx, token)
    if (req.method === 'OPTIONS') return void res.status(204).setHeader('Allow', Allow).end()
    if (req.method !== 'POST') throw new RequestError([plainError(405)], { Allow })
    const { value, errors } = parseJson(await readBody(req, res))
    const [first, ...others] = errors
    if (first) throw new RequestError([first, ...others])
    const { given, base } = inputOf(value)
    pointWith(res, (path) => [base, ...path].join('/'))
    const user = await invitations.accept(ctx, token, given)
    res.status(201).type('application/vnd.api+json')
    res.end(JSON.stringify({ data: presentUser(user) }))
  })
  router.use(sendFailure)
  return router
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was sent, and where it stands in the body. */
function inputOf(value: unknown): { given: Json; base: string } {
  const plain = isObject(value) ? value : {}
  const { data } = plain
  if (!isObject(data)) return { given: plain, base: '' }
  const { type = 'users', attributes } = data
  if (type !== 'users' && type !== '') throw new RequestError([invalidAt('/data/type', 'Type is invalid')])
  return { given: isObject(attributes) ? attributes : {}, base: '/data/attributes' }
}
