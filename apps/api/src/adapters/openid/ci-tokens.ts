import { createHash } from 'node:crypto'
import {
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose'
import { TokenRefused, type CiTokenReader, type TokenFault } from '../../domain/ci-identities/ci-token.js'
import { hours, later, minutes } from '../../kernel/clock.js'
import { mostKeys } from './keys-in-turn.js'
import { IssuerKeys, KeysUnavailable, type KeysSettings } from './issuer-keys.js'

const longestToken = 16 * 1024
const oldest = hours(1)
const leeway = minutes(1)

const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Reads tokens of CI with the keys of their issuers (contract §15). */
export function ciTokenReader(settings: KeysSettings): CiTokenReader {
  const keys = new IssuerKeys(settings)
  return {
    read: claimsIn,

    async verify(token, issuer, now) {
      const options = {
        issuer: issuer.issuer,
        audience: [...issuer.audiences],
        algorithms,
        clockTolerance: leeway / 1000,
        maxTokenAge: oldest / 1000,
        requiredClaims: ['exp', 'iat'],
        currentDate: now,
      }
      const proven = () => verifiedBy(token, keys.keyOf(issuer), options)
      const seenAt = keys.answeredAt(issuer)
      try {
        // A newer key may have the name of an older one, or none; another token may have asked for it meanwhile.
        const { payload, protectedHeader } = await proven().catch(async (error: unknown) => {
          const isForged = error instanceof errors.JWSSignatureVerificationFailed
          if (isForged && (await keys.renew(issuer, seenAt))) return proven()
          throw error
        })
        if (!isType(protectedHeader.typ))
          throw new TokenRefused('type', `The type of the token is ${protectedHeader.typ}`)
        return { claims: payload, key: keyOf(issuer.id, token, payload), endsAt: endOf(payload, now) }
      } catch (error) {
        throw error instanceof TokenRefused ? error : refusalOf(error, issuer.audiences)
      }
    },
  }
}

/** Verifies a token by its key; one that does not name its key, by each of those that fit it. */
async function verifiedBy(token: string, keyOf: JWTVerifyGetKey, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, keyOf, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    let last: unknown = error
    let tried = 0
    for await (const key of error) {
      if (tried++ === mostKeys) break
      try {
        return await jwtVerify(token, key, options)
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
        last = failure
      }
    }
    throw last
  }
}

function claimsIn(token: string): JWTPayload {
  if (token.length > longestToken) throw new TokenRefused('not a token', 'The token is longer than 16 KiB')
  try {
    return decodeJwt(token)
  } catch {
    throw new TokenRefused('not a token', 'This is not a JSON Web Token')
  }
}

const isType = (typ: string | undefined): boolean =>
  typ === undefined || ['jwt', 'at+jwt'].includes(typ.toLowerCase())

/** Key of a token; one without an id is known by what was signed: one signature may come in several texts. */
function keyOf(issuerId: string, token: string, { jti }: JWTPayload): string {
  const own = jti ? `id ${String(jti)}` : `text ${token.slice(0, token.lastIndexOf('.'))}`
  return createHash('sha256').update(`${issuerId} ${own}`).digest('hex')
}

/** An hour after it was made it is refused, whatever it says itself. */
function endOf({ iat = 0 }: JWTPayload, now: Date): Date {
  const madeAt = new Date(Math.min(iat * 1000, now.getTime() + leeway))
  return later(madeAt, oldest + 2 * leeway)
}

/** The faults of the library, of which each names one claim. */
function refusalOf(error: unknown, audiences: readonly string[]): TokenRefused {
  const refuse = (fault: TokenFault, detail: string) => new TokenRefused(fault, detail)
  if (error instanceof KeysUnavailable)
    return refuse('keys', 'The keys of the issuer could not be read; they are asked for again in 30 seconds')
  if (error instanceof errors.JWTExpired)
    return error.claim === 'iat'
      ? refuse('too old', 'The token is older than an hour')
      : refuse('expired', 'The token has expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error
    if (claim === 'aud')
      return refuse('audience', `The audience of the token must be one of ${audiences.join(', ')}`)
    if (claim === 'nbf' || claim === 'iat') return refuse('too early', `The token is not good yet: ${claim}`)
    return refuse('claims', `The claim ${claim} is missing or wrong`)
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return refuse('algorithm', 'The algorithm is not accepted')
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refuse('unknown key', 'The issuer has no such key')
  return refuse('signature', 'The signature is not that of the issuer')
}
