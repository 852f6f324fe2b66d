import type { OperationContext } from '../../kernel/context.js'
import { randomLetters } from '../../kernel/ids.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { ReadList } from './state.js'
import type { StateResourceBlock } from './state-resource.js'

/** The most resources in a block, as the maker of blocks ensures. */
const mostInBlock = 1000

/** The most blocks in memory at a time. */
const mostAtOnce = 8

const lengthOfId = 11

/** Resources of states in sealed blocks, which a thread opens. */
export class StateResourcesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Reads the blocks that hold a range of resources, a few at a time. */
  async *blocks(
    ctx: OperationContext,
    stateVersionId: string,
    skip: number,
    take: number,
  ): AsyncGenerator<readonly StateResourceBlock[]> {
    let from = skip - mostInBlock
    for (;;) {
      const query = db
        .selectFrom('state_resource_blocks')
        .select(['first', 'count', 'sealed'])
        .where('state_version_id', '=', stateVersionId)
        .where('first', '>', from)
        .where('first', '<', skip + take)
        .orderBy('first')
        .limit(mostAtOnce)
      const blocks = await rowsOf(this.database.of(ctx), query)
      const wanted = blocks.filter(({ first, count }) => first + count > skip)
      if (wanted.length > 0) yield wanted
      if (blocks.length < mostAtOnce) return
      from = blocks.at(-1)?.first ?? skip + take
    }
  }

  async add(ctx: OperationContext, stateVersionId: string, { batches }: ReadList): Promise<void> {
    for (const { bytes, blocks } of batches) {
      let at = 0
      const data = blocks.map(({ first, count, size }) => {
        const sealed = bytes.subarray(at, (at += size))
        return { id: randomLetters(lengthOfId), stateVersionId, first, count, sealed }
      })
      await this.database.of(ctx).stateResourceBlock.createMany({ data })
    }
  }
}
