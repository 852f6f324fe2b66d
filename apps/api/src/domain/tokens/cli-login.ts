import { cliLogin, isCliRedirect, isCodeChallenge } from '@engine/shared'
import { z } from 'zod'
import { minutes } from '../../kernel/clock.js'
import { text } from '../../kernel/input.js'

/** What the engine's CLI asks the browser for: a code, bound to it by PKCE (RFC 6749 §4.1, RFC 7636). */
export const loginAuthorization = {
  clientId: text(64, (given) => given === cliLogin.client),
  redirectUri: text(200, isCliRedirect),
  responseType: z.literal('code'),
  codeChallenge: text(43, isCodeChallenge),
  codeChallengeMethod: z.literal('S256'),
  /** The CLI's own, handed back as it came. */
  state: text(1000),
}

/** What it hands over for a token. */
export interface LoginExchange {
  readonly code: string
  readonly codeVerifier: string
  readonly clientId: string
  readonly redirectUri: string
}

/** The browser hands it on at once. */
export const codeLifetime = minutes(1)

/** For so long a used code is known, so that a second use is noticed. */
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
  /** What it was exchanged for, as long as that is there. */
  readonly tokenId: string | null
}

/** Where the CLI waits, with its answer. */
export function redirectWith(redirectUri: string, code: string, state: string): string {
  return `${redirectUri}?${new URLSearchParams({ code, state }).toString()}`
}
