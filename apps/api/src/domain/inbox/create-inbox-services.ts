import type { ModuleAccessService } from '../registry-modules/module-access.service.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { SharedParts } from '../shared-parts.js'
import type { InboxNoticesStore } from './inbox-notices.store.js'
import { InboxTellingService } from './inbox-telling.service.js'
import { InboxService } from './inbox.service.js'
import { InboxStore } from './inbox.store.js'
import { ModuleFollowsService } from './module-follows.service.js'
import { ModuleFollowsStore } from './module-follows.store.js'

interface InboxParts extends Pick<SharedParts, 'database' | 'transactions'> {
  readonly notices: InboxNoticesStore
  readonly registrySharing: RegistrySharingService
  readonly moduleAccess: ModuleAccessService
}

export function createInboxServices(parts: InboxParts) {
  const { database, transactions, notices, registrySharing, moduleAccess } = parts
  return {
    inbox: new InboxService(new InboxStore(database), registrySharing),
    inboxTelling: new InboxTellingService(notices, transactions),
    moduleFollows: new ModuleFollowsService(new ModuleFollowsStore(database), moduleAccess, registrySharing),
  }
}
