import { cliLogin, isCliRedirect, isCodeChallenge } from '@engine/shared'
import { z } from 'zod'
import { minutes } from '../../kernel/clock.js'
import { text } from '../../kernel/input.js'

/**
 * The query that the engine's CLI opens in the browser to ask for a code, bound to it by PKCE (RFC 6749 §4.1,
 * RFC 7636).
 */
export const loginAuthorization = {
  clientId: text(64, (given) => given === cliLogin.client),
  redirectUri: text(200, isCliRedirect),
  responseType: z.literal('code'),
  codeChallenge: text(43, isCodeChallenge),
  codeChallengeMethod: z.literal('S256'),
  /** The CLI's own value, handed back as it came. */
  state: text(1000),
}

/** The values that the CLI exchanges for a token. */
export interface LoginExchange extends Pick<LoginCode, 'clientId' | 'redirectUri'> {
  readonly code: string
  readonly codeVerifier: string
}

/** The lifetime of a code: the browser hands it on at once. */
export const codeLifetime = minutes(1)

/** The time for which a used code is stored, so that a second use is noticed. */
export const codeMemory = minutes(60)

export interface LoginCode {
  readonly userId: string
  /** The id of the session that agreed. */
  readonly madeBy: string | null
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** The token that it was exchanged for, as long as that exists. */
  readonly tokenId: string | null
}

/** Builds the address where the CLI waits, with its answer. */
export function redirectWith(redirectUri: string, code: string, state: string): string {
  return `${redirectUri}?${new URLSearchParams({ code, state }).toString()}`
}
