import type { StorageReserve } from '../../kernel/storage-reserve.js'
import type { SharedParts } from '../shared-parts.js'
import { AttentionItemsService } from './attention-items.service.js'
import { AttentionItemsStore } from './attention-items.store.js'
import type { Sources } from './attention-sources.store.js'
import { AttentionService } from './attention.service.js'
import { AttentionStore } from './attention.store.js'

interface AttentionInfrastructure extends Sources, Omit<SharedParts, 'quotas'> {
  readonly storageReserve: StorageReserve
}

export function createAttentionServices(infrastructure: AttentionInfrastructure) {
  const { database, transactions, audit, organizations, site, askedHosts, storageReserve } = infrastructure
  const items = new AttentionItemsStore(database, { site, askedHosts })
  return {
    attention: new AttentionService(new AttentionStore(database), organizations),
    attentionItems: new AttentionItemsService({
      ...{ items, organizations, transactions, audit },
      reserve: storageReserve,
    }),
  }
}
