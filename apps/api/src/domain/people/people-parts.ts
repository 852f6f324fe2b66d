import type { Clock } from '../../kernel/clock.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { LetterBudgets } from '../letters/letter-budgets.js'
import type { LetterQueue } from '../letters/letter-queue.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import { EmailClaims } from './email-claims.js'
import { InvitationLinks } from './invitation-links.js'
import { InvitationsStore } from './invitations.store.js'
import { Letters } from './letters.js'
import { UsersStore } from './users.store.js'

interface PeopleInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly clock: Clock
  readonly audit: AuditService
  readonly organizations: OrganizationsService
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
