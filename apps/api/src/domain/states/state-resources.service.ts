import type { OperationContext } from '../../kernel/context.js'
import { orElse } from '../../kernel/errors.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { StateParts } from './state-parts.js'
import { requireCounted } from './state.js'
import type { ListStateResources, StateResource } from './state-resource.js'
import { StateTurns } from './state-turns.js'
import type { StateVersionsService } from './state-versions.service.js'

export interface CurrentResources {
  readonly list: Paged<StateResource>
  /** The time when the state became the current one; null before the first. */
  readonly at: Date | null
}

/** The resources of current states, one by one (contract §18): they are stored nowhere else, and read from the state. */
export class StateResourcesService {
  private readonly turns = new StateTurns('read')

  constructor(
    private readonly parts: Pick<StateParts, 'files'> & {
      readonly stateVersions: StateVersionsService
      readonly listStateResources: ListStateResources
    },
  ) {}

  /** Lists managed resources in the order of the state, all or those whose address has a text, for callers who may read it. */
  async listCurrent(
    ctx: OperationContext,
    workspaceId: string,
    page: Page,
    search = '',
  ): Promise<CurrentResources> {
    const none = { list: { items: [], totalCount: 0, page }, at: null }
    const current = await orElse(
      () => this.parts.stateVersions.accessCurrent(ctx, workspaceId),
      () => undefined,
    )
    const { storageKey = null, size = null, finalizedAt = null } = current?.version ?? {}
    if (!current || storageKey === null || size === null) return none
    requireCounted(current.version, 'cannot be listed resource by resource; download it instead')
    const { count, items } = await this.turns.run(current.workspace.organizationId, size, async () => {
      const bytes = await this.parts.files.read({ storageKey, size })
      return this.parts.listStateResources(bytes, { ...rangeOf(page), search: search.toLowerCase() })
    })
    return { list: { items, totalCount: count, page }, at: finalizedAt }
  }
}
