import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { AuthenticationService } from '../domain/tokens/authentication.service.js'
import type { BearerActor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import { unauthenticated } from '../kernel/errors.js'
import type { LimitHeaders, RateLimit } from './rate-limits.js'
import { contextOf, setActor, type Answering } from './request-context.js'
import type { RequestsUnderWay } from './requests-under-way.js'
import type { SignedLinks } from './signed-links.js'

/** The admission of requests below a path: whose limit counts them, and how the caller is known. */
export interface Admission {
  /** The path itself and what lies below it, in any case of letters. */
  readonly path: string
  /** The only path below `path`, in these letters: any other there is unknown, which is 404 to a caller. */
  readonly only?: string
  /** The method; requests by any other are refused by their face, and not counted. */
  readonly method?: 'POST'
  readonly limit: RateLimit
  /** The way in which the caller is known; a signed link names it by itself. */
  readonly caller: 'bearer' | 'optional bearer' | 'anonymous' | SignedLinks
}

/** The outcome of an admission; a face answers the error in its own words. */
interface Outcome {
  readonly error?: unknown
}

/** Finds the first admission of a list with the path of the request; undefined for paths that need none. */
export function admissionOf(
  admissions: readonly Admission[],
  method: string | undefined,
  path: string,
): Admission | undefined {
  const asked = path.toLowerCase()
  return admissions.find(
    (each) =>
      asked.startsWith(each.path) &&
      holds(each, path.slice(each.path.length)) &&
      (each.method === undefined || each.method === method),
  )
}

function holds({ only }: Admission, below: string): boolean {
  if (only === undefined) return below === '' || below.startsWith('/')
  return below === only || below === `${only}/`
}

/** Authenticates and counts a request. Never rejects: `requireAdmission` throws what went wrong. */
export async function admit(
  { limit, caller }: Admission,
  authentication: AuthenticationService,
  req: IncomingMessage,
  res: Answering,
  path: string,
): Promise<void> {
  try {
    await limit.admit(res, async (guess) => {
      if (caller === 'anonymous') return
      if (typeof caller === 'object') return caller.identify(req, res, path)
      const value = bearerOf(req)
      if (value !== undefined) setActor(res, await authentication.authenticate(contextOf(res), value, guess))
      else if (caller === 'bearer') throw unauthenticated({ why: 'no bearer' })
    })
    res.locals['admission'] = {} satisfies Outcome
  } catch (error) {
    res.locals['admission'] = { error } satisfies Outcome
  }
}

/** Admits at once a caller that the context has; returns its headers, undefined where `admit` has to decide. */
export function admitKnown({ limit }: Admission, res: Answering): LimitHeaders | undefined {
  const { actor } = contextOf(res)
  const headers = 'credential' in actor ? limit.admitKnown(actor) : undefined
  if (headers) res.locals['admission'] = {} satisfies Outcome
  return headers
}

/** Counts an admitted request among those under way; one too many is answered by its face. */
export function beginUnderWay(underWay: RequestsUnderWay, res: Answering): void {
  if (!isAdmitted(res)) return
  try {
    underWay.begin(res)
  } catch (error) {
    res.locals['admission'] = { error } satisfies Outcome
  }
}

/** Returns the value behind `Authorization: Bearer`; undefined for anything else. */
function bearerIn(header: string): string | undefined {
  return /^Bearer ([^\s,]+)$/i.exec(header.trim())?.[1]
}

/** Returns the request's bearer; undefined without the header. Throws `unauthenticated` for one of another form. */
function bearerOf({ headers }: IncomingMessage): string | undefined {
  if (headers.authorization === undefined) return undefined
  const value = bearerIn(headers.authorization)
  if (value === undefined) throw unauthenticated({ why: 'malformed header' })
  return value
}

/** Finds the caller of a bearer or a link in the cache; undefined where there is none, or `admit` has to look for it. */
export function recall(
  admission: Admission | undefined,
  authentication: AuthenticationService,
  req: IncomingMessage,
  { path, clock }: { readonly path: string; readonly clock: Clock },
): BearerActor | undefined {
  const caller = admission?.caller
  if (typeof caller === 'object') return caller.recall(req, path, clock)
  if (caller !== 'bearer' && caller !== 'optional bearer') return undefined
  const bearer = bearerIn(req.headers.authorization ?? '')
  return bearer === undefined ? undefined : authentication.recall({ clock }, bearer)
}

export const isByLink = (admission: Admission | undefined): boolean => typeof admission?.caller === 'object'

/** Stops a request that was not admitted; the first handler of every face. */
export const requireAdmission: RequestHandler = (_req, res, next) => {
  const outcome = res.locals['admission'] as Outcome | undefined
  if (!outcome) throw new Error('the path is in no admission')
  if (outcome.error !== undefined) throw outcome.error
  next()
}

/** Refuses a caller who came without a bearer where it was optional. */
export const requireCaller: RequestHandler = (_req, res, next) => {
  if (contextOf(res).actor.type === 'anonymous') throw unauthenticated({ why: 'no bearer' })
  next()
}

export function isAdmitted(res: Answering): boolean {
  const outcome = res.locals['admission'] as Outcome | undefined
  return outcome !== undefined && outcome.error === undefined
}
