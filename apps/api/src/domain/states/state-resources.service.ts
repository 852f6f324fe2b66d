import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { WorkspaceAccess } from '../workspaces/workspace.js'
import type { StateParts } from './state-parts.js'
import { requireCounted, type StateVersion } from './state.js'
import type { ListedResources, ListStateResources, ResourceRange, StateResource } from './state-resource.js'
import type { StateResourcesStore } from './state-resources.store.js'
import { StateTurns } from './state-turns.js'
import type { StateVersionsService } from './state-versions.service.js'

export interface CurrentResources {
  readonly list: Paged<StateResource>
  /** The time when the state became the current one; null before the first. */
  readonly at: Date | null
}

/** The resources of current states, one by one (contract §18), as they were listed when the state was written. */
export class StateResourcesService {
  private readonly turns = new StateTurns('read')

  constructor(
    private readonly parts: Pick<StateParts, 'lists'> & {
      readonly resources: StateResourcesStore
      readonly stateVersions: StateVersionsService
      readonly listStateResources: ListStateResources
    },
  ) {}

  /**
   * Lists managed resources in the order of the current state of a workspace that was found before for a caller who may
   * read states: all, or those whose address has a text.
   */
  async listCurrent(
    ctx: OperationContext,
    access: WorkspaceAccess,
    page: Page,
    search = '',
  ): Promise<CurrentResources> {
    const current = await this.parts.stateVersions.findCurrent(ctx, access)
    if (!current) return { list: { items: [], totalCount: 0, page }, at: null }
    const { version, workspace } = current
    requireCounted(version, 'cannot be listed resource by resource; download it instead')
    const { resourceCount } = await this.parts.lists.resourcesOf(ctx, current)
    const range = { ...rangeOf(page), search: search.toLowerCase() }
    // A page opens two blocks at most, whatever the size of the state; a search opens all of them.
    const size = search === '' ? 0 : (version.size ?? 0)
    const { count, items } = await this.turns.run(workspace.organizationId, size, () =>
      search === ''
        ? this.page(ctx, version, range, resourceCount)
        : this.search(ctx, version, range, resourceCount),
    )
    return { list: { items, totalCount: count, page }, at: version.finalizedAt }
  }

  private async page(
    ctx: OperationContext,
    { id }: StateVersion,
    range: ResourceRange,
    count: number,
  ): Promise<ListedResources> {
    const items: StateResource[] = []
    if (range.skip >= count) return { count, items }
    for await (const blocks of this.parts.resources.blocks(ctx, id, range.skip, range.take)) {
      const [first] = blocks
      const skip = range.skip + items.length - (first?.first ?? 0)
      const part = { ...range, skip, take: range.take - items.length }
      items.push(...(await this.parts.listStateResources(id, blocks, part)).items)
    }
    return { count, items }
  }

  private async search(
    ctx: OperationContext,
    { id }: StateVersion,
    { skip, take, search }: ResourceRange,
    all: number,
  ): Promise<ListedResources> {
    const items: StateResource[] = []
    let count = 0
    for await (const blocks of this.parts.resources.blocks(ctx, id, 0, all)) {
      const left = { skip: Math.max(skip - count, 0), take: take - items.length, search }
      const found = await this.parts.listStateResources(id, blocks, left)
      count += found.count
      items.push(...found.items)
    }
    return { count, items }
  }
}
