import type { Invalidations } from '../../kernel/invalidation.js'
import type { Clock } from '../../kernel/clock.js'
import type { Mail } from '../../kernel/mail.js'
import { TaggedCache } from '../../kernel/tagged-cache.js'
import type { OneTimeCodes, Passwords, PasswordStrength, TokenValues } from '../../kernel/secrets.js'
import type { Sealer } from '../../kernel/signing.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import { AccountsService } from './accounts.service.js'
import { AuthenticationService, type KnownCaller } from './authentication.service.js'
import type { TokenLifetimes } from './authentication-token.js'
import { AuthenticationTokensService } from './authentication-tokens.service.js'
import { AuthenticationTokensStore } from './authentication-tokens.store.js'
import { CallersService } from './callers.service.js'
import { CliLoginsService } from './cli-logins.service.js'
import { EmailAddressesService } from './email-addresses.service.js'
import { EmailClaims } from './email-claims.js'
import { EmailConfirmationsStore } from './email-confirmations.store.js'
import { InvitationLetters } from './invitation-letters.js'
import { InvitationLinks } from './invitation-links.js'
import { InvitationsService } from './invitations.service.js'
import { InvitationsStore } from './invitations.store.js'
import { Joining } from './joining.js'
import { LoginCodesStore } from './login-codes.store.js'
import { OrganizationMembershipsService } from './organization-memberships.service.js'
import { OrganizationMembershipsStore } from './organization-memberships.store.js'
import { PasswordProof } from './password-proof.js'
import { NewPasswords } from './new-passwords.js'
import { ReauthenticationService } from './reauthentication.service.js'
import { RevocationsService } from './revocations.service.js'
import { RevocationsStore } from './revocations.store.js'
import { PendingInvitationsService } from './pending-invitations.service.js'
import { PendingInvitationsStore } from './pending-invitations.store.js'
import { SessionsService } from './sessions.service.js'
import { SessionsStore } from './sessions.store.js'
import { SetUpService } from './set-up.service.js'
import { SetUpStore } from './set-up.store.js'
import { SignInAttempts } from './sign-in-attempts.js'
import { SignInPlaces } from './sign-in-places.js'
import { SignInPlacesStore } from './sign-in-places.store.js'
import { SignInService } from './sign-in.service.js'
import type { IdentityProvider, SingleSignOnSettings } from './single-sign-on.js'
import { SingleSignOnService } from './single-sign-on.service.js'
import { SsoRightsService } from './sso-rights.service.js'
import { SsoTeamsStore } from './sso-teams.store.js'
import { TeamsService } from './teams.service.js'
import { TeamsStore } from './teams.store.js'
import type { TwoFactorRule } from './two-factor.js'
import { TwoFactorService } from './two-factor.service.js'
import { TwoFactorStore } from './two-factor.store.js'
import { UserIdentitiesStore } from './user-identities.store.js'
import { UsersService } from './users.service.js'
import { UsersStore } from './users.store.js'

export interface IdentityInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly invalidations: Invalidations
  readonly clock: Clock
  readonly audit: AuditService
  readonly organizations: OrganizationsService
  readonly passwords: Passwords
  readonly passwordStrength: PasswordStrength
  readonly tokenValues: TokenValues
  /** Undefined where no mail is sent. */
  readonly mail: Mail | undefined
  /** Undefined where people have passwords alone. */
  readonly identityProvider: IdentityProvider | undefined
  readonly singleSignOn: SingleSignOnSettings
  /** Off where people sign in by single sign-on alone. */
  readonly hasPasswords: boolean
  readonly lifetimes: TokenLifetimes
  /** Who must have a second factor. */
  readonly twoFactor: TwoFactorRule
  readonly oneTimeCodes: OneTimeCodes
  readonly sealers: { readonly twoFactor: Sealer; readonly challenges: Sealer }
  /** Where invitations lead to. */
  readonly consoleUrl: string
  /** The set-up token of the configuration, if it names one. */
  readonly configuredToken?: string | undefined
}

/** Callers that are known at a time. */
const mostKnown = 10_000

export type IdentityServices = ReturnType<typeof createIdentityServices>

