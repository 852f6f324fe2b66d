import type { Change } from './change.js'
import { ciChanges } from './ci.changes.js'
import { organizationChanges, sharingRequestChanges, webhookChanges } from './organization.changes.js'
import { peopleChanges } from './people.changes.js'
import { registryChanges } from './registry.changes.js'
import { publicProviderChanges, siteChanges } from './site.changes.js'
import { stateChanges } from './state.changes.js'

/** The mutations that ask for a right, each with what one of it needs. */
export const changes: Readonly<Record<string, Change>> = {
  ...siteChanges,
  ...publicProviderChanges,
  ...peopleChanges,
  ...organizationChanges,
  ...webhookChanges,
  ...ciChanges,
  ...sharingRequestChanges,
  ...stateChanges,
  ...registryChanges,
}
