import type { Clock } from '../../kernel/clock.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { LetterBudgets } from '../letters/letter-budgets.js'
import type { LetterQueue } from '../letters/letter-queue.js'
import type { SharedParts } from '../shared-parts.js'
import { EmailClaims } from './email-claims.js'
import { InvitationLinks } from './invitation-links.js'
import { InvitationsStore } from './invitations.store.js'
import { Letters } from './letters.js'
import { UsersStore } from './users.store.js'

interface PeopleInfrastructure extends SharedParts {
  readonly clock: Clock
  readonly tokenValues: TokenValues
  readonly letterQueue: LetterQueue
  readonly letterBudgets: LetterBudgets
  /** The address of the console, which one-time links lead to. */
  readonly consoleUrl: string
}

/** Parts that the services of the area, and of areas that build on it, share. */
export type PeopleParts = ReturnType<typeof createPeopleParts>

export function createPeopleParts(infrastructure: PeopleInfrastructure) {
  const { database, audit, tokenValues, consoleUrl } = infrastructure
  const { letterQueue: queue, letterBudgets: budgets } = infrastructure
  const users = new UsersStore(database)
  const invitations = new InvitationsStore(database)
  return {
    ...infrastructure,
    users,
    invitations,
    links: new InvitationLinks(invitations, tokenValues, consoleUrl),
    letters: new Letters({ queue, budgets, users, consoleUrl }),
    claims: new EmailClaims(users, audit),
  }
}
