import { EmailAddressesService } from './email-addresses.service.js'
import type { PeopleParts } from './people-parts.js'

export type PeopleServices = ReturnType<typeof createPeopleServices>

export function createPeopleServices(parts: PeopleParts) {
  return { emailAddresses: new EmailAddressesService(parts), letters: parts.letters }
}
