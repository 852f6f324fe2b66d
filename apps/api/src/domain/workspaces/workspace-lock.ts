import { plainLine } from '@engine/shared'
import { conflict, type DomainError } from '../../kernel/errors.js'
import { note } from '../../kernel/input.js'

export const stateAuthorTypes = ['user', 'team', 'organization', 'system'] as const

/** Author of a lock or a state; the name is stored, since the actor itself may be deleted tomorrow. */
export interface StateAuthor {
  readonly type: (typeof stateAuthorTypes)[number]
  readonly id: string
  readonly name: string
}

/** The lock of a workspace, whose holder alone may write its state. */
export interface StateLock {
  readonly id: string
  readonly at: Date
  readonly by: StateAuthor
  readonly reason: string | null
}

/** Reason for locking or deleting it; in one line, since terminals print it. */
export const lockReason = { reason: note(1000).transform(plainLine).nullish() }

const kinds = { user: 'User', team: 'Team', organization: 'Organization', system: 'System' } as const

/** The holder, since when and why: all that another one needs to ask for an unlock. Clients look for its first words. */
export function lockedBy({ by, at, reason }: StateLock): DomainError {
  const why = reason ? `: ${reason}` : ''
  return conflict(`The workspace is locked by ${kinds[by.type]} ${by.name} since ${at.toISOString()}${why}`)
}
