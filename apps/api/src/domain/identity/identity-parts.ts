import type { Clock } from '../../kernel/clock.js'
import type { Invalidations } from '../../kernel/invalidation.js'
import type { OneTimeCodes, Passwords, PasswordStrength, TokenValues } from '../../kernel/secrets.js'
import type { Sealer } from '../../kernel/signing.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { LetterBudgets } from '../letters/letter-budgets.js'
import type { LetterQueue } from '../letters/letter-queue.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { WorkspaceScopesService } from '../workspaces/workspace-scopes.service.js'
import type { QuotasService } from '../quotas/quotas.service.js'
import type { StoreDatabase } from '../store.js'
import type { TokenLifetimes } from './authentication-token.js'
import { AuthenticationTokensStore } from './authentication-tokens.store.js'
import { EmailClaims } from './email-claims.js'
import { Letters } from './letters.js'
import { InvitationLinks } from './invitation-links.js'
import { InvitationsStore } from './invitations.store.js'
import { NewPasswords } from './new-passwords.js'
import { OrganizationMembershipsStore } from './organization-memberships.store.js'
import { PasswordProof } from './password-proof.js'
import { PendingInvitationsStore } from './pending-invitations.store.js'
import { SessionsStore } from './sessions.store.js'
import { SignInAttempts } from './sign-in-attempts.js'
import type { IdentityProvider, SingleSignOnSettings } from './single-sign-on.js'
import { TeamsStore } from './teams.store.js'
import type { TwoFactorRule } from './two-factor.js'
import { UsersStore } from './users.store.js'

export interface IdentityInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly invalidations: Invalidations
  readonly clock: Clock
  readonly audit: AuditService
  readonly organizations: OrganizationsService
  readonly workspaceScopes: WorkspaceScopesService
  readonly quotas: QuotasService
  readonly passwords: Passwords
  readonly passwordStrength: PasswordStrength
  readonly tokenValues: TokenValues
  readonly letterQueue: LetterQueue
  readonly letterBudgets: LetterBudgets
  /** Undefined where people have passwords alone. */
  readonly identityProvider: IdentityProvider | undefined
  readonly singleSignOn: SingleSignOnSettings
  /** Off where people sign in by single sign-on alone. */
  readonly hasPasswords: boolean
  readonly lifetimes: TokenLifetimes
  /** Who must have a second factor. */
  readonly twoFactorRule: TwoFactorRule
  readonly oneTimeCodes: OneTimeCodes
  readonly sealers: { readonly twoFactor: Sealer; readonly challenges: Sealer }
  /** Where invitations lead to. */
  readonly consoleUrl: string
  /** The set-up token of the configuration, if it names one. */
  readonly configuredToken?: string | undefined
}

/** What several services of the area are made of, each made once; a service names what it needs beside them. */
export type IdentityParts = ReturnType<typeof createIdentityParts>

export function createIdentityParts(infrastructure: IdentityInfrastructure) {
  const { database, audit, passwords, hasPasswords, consoleUrl } = infrastructure
  const { letterQueue: queue, letterBudgets: budgets } = infrastructure
  const users = new UsersStore(database)
  const invitations = new InvitationsStore(database)
  const attempts = new SignInAttempts()
  return {
    ...infrastructure,
    users,
    tokens: new AuthenticationTokensStore(database),
    sessions: new SessionsStore(database),
    teams: new TeamsStore(database),
    memberships: new OrganizationMembershipsStore(database),
    invitations,
    pendingInvitations: new PendingInvitationsStore(database),
    links: new InvitationLinks(invitations, infrastructure.tokenValues, consoleUrl),
    letters: new Letters({ queue, budgets, users, consoleUrl }),
    claims: new EmailClaims(users, audit),
    newPasswords: new NewPasswords(passwords, infrastructure.passwordStrength, hasPasswords, consoleUrl),
    attempts,
    proof: new PasswordProof(users, passwords, attempts),
  }
}
