import { z } from 'zod'
import type { TokenOwner } from './authentication-token.js'

/** A token as it is named to those who end it or its maker. */
export interface NamedToken {
  readonly id: string
  /** Its description; null for one without any. */
  readonly name: string | null
  readonly ownerType: TokenOwner['type']
  readonly ownerName: string
}

/** What the end of a person's token takes along and what it leaves; the lists are as long as was asked for. */
export interface TokenConsequences {
  /** The person's tokens that it made, and those that these made. */
  readonly endsCount: number
  readonly ends: readonly NamedToken[]
  /** The tokens of teams and organizations that any of them made. */
  readonly staysCount: number
  readonly stays: readonly NamedToken[]
}

export const noConsequences: TokenConsequences = { endsCount: 0, ends: [], staysCount: 0, stays: [] }

/** What all access of a person is made of, in numbers: what still works. */
export interface AccessCounts {
  /** The person's own. */
  readonly tokens: number
  /** Those of teams and organizations that the person made. */
  readonly serviceTokens: number
  readonly sessions: number
  /** One-time links to a new password or into an organization, and codes of the CLI's login. */
  readonly links: number
}

/** A token or a session, shown by its finder. Any text is well-formed: what is no token of ours is not reported. */
export const shownCredential = { token: z.string().min(1) }
