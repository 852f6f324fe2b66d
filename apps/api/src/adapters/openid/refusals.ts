import * as openid from 'openid-client'
import { plainLine } from '@engine/shared'
import type { ProviderRefusal, RefusedSignIn } from '../../domain/sign-in/single-sign-on.js'
import { unavailable, type DomainError } from '../../kernel/errors.js'
import { OutboundError } from '../../kernel/outbound.js'

type Step = ProviderRefusal['step']

/** Errors of a provider that the person can mend by another try, or that refuse the person; all others the operator mends. */
const ofPersons = [
  ...['access_denied', 'login_required', 'interaction_required', 'consent_required'],
  'account_selection_required',
]

/** Errors of the library about the provider's answer or the settings here, which the person cannot mend. */
const ofOperators = [
  ...['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'OAUTH_KEY_SELECTION_FAILED', 'OAUTH_PARSE_ERROR'],
  ...['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_UNSUPPORTED_OPERATION'],
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
]

/** The length of the longest text of a provider that is logged, in characters. */
const longest = 500

/** Classifies a sign-in that failed after the browser came back. Throws `unavailable` where the person cannot mend it. */
export function refusedSignIn(error: unknown, issuer: string, secrets: readonly string[]): RefusedSignIn {
  const refusal = refusalIn(error, stepOf(error), secrets)
  if (isOutside(error) || strangeIssuer(error) !== undefined) throw notAnswering(error, issuer, refusal)
  if (error instanceof openid.AuthorizationResponseError) {
    if (!ofPersons.includes(error.error)) throw refusing(refusal)
    return { problem: 'DECLINED', refusal }
  }
  if (error instanceof openid.ResponseBodyError && error.error !== 'invalid_grant') throw refusing(refusal)
  if (ofOperators.includes(refusal.error) || isBareAnswer(error)) throw refusing(refusal)
  return { problem: 'UNPROVEN', refusal }
}

/** The error of a provider that could not be asked, or is another one than is configured. */
export function notAnswering(
  error: unknown,
  configured: string,
  refusal: ProviderRefusal = refusalIn(error, 'discovery', []),
): DomainError {
  const theirs = strangeIssuer(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  const why =
    theirs === undefined
      ? message
      : `OIDC_ISSUER is ${configured}, but the provider calls itself ${theirs}: set it to exactly that`
  return unavailable('The sign-in provider does not answer properly, please try again later', {
    ...refusal,
    error: plainLine(why).slice(0, longest),
    cause: why,
  })
}

const refusing = (refusal: ProviderRefusal): DomainError =>
  unavailable(
    'The sign-in provider refuses this platform, or answers it wrongly. That is not yours to mend: tell its administrators, whose log says why',
    { ...refusal },
  )

/** Reads the words of a provider for the log: bounded, in one line, without what only the two may know. */
export function refusalIn(error: unknown, step: Step, secrets: readonly string[]): ProviderRefusal {
  const clean = (text: string): string =>
    plainLine(
      secrets.reduce((said, secret) => (secret === '' ? said : said.replaceAll(secret, '…')), text),
    ).slice(0, longest)
  const said = error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError
  const description = said ? error.error_description : messageIn(error)
  const status = said ? undefined : responseIn(error)?.status
  const theirs = error instanceof openid.ResponseBodyError ? error.status : status
  return {
    step,
    error: clean(said ? error.error : (codeIn(error) ?? 'unreadable')),
    ...(description !== undefined && { description: clean(description) }),
    ...(theirs !== undefined && { status: theirs }),
  }
}

function stepOf(error: unknown): Step {
  if (error instanceof openid.AuthorizationResponseError) return 'authorization'
  if (strangeIssuer(error) !== undefined) return 'ID token'
  return /^OAUTH_(JWT|KEY|JWKS)/.test(codeIn(error) ?? '') ? 'ID token' : 'token'
}

const causesOf = (error: unknown): readonly unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [error]

const messageIn = (error: unknown): string | undefined => (error instanceof Error ? error.message : undefined)

const responseIn = (error: unknown): Response | undefined =>
  causesOf(error).find((cause) => cause instanceof Response)

function codeIn(error: unknown): string | undefined {
  const codes = causesOf(error).flatMap((cause) =>
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  )
  return codes.find((code) => code.startsWith('OAUTH_')) ?? codes[0]
}

/** True where the token endpoint answered with success and sent no token. */
const isBareAnswer = (error: unknown): boolean =>
  causesOf(error).some((cause) => cause instanceof Error && /"response" body/.test(cause.message))

/** True where the provider could not be asked, or answered with a status of 500 or above. */
const isOutside = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) => cause instanceof OutboundError || (cause instanceof Response && cause.status >= 500),
  )

interface IssuerMismatch {
  readonly attribute?: unknown
  readonly claim?: unknown
  readonly body?: { readonly issuer?: unknown }
  readonly claims?: { readonly iss?: unknown }
}

/** Name of an issuer that differs from the configured one; undefined for other errors. */
function strangeIssuer(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { attribute, claim, body, claims } = (error.cause ?? {}) as IssuerMismatch
  const theirs = attribute === 'issuer' ? body?.issuer : claim === 'iss' ? claims?.iss : undefined
  return theirs === undefined ? strangeIssuer(error.cause) : String(theirs)
}
