import { EmailAddressesService } from '../people/email-addresses.service.js'
import type { SignInServices } from '../sign-in/create-sign-in-services.js'
import type { SignInParts } from '../sign-in/sign-in-parts.js'
import type { TeamServices } from '../teams/create-team-services.js'
import type { TokenServices } from '../tokens/create-token-services.js'
import { AccountsService } from './accounts.service.js'
import { InvitationsService } from './invitations.service.js'
import { SetUpService } from './set-up.service.js'
import { SetUpStore } from './set-up.store.js'
import { UserDetailsStore } from './user-details.store.js'
import { UsersService } from './users.service.js'

/** The services of the areas below that these lean on. */
type Below = Pick<TeamServices & TokenServices & SignInServices, 'memberships' | 'revocations' | 'twoFactor'>

export type AccountServices = ReturnType<typeof createAccountServices>

/** Creates the services; `configuredToken` is the set-up token of the configuration, if it names one. */
export function createAccountServices(parts: SignInParts, below: Below, configuredToken: string | undefined) {
  const { database } = parts
  const { memberships: joining, revocations, twoFactor } = below
  const addresses = new EmailAddressesService(parts)
  const users = new UsersService({ ...parts, twoFactor, details: new UserDetailsStore(database) })
  return {
    accounts: new AccountsService({ ...parts, revocations, others: users, addresses, twoFactor }),
    emailAddresses: addresses,
    invitations: new InvitationsService({ ...parts, joining, revocations }),
    setUp: new SetUpService({ ...parts, setUp: new SetUpStore(database), configuredToken }),
    users,
  }
}