/** The area, wired. */
export function createIdentityServices(infrastructure: IdentityInfrastructure) {
  const { database, transactions, audit, organizations, passwords, tokenValues } = infrastructure
  const { invalidations, clock, hasPasswords } = infrastructure
  const known = new TaggedCache<KnownCaller>({ invalidations, clock, entries: mostKnown })
  const users = new UsersStore(database)
  const tokens = new AuthenticationTokensStore(database)
  const sessions = new SessionsStore(database)
  const teams = new TeamsStore(database)
  const memberships = new OrganizationMembershipsStore(database)
  const invitations = new InvitationsStore(database)
  const links = new InvitationLinks(invitations, tokenValues, infrastructure.consoleUrl)
  const letters = new InvitationLetters(infrastructure.mail, infrastructure.consoleUrl)
  const { lifetimes } = infrastructure
  const revocations = new RevocationsService({
    store: new RevocationsStore(database),
    tokens,
    sessions,
    users,
    transactions,
    audit,
    values: tokenValues,
  })
  const claims = new EmailClaims(users, audit)
  const pendingStore = new PendingInvitationsStore(database)
  const joining = new Joining({ memberships, pending: pendingStore, teams, users, audit })
  const pending = new PendingInvitationsService({
    pending: pendingStore,
    invitations,
    joining,
    users,
    transactions,
  })
  const addresses = new EmailAddressesService({
    confirmations: new EmailConfirmationsStore(database),
    claims,
    users,
    links,
    letters,
    values: tokenValues,
    transactions,
    audit,
  })
  const membershipsService = new OrganizationMembershipsService({
    memberships,
    teams,
    users,
    pending,
    links,
    letters,
    organizations,
    transactions,
    audit,
  })
  const newPasswords = new NewPasswords(passwords, infrastructure.passwordStrength, hasPasswords)
  const attempts = new SignInAttempts()
  const proof = new PasswordProof(users, passwords, attempts)
  const places = new SignInPlaces(new SignInPlacesStore(database), users, letters)
  const sessionsService = new SessionsService(sessions, users, transactions, audit, tokenValues, places)
  const twoFactor = new TwoFactorService({
    store: new TwoFactorStore(database),
    users,
    sessions,
    transactions,
    audit,
    proof,
    newPasswords,
    attempts,
    codes: infrastructure.oneTimeCodes,
    values: tokenValues,
    sealer: infrastructure.sealers.twoFactor,
    rule: infrastructure.twoFactor,
  })
  const usersService = new UsersService(users, teams, claims, transactions, audit, newPasswords, twoFactor)
  return {
    accounts: new AccountsService(
      users,
      revocations,
      transactions,
      audit,
      usersService,
      proof,
      newPasswords,
      addresses,
      claims,
    ),
    authentication: new AuthenticationService(tokens, sessions, tokenValues, known, lifetimes),
    callers: new CallersService(tokens, sessions, users, lifetimes),
    cliLogins: new CliLoginsService({
      codes: new LoginCodesStore(database),
      tokens,
      users,
      transactions,
      audit,
      values: tokenValues,
      revocations,
      letters,
      lifetimes,
    }),
    emailAddresses: addresses,
    invitationLetters: letters,
    invitations: new InvitationsService({
      invitations,
      links,
      letters,
      claims,
      joining,
      memberships: membershipsService,
      users,
      revocations,
      transactions,
      audit,
      newPasswords,
      values: tokenValues,
    }),
    memberships: membershipsService,
    reauthentication: new ReauthenticationService({
      sessions,
      users,
      proof,
      twoFactor,
      transactions,
      audit,
      hasPasswords,
    }),
    revocations,
    pendingInvitations: pending,
    sessions: sessionsService,
    setUp: new SetUpService({
      setUp: new SetUpStore(database),
      users,
      tokens,
      transactions,
      audit,
      newPasswords,
      tokenValues,
      lifetimes,
      configuredToken: infrastructure.configuredToken,
    }),
    signIn: new SignInService({
      users,
      sessions: sessionsService,
      twoFactor,
      passwords,
      attempts,
      sealer: infrastructure.sealers.challenges,
      hasPasswords,
    }),
    singleSignOn: new SingleSignOnService({
      provider: infrastructure.identityProvider,
      identities: new UserIdentitiesStore(database),
      users,
      claims,
      rights: new SsoRightsService({
        ssoTeams: new SsoTeamsStore(database),
        teams,
        users,
        twoFactor,
        audit,
        settings: infrastructure.singleSignOn,
      }),
      sessions: sessionsService,
      transactions,
      audit,
    }),
    teams: new TeamsService(teams, users, memberships, organizations, transactions, audit),
    tokens: new AuthenticationTokensService({
      tokens,
      users,
      letters,
      revocations,
      lifetimes,
      organizations,
      transactions,
      audit,
      values: tokenValues,
    }),
    twoFactor,
    users: usersService,
  }
}
