import { z } from 'zod'
import { seconds } from '../../kernel/clock.js'
import { text } from '../../kernel/input.js'
import { scope } from '../tokens/authentication-token.js'
import type { CiIdentity } from './ci-identity.js'
import type { Claims } from './issuer-kind.js'
import type { KnownIssuer, TrustedIssuer } from './trusted-issuer.js'

/** The input of an exchange: its identity is needed only where the token fits several of the organization. */
export const tokenExchange = {
  token: z
    .string()
    .min(1)
    .meta({ description: 'The JSON Web Token of the job.', example: 'eyJhbGciOiJSUzI1NiJ9.…' }),
  organization: text(64)
    .meta({
      description: 'The name of the organization; needed unless the issuer is for one alone.',
      example: 'acme',
    })
    .optional(),
  identity: text(100).meta({ description: 'The name of the CI identity.', example: 'release' }).optional(),
  scopes: z
    .array(scope)
    .min(1)
    .max(50)
    .meta({ description: 'Scopes of the CI identity; absent: all.', example: ['publish:acme/network/aws'] })
    .optional(),
}

export const tokenTrial = { token: tokenExchange.token }

/** The reason why a token is refused; callers of the exchange are not told it (contract §15). */
export type TokenFault =
  | 'not a token'
  | 'unknown issuer'
  | 'type'
  | 'algorithm'
  | 'keys'
  | 'unknown key'
  | 'signature'
  | 'expired'
  | 'too early'
  | 'too old'
  | 'audience'
  | 'claims'
  | 'used'

/** A token that its issuer made for this platform. */
export interface VerifiedToken {
  readonly claims: Claims
  /** A value that is unique to this token, so that it works once: no secret. */
  readonly key: string
  /** The time after which it is refused for its age. */
  readonly endsAt: Date
}

/** Faults of tokens that the issuer has signed nevertheless: their claims can be shown. */
const faultsOfSigned: readonly TokenFault[] = [
  'type',
  'expired',
  'too early',
  'too old',
  'audience',
  'claims',
]

/** Minimum time between two requests for the keys of an issuer (contract §15). */
export const keysAskedAgainAfter = seconds(30)

export class TokenRefused extends Error {
  constructor(
    readonly fault: TokenFault,
    /** The fault in words, for owners who try a token out. */
    readonly detail: string = fault,
  ) {
    super(fault)
  }

  get isSigned(): boolean {
    return faultsOfSigned.includes(this.fault)
  }
}

/** One claim of a token, compared with the pattern of an identity. */
export interface TriedClaim {
  readonly claim: string
  readonly pattern: string
  /** The value in the token; null where it lacks the claim. */
  readonly text: string | null
  readonly fits: boolean
  /** A hint for a claim that nearly fits; null for all others. */
  readonly hint: string | null
}

/** The result of a trial: how the platform would answer this token, for the owners who try it out. */
export interface TokenTrial {
  /** Null where no trusted issuer of the organization is the token's. */
  readonly issuer: KnownIssuer | null
  /** The reason why the platform would refuse it; null where it is valid. */
  readonly refusal: string | null
  /** An empty list where the issuer has not signed it. */
  readonly identities: readonly {
    readonly identity: CiIdentity
    readonly fits: boolean
    /** The one claim that does not fit; null where all do, or several do not. */
    readonly nearly: string | null
    readonly claims: readonly TriedClaim[]
  }[]
}

/** Reads tokens of CI. */
export interface CiTokenReader {
  /** Reads what a token says, without trust. Throws `TokenRefused`. */
  read(token: string): Claims
  /** Verifies a token by the keys of its issuer, which may be asked for them. Throws `TokenRefused`. */
  verify(token: string, issuer: TrustedIssuer, now: Date): Promise<VerifiedToken>
}
