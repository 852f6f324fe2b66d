import type { Actor } from '../../kernel/actor.js'
import { topics } from '../../kernel/changes.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Remembered } from '../../kernel/remembered.js'
import type { ModuleReach } from '../module-sharing/module-sharing.js'
import type { ModuleFilter } from './module-listing.js'
import { ModulePlaces, type ModuleShelf } from './module-places.js'
import type { ModulePlacesStore } from './module-places.store.js'

/** What one organization takes in the memory of the process, in bytes, roughly. */
const shelfSize = 250

/**
 * In which organizations there are modules for a caller, and where those of each begin. It is remembered until somebody
 * belongs to another organization, shares with another one, or a module comes or goes: so a list costs the same however
 * many organizations there are.
 */
export class ModulePlacesService {
  constructor(
    private readonly store: ModulePlacesStore,
    private readonly known: Remembered<ModulePlaces>,
  ) {}

  /** Of the listed modules that match. */
  async find(ctx: OperationContext, reach: ModuleReach, filter: ModuleFilter): Promise<ModulePlaces> {
    const list = ['listed', filter.provider, filter.verified === true]
    return this.of(ctx, reach, list, () => this.store.shelves(ctx, reach, filter))
  }

  /** Of another list of modules, which these values tell from all others. What is read is by namespace. */
  async of(
    ctx: OperationContext,
    reach: ModuleReach,
    list: readonly unknown[],
    read: () => Promise<ModuleShelf[]>,
  ): Promise<ModulePlaces> {
    const key = JSON.stringify([whose(ctx.actor, reach), ...list])
    const known = this.known.get(key)
    if (known) return known
    const since = this.known.moment()
    const shelves = await read()
    const places = new ModulePlaces(shelves)
    const validity = { hangsOn: [topics.access, topics.moduleCounts] }
    const size = (1 + shelves.length) * shelfSize
    if (since !== undefined) this.known.set(key, places, { since, ...validity }, size)
    return places
  }
}

/** Who sees the same as whom. */
function whose(actor: Actor, reach: ModuleReach): string {
  return reach === 'own and shared' && 'id' in actor ? `${actor.type}/${actor.id}` : reach
}
