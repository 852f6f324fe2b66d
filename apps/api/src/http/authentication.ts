import type { Request, Response } from 'express'
import type { AuthenticationService, Guess } from '../domain/identity/authentication.service.js'
import { unauthenticated } from '../kernel/errors.js'
import { contextOf, setActor } from './request-context.js'

/** The value behind `Authorization: Bearer`; undefined for anything else. */
export function bearerIn(header: string): string | undefined {
  return /^Bearer ([^\s,]+)$/i.exec(header.trim())?.[1]
}

/** Of the request; undefined without the header. */
function bearerOf(req: Request): string | undefined {
  const header = req.get('authorization')
  if (header === undefined) return undefined
  const value = bearerIn(header)
  if (value === undefined) throw unauthenticated({ why: 'malformed header' })
  return value
}

/** Makes the bearer's owner the actor of the request; without a bearer it stays anonymous. */
export async function identify(
  service: AuthenticationService,
  req: Request,
  res: Response,
  guess: Guess,
): Promise<void> {
  const value = bearerOf(req)
  if (value !== undefined) setActor(res, await service.authenticate(contextOf(res), value, guess))
}

/** The same, for faces without anonymous access. */
export async function requireIdentity(
  service: AuthenticationService,
  req: Request,
  res: Response,
  guess: Guess,
): Promise<void> {
  await identify(service, req, res, guess)
  if (contextOf(res).actor.type === 'anonymous') throw unauthenticated({ why: 'no bearer' })
}
