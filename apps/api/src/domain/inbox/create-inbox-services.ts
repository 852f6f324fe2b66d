import { NotificationDispatcher } from '../notifications/notification-dispatcher.js'
import type { ModuleAccessService } from '../registry-modules/module-access.service.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { SharedParts } from '../shared-parts.js'
import type { InboxNoticesStore } from './inbox-notices.store.js'
import { inboxReceiver } from './inbox-receiver.js'
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
    inboxDispatcher: new NotificationDispatcher(inboxReceiver(notices), transactions),
    moduleFollows: new ModuleFollowsService(new ModuleFollowsStore(database), moduleAccess, registrySharing),
  }
}
