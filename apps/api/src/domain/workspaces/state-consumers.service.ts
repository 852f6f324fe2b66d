import type { OperationContext } from '../../kernel/context.js'
import { invalid } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { SharedParts } from '../shared-parts.js'
import { resolveReferences, type References } from '../../kernel/references.js'
import { workspaceEntry, type Workspace } from './workspace.js'
import type { WorkspacesService } from './workspaces.service.js'
import type { WorkspacesStore } from './workspaces.store.js'

const mostConsumers = 1000

/** Changes of a list: each computes the new ids from the present ones and those that are named. */
const changes = {
  add: (before, named) => [...new Set([...before, ...named])],
  remove: (before, named) => before.filter((id) => !named.includes(id)),
  replace: (_before, named) => named,
} satisfies Record<string, (before: readonly string[], named: readonly string[]) => readonly string[]>

export type ConsumersChange = keyof typeof changes

/** The workspaces that one names as readers of its state (contract §18), for clients that set them; no right follows. */
export class StateConsumersService {
  constructor(
    private readonly parts: Pick<SharedParts, 'transactions' | 'audit'> & {
      readonly rows: WorkspacesStore
      readonly workspaces: WorkspacesService
    },
  ) {}

  /** Lists consumers by name: all are of one organization, whose workspaces are seen by the same people. */
  async list(ctx: OperationContext, id: string, page: Page): Promise<Paged<Workspace>> {
    const { workspace } = await this.parts.workspaces.accessById(ctx, id, 'workspaces:read')
    return this.parts.rows.listConsumers(ctx, workspace.id, page)
  }

  /** Names by id; those of other organizations are not found. What is as before is neither written nor audited. */
  async change(ctx: OperationContext, id: string, kind: ConsumersChange, named: References): Promise<void> {
    const { rows, workspaces, transactions, audit } = this.parts
    await transactions.run(ctx, async (tx) => {
      const locked = await workspaces.lockById(tx, id, 'workspaces:write')
      const { workspace } = locked
      const before = await rows.consumersOf(tx, workspace.id)
      const ids = await this.idsNamed(tx, workspace, named)
      const after = changes[kind](before, ids)
      if (after.length > mostConsumers) throw invalid(tooMany)
      const added = after.filter((each) => !before.includes(each))
      const removed = before.filter((each) => !after.includes(each))
      if (added.length + removed.length === 0) return
      await rows.setConsumers(tx, workspace.id, { added, removed })
      await audit.record(tx, {
        ...workspaceEntry('workspace.update', workspace, locked),
        before: { remoteStateConsumers: before },
        after: { remoteStateConsumers: after },
      })
    })
  }

  private idsNamed(
    tx: OperationContext,
    { organizationId }: Workspace,
    named: References,
  ): Promise<readonly string[]> {
    if (named.ids.length > mostConsumers) throw invalid(tooMany)
    return resolveReferences('Workspace', named, async (ids) => {
      const found = await this.parts.rows.lockIn(tx, organizationId, ids)
      return new Map(found.map((id) => [id, id]))
    })
  }
}

const tooMany = {
  path: [],
  code: 'TOO_LONG',
  message: `A workspace names at most ${mostConsumers.toLocaleString('en')} others as readers of its state`,
} as const
