import { EmailAddressesService } from './email-addresses.service.js'
import { EmailConfirmationsStore } from './email-confirmations.store.js'
import type { PeopleParts } from './people-parts.js'

export type PeopleServices = ReturnType<typeof createPeopleServices>

/** The area, wired. */
export function createPeopleServices(parts: PeopleParts) {
  const confirmations = new EmailConfirmationsStore(parts.database)
  return { emailAddresses: new EmailAddressesService({ ...parts, confirmations }), letters: parts.letters }
}
