import type { Clock } from '../../kernel/clock.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { MailRateLimits } from '../mail/mail-rate-limits.js'
import type { MailQueue } from '../mail/mail-queue.js'
import type { SharedParts } from '../shared-parts.js'
import { EmailClaims } from './email-claims.js'
import { InvitationLinks } from './invitation-links.js'
import { InvitationsStore } from './invitations.store.js'
import { UserMail } from './user-mail.js'
import { UsersStore } from './users.store.js'

interface PeopleInfrastructure extends SharedParts {
  readonly clock: Clock
  readonly tokenValues: TokenValues
  readonly mailQueue: MailQueue
  readonly mailRateLimits: MailRateLimits
  /** The address of the console, which one-time links lead to. */
  readonly consoleUrl: string
}

/** Parts that the services of the area, and of areas that build on it, share. */
export type PeopleParts = ReturnType<typeof createPeopleParts>

export function createPeopleParts(infrastructure: PeopleInfrastructure) {
  const { database, audit, tokenValues, consoleUrl } = infrastructure
  const { mailQueue: queue, mailRateLimits: rateLimits } = infrastructure
  const users = new UsersStore(database)
  const invitations = new InvitationsStore(database)
  return {
    ...infrastructure,
    users,
    invitations,
    links: new InvitationLinks(invitations, tokenValues, consoleUrl),
    mail: new UserMail({ queue, rateLimits, users, consoleUrl }),
    claims: new EmailClaims(users, audit),
  }
}
