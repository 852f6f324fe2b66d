import type { OperationContext } from '../../kernel/context.js'
import { NotificationDispatcher } from '../notifications/notification-dispatcher.js'
import type { ModuleComparisonService } from '../registry-modules/module-comparison.service.js'
import type { SharedParts } from '../shared-parts.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import { ModuleDistancesService } from './module-distances.service.js'
import { ModuleDistancesStore } from './module-distances.store.js'
import { ModuleTargetsStore } from './module-targets.store.js'
import { ModuleUpgradesService } from './module-upgrades.service.js'
import { ModuleUsageStore } from './module-usage.store.js'
import type { UpgradeNoticesStore } from './upgrade-notices.store.js'
import { UpgradeReceiver } from './upgrade-receiver.js'

interface UpgradeParts extends Pick<SharedParts, 'database' | 'transactions' | 'organizations'> {
  readonly notices: UpgradeNoticesStore
  readonly comparison: ModuleComparisonService
  readonly emit: (tx: OperationContext, events: readonly WebhookEvent[]) => Promise<void>
}

export function createModuleUpgradeServices(parts: UpgradeParts) {
  const { database, transactions, organizations, notices, comparison, emit } = parts
  const usage = new ModuleUsageStore(database)
  const targets = new ModuleTargetsStore(database)
  const distances = new ModuleDistancesStore(database)
  return {
    moduleUpgrades: new ModuleUpgradesService(usage, organizations, targets, distances),
    moduleDistances: new ModuleDistancesService(distances, targets, comparison),
    upgradeDispatcher: new NotificationDispatcher(new UpgradeReceiver(notices, usage, emit), transactions),
  }
}
