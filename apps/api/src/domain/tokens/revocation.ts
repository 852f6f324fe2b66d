import { z } from 'zod'
import type { TokenOwner } from './authentication-token.js'

/** A token as it is named to those who end it or its maker. */
export interface NamedToken {
  readonly id: string
  /** The description; null for a token without any. */
  readonly name: string | null
  readonly ownerType: TokenOwner['type']
  readonly ownerName: string
}

/** The consequences of the end of a person's token; the lists are as long as was asked for. */
export interface TokenConsequences {
  /** The number of the person's tokens that it made, and of those that these made. */
  readonly endsCount: number
  readonly ends: readonly NamedToken[]
  /** The number of tokens of teams and organizations that any of them made. */
  readonly staysCount: number
  readonly stays: readonly NamedToken[]
}

export const noConsequences: TokenConsequences = { endsCount: 0, ends: [], staysCount: 0, stays: [] }

/** The parts of a person's access that still work, counted. */
export interface AccessCounts {
  /** The person's own tokens. */
  readonly tokens: number
  /** The tokens of teams and organizations that the person made. */
  readonly serviceTokens: number
  readonly sessions: number
  /** The one-time links to a new password or into an organization, and codes of the CLI's login. */
  readonly links: number
}

/** A token or a session, sent by its finder. Any text is well-formed: what is no token of ours is not reported. */
export const shownCredential = { token: z.string().min(1) }
