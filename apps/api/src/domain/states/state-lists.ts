import type { OperationContext } from '../../kernel/context.js'
import type { StateFacts, StateVersion, StateVersionAccess } from './state.js'
import type { StateOutputsStore } from './state-outputs.store.js'
import type { StateReader } from './state-reader.js'
import type { StateResourcesStore } from './state-resources.store.js'
import type { StateVersionsStore } from './state-versions.store.js'
import type { Transactions } from '../../kernel/transaction.js'

/** The facts of the stored lists of a state. */
export interface StateListFacts {
  readonly outputCount: number
  /** The size of a list of all outputs. */
  readonly listedBytes: number
  readonly resourceCount: number
}

const factsOf = ({ outputCount, listedBytes, listedResources }: StateVersion): StateListFacts => ({
  outputCount: outputCount ?? 0,
  listedBytes: listedBytes ?? 0,
  resourceCount: listedResources ?? 0,
})

/** The lists of what is in states, which are stored next to their bytes, so that a page reads no state. */
export class StateLists {
  private readonly underWay = new Map<string, Promise<StateListFacts>>()

  constructor(
    private readonly parts: {
      readonly versions: StateVersionsStore
      readonly outputs: StateOutputsStore
      readonly resources: StateResourcesStore
      readonly reader: StateReader
      readonly transactions: Transactions
    },
  ) {}

  /** Stores the lists of a new version. */
  async add(ctx: OperationContext, id: string, { outputs, resources }: StateFacts): Promise<void> {
    await this.parts.outputs.add(ctx, id, outputs)
    await this.parts.resources.add(ctx, id, resources)
  }

  async outputsOf(ctx: OperationContext, access: StateVersionAccess): Promise<StateListFacts> {
    return access.version.outputCount === null ? this.complete(ctx, access) : factsOf(access.version)
  }

  async resourcesOf(ctx: OperationContext, access: StateVersionAccess): Promise<StateListFacts> {
    return access.version.listedResources === null ? this.complete(ctx, access) : factsOf(access.version)
  }

  /** Reads a state that an earlier release wrote, and stores the lists that it lacks, once. */
  private async complete(ctx: OperationContext, access: StateVersionAccess): Promise<StateListFacts> {
    const { id } = access.version
    const completed = this.underWay.get(id) ?? this.read(ctx, access).finally(() => this.underWay.delete(id))
    this.underWay.set(id, completed)
    return completed
  }

  private async read(
    ctx: OperationContext,
    { version: seen, workspace }: StateVersionAccess,
  ): Promise<StateListFacts> {
    const { versions, reader } = this.parts
    const { id, storageKey, size } = seen
    const version = (await versions.find(ctx, id)) ?? seen
    const isComplete = version.outputCount !== null && version.listedResources !== null
    if (isComplete || storageKey === null || size === null) return factsOf(version)
    const stored = { storageKey, size }
    return reader.read(workspace.organizationId, { id }, stored, (facts) => this.store(ctx, id, facts))
  }

  private async store(
    ctx: OperationContext,
    id: StateVersion['id'],
    facts: StateFacts | string,
  ): Promise<StateListFacts> {
    if (typeof facts === 'string') throw new Error(`a stored state cannot be read: ${facts}`)
    const { versions, outputs, resources, transactions } = this.parts
    await transactions.run(ctx, async (tx) => {
      const { hasOutputs, hasResources } = await versions.lockLists(tx, id)
      if (!hasOutputs) await outputs.add(tx, id, facts.outputs)
      if (!hasResources) await resources.add(tx, id, facts.resources)
      if (!hasOutputs || !hasResources) await versions.setLists(tx, id, facts)
    })
    const { count, listedBytes } = facts.outputs
    return { outputCount: count, listedBytes, resourceCount: facts.resources.count }
  }
}
