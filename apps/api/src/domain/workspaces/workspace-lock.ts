import { conflict, type DomainError } from '../../kernel/errors.js'
import { note } from '../../kernel/input.js'
import { plainLine } from '../plain-line.js'

/** Who locked a workspace or wrote a state; the name is stored, since the actor itself may be gone tomorrow. */
export interface StateAuthor {
  readonly type: 'user' | 'team' | 'organization' | 'system'
  readonly id: string
  readonly name: string
}

/** Who alone may write the state of a workspace. */
export interface StateLock {
  readonly id: string
  readonly at: Date
  readonly by: StateAuthor
  readonly reason: string | null
}

/** Why it is locked or deleted; in one line, since it is told in terminals. */
export const lockReason = { reason: note(1000).transform(plainLine).nullish() }

const kinds = { user: 'User', team: 'Team', organization: 'Organization', system: 'System' } as const

/** The holder, since when and why: all that another one needs to ask for an unlock. Clients look for its first words. */
export function lockedBy({ by, at, reason }: StateLock): DomainError {
  const why = reason ? `: ${reason}` : ''
  return conflict(`The workspace is locked by ${kinds[by.type]} ${by.name} since ${at.toISOString()}${why}`)
}
