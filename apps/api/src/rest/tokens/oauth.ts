import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express'
import { cliLogin } from '@engine/shared'
import type { LoginExchange } from '../../domain/tokens/cli-login.js'
import type { CliLoginsService } from '../../domain/tokens/cli-logins.service.js'
import { requireAdmission } from '../../http/admission.js'
import { boundedBody } from '../../http/bounded-body.js'
import { contextOf } from '../../http/request-context.js'
import { DomainError } from '../../kernel/errors.js'

/** The path at which the engine's CLI exchanges its code for a token; discovery says so. */
export const oauthPath = '/api/oauth'

/** The largest form, in bytes. */
const largestBody = 16 * 1024

/** The codes of RFC 6749 §5.2, and of §4.1.2.1 for faults of this server. */
type OauthFault =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error'

class OauthError extends Error {
  constructor(
    readonly fault: OauthFault,
    message: string,
    readonly status = 400,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** `POST /api/oauth/token` in the words of OAuth (RFC 6749 §4.1.3): a form in, JSON out, never cached. */
export function oauthRoutes(logins: CliLoginsService): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.all('/token', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store').setHeader('Pragma', 'no-cache')
    next()
  })
  router.all('/token', requireAdmission, (req, _res, next) => {
    if (req.method !== 'POST')
      throw new OauthError('invalid_request', 'The token is asked for by POST', 405, { Allow: 'POST' })
    next()
  })
  const parse = express.urlencoded({ extended: false, limit: largestBody, parameterLimit: 20 })
  router.post('/token', boundedBody(parse, largestBody))
  router.post('/token', async (req: Request, res: Response) => {
    const value = await logins.exchange(contextOf(res), exchangeOf(req.body))
    if (value === undefined)
      throw new OauthError('invalid_grant', 'The code is wrong, used or older than a minute: log in again')
    res.status(200).json({ access_token: value, token_type: 'bearer' })
  })
  router.use(sendFault)
  return router
}

/** Reads the exchange; every parameter has to come once, as a text. */
function exchangeOf(body: unknown): LoginExchange {
  const form = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}))
  const text = (name: string): string => {
    const value: unknown = form.get(name)
    if (typeof value !== 'string' || value === '')
      throw new OauthError('invalid_request', `The form must hold ${name} once`)
    return value
  }
  if (text('grant_type') !== 'authorization_code')
    throw new OauthError('unsupported_grant_type', 'Only authorization_code is understood')
  const clientId = text('client_id')
  if (clientId !== cliLogin.client) throw new OauthError('invalid_client', 'There is no such client')
  const [code, codeVerifier, redirectUri] = [text('code'), text('code_verifier'), text('redirect_uri')]
  return { code, codeVerifier, clientId, redirectUri }
}

const sendFault: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error)
  const { fault, message, status, headers } = faultOf(error)
  if (status === 500)
    contextOf(res).log.error({ error: String(error), path: req.baseUrl + req.path }, 'request failed')
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.status(status).json({ error: fault, error_description: message })
}

function faultOf(error: unknown): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof DomainError && error.failure.kind === 'rate-limited') {
    const headers = { 'Retry-After': String(error.failure.retryAfterSeconds) }
    return new OauthError('temporarily_unavailable', 'Too many requests, wait a moment', 429, headers)
  }
  if (error instanceof DomainError && error.failure.kind === 'unavailable')
    return new OauthError('temporarily_unavailable', error.failure.message, 503, { 'Retry-After': '1' })
  const status = (error as { status?: unknown } | null)?.status
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new OauthError('invalid_request', 'The body must be a short form', status)
  return new OauthError('server_error', 'internal server error', 500)
}
