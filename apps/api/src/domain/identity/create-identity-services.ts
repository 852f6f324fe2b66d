import { TaggedCache } from '../../kernel/tagged-cache.js'
import { AccountsService } from './accounts.service.js'
import { AuthenticationService, type KnownCaller } from './authentication.service.js'
import { AuthenticationTokensService } from './authentication-tokens.service.js'
import { CliLoginsService } from './cli-logins.service.js'
import { EmailAddressesService } from './email-addresses.service.js'
import { EmailConfirmationsStore } from './email-confirmations.store.js'
import { createIdentityParts, type IdentityInfrastructure } from './identity-parts.js'
import { InvitationsService } from './invitations.service.js'
import { Joining } from './joining.js'
import { LoginCodesStore } from './login-codes.store.js'
import { OrganizationMembershipsService } from './organization-memberships.service.js'
import { OwnMembershipsService } from './own-memberships.service.js'
import { OwnMembershipsStore } from './own-memberships.store.js'
import { PendingInvitationsService } from './pending-invitations.service.js'
import { ReauthenticationService } from './reauthentication.service.js'
import { RevocationsService } from './revocations.service.js'
import { RevocationsStore } from './revocations.store.js'
import { SessionsService } from './sessions.service.js'
import { SetUpService } from './set-up.service.js'
import { SetUpStore } from './set-up.store.js'
import { SignInPlaces } from './sign-in-places.js'
import { SignInPlacesStore } from './sign-in-places.store.js'
import { SignInService } from './sign-in.service.js'
import { SingleSignOnService } from './single-sign-on.service.js'
import { SsoRightsService } from './sso-rights.service.js'
import { SsoTeamsStore } from './sso-teams.store.js'
import { TeamTokensService } from './team-tokens.service.js'
import { TeamsService } from './teams.service.js'
import { TwoFactorService } from './two-factor.service.js'
import { TwoFactorStore } from './two-factor.store.js'
import { UserDetailsService } from './user-details.service.js'
import { UserDetailsStore } from './user-details.store.js'
import { UserIdentitiesStore } from './user-identities.store.js'
import { UsersService } from './users.service.js'

/** Callers that are known at a time. */
const mostKnown = 10_000

export type IdentityServices = ReturnType<typeof createIdentityServices>

/** The area, wired. */
export function createIdentityServices(infrastructure: IdentityInfrastructure) {
  const { database, invalidations, clock, tokenValues, lifetimes } = infrastructure
  const parts = createIdentityParts(infrastructure)
  const { users, tokens, sessions, letters } = parts
  const known = new TaggedCache<KnownCaller>({ invalidations, clock, limit: mostKnown })
  const revocations = new RevocationsService({ ...parts, store: new RevocationsStore(database) })
  const joining = new Joining(parts)
  const pending = new PendingInvitationsService({ ...parts, joining })
  const addresses = new EmailAddressesService({
    ...parts,
    confirmations: new EmailConfirmationsStore(database),
  })
  const places = new SignInPlaces(new SignInPlacesStore(database), users, letters)
  const sessionsService = new SessionsService({ ...parts, places })
  const twoFactor = new TwoFactorService({ ...parts, store: new TwoFactorStore(database) })
  const usersService = new UsersService({ ...parts, twoFactor })
  const rights = new SsoRightsService({ ...parts, ssoTeams: new SsoTeamsStore(database), twoFactor })
  return {
    accounts: new AccountsService({ ...parts, revocations, others: usersService, addresses, twoFactor }),
    authentication: new AuthenticationService(tokens, sessions, tokenValues, known, lifetimes),
    cliLogins: new CliLoginsService({ ...parts, codes: new LoginCodesStore(database), revocations }),
    emailAddresses: addresses,
    letters,
    invitations: new InvitationsService({ ...parts, joining, revocations }),
    memberships: new OrganizationMembershipsService({ ...parts, pending }),
    ownMemberships: new OwnMembershipsService(new OwnMembershipsStore(database), parts.organizations),
    reauthentication: new ReauthenticationService({ ...parts, twoFactor }),
    revocations,
    pendingInvitations: pending,
    sessions: sessionsService,
    setUp: new SetUpService({ ...parts, setUp: new SetUpStore(database) }),
    signIn: new SignInService({ ...parts, sessionsService, twoFactor }),
    singleSignOn: new SingleSignOnService({
      ...parts,
      identities: new UserIdentitiesStore(database),
      rights,
      sessionsService,
    }),
    teams: new TeamsService(parts),
    teamTokens: new TeamTokensService({ ...parts, revocations }),
    tokens: new AuthenticationTokensService({ ...parts, revocations }),
    twoFactor,
    userDetails: new UserDetailsService({ ...parts, store: new UserDetailsStore(database) }),
    users: usersService,
  }
}
