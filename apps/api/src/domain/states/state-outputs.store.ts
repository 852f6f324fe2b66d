import { sql } from 'kysely'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { OperationContext } from '../../kernel/context.js'
import { isId, lettersToNumber, numberToLetters, randomLetters } from '../../kernel/ids.js'
import { unopened, type Sealer } from '../../kernel/signing.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { OutputInState, OutputType, ReadOutputs } from './state.js'

/** The length of the id of a block in the id of an output, which is followed by its number there. */
const ofBlock = 11
const ofNumber = 5

/** The most outputs in a block, as the maker of blocks ensures. */
const mostInBlock = 1000

/** The most blocks in memory at a time; of many states, of which each has one at least. */
const mostAtOnce = 16
const mostOfMany = 128

/** An entry by the thread that read the state: name, whether it is sensitive, type, value, and where that stands. */
type Entry = readonly [string, boolean, string | null, string | null, number, number]

interface Block {
  readonly id: string
  readonly stateVersionId: string
  readonly first: number
  readonly sealed: Uint8Array
}

/** The place, before all blocks, of what a client announced of the outputs of a state before its upload. */
const announcedAt = -1

const deflated = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

/** Outputs of states in sealed blocks, since even what is not marked as sensitive is confidential. */
export class StateOutputsStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly sealer: Sealer,
  ) {}

  /** Reads outputs by name, a few blocks at a time. */
  async *range(ctx: OperationContext, stateVersionId: string, skip: number, take: number) {
    const end = skip + take
    let from = skip - mostInBlock
    for (;;) {
      const query = db
        .selectFrom('state_output_blocks')
        .select(['id', 'state_version_id as stateVersionId', 'first', 'sealed'])
        .where('state_version_id', '=', stateVersionId)
        .where('first', '>', from)
        .where('first', '<', end)
        .where(sql<boolean>`first + count > ${skip}`)
        .orderBy('first')
        .limit(mostAtOnce)
      const blocks = await rowsOf(this.database.of(ctx), query)
      for (const block of blocks) {
        const outputs = await this.open(block)
        yield* outputs.slice(Math.max(skip - block.first, 0), end - block.first)
      }
      if (blocks.length < mostAtOnce) return
      from = blocks.at(-1)?.first ?? end
    }
  }

  /** Reads all outputs of these states, by name and state; undefined where they are too many to be read at once. */
  async ofMany(
    ctx: OperationContext,
    stateVersionIds: readonly string[],
  ): Promise<readonly OutputInState[] | undefined> {
    const query = db
      .selectFrom('state_output_blocks')
      .select(['id', 'state_version_id as stateVersionId', 'first', 'sealed'])
      .where('state_version_id', '=', any(stateVersionIds))
      .where('first', '>=', 0)
      .orderBy('state_version_id')
      .orderBy('first')
      .limit(mostOfMany + 1)
    const blocks = await rowsOf(this.database.of(ctx), query)
    if (blocks.length > mostOfMany) return undefined
    const outputs: OutputInState[] = []
    for (const block of blocks) outputs.push(...(await this.open(block)))
    return outputs
  }

  async find(ctx: OperationContext, outputId: string): Promise<OutputInState | undefined> {
    if (!isId('wsout', outputId)) return undefined
    const letters = outputId.slice(-ofBlock - ofNumber)
    const where = { id: letters.slice(0, ofBlock) }
    const block = await this.database.of(ctx).stateOutputBlock.findUnique({ where })
    return block ? (await this.open(block))[lettersToNumber(letters.slice(ofBlock))] : undefined
  }

  async add(ctx: OperationContext, stateVersionId: string, { batches }: ReadOutputs): Promise<void> {
    for (const { bytes, blocks } of batches) {
      let at = 0
      const data = blocks.map(({ first, count, size }) => {
        const sealed = bytes.subarray(at, (at += size))
        return { id: randomLetters(ofBlock), stateVersionId, first, count, sealed }
      })
      await this.database.of(ctx).stateOutputBlock.createMany({ data })
    }
  }

  /** Stores announced outputs until the state is there and shows whether they are read from it instead. */
  async keepAnnounced(ctx: OperationContext, stateVersionId: string, outputs: Buffer): Promise<void> {
    const sealed = this.sealer.sealBytes(await deflated(outputs), `${stateVersionId} ${announcedAt}`)
    const id = randomLetters(ofBlock)
    const data = { id, stateVersionId, first: announcedAt, count: 0, sealed: new Uint8Array(sealed) }
    await this.database.of(ctx).stateOutputBlock.create({ data, select: { id: true } })
  }

  async findAnnounced(ctx: OperationContext, stateVersionId: string): Promise<Buffer | undefined> {
    const where = { stateVersionId, first: announcedAt }
    const block = await this.database.of(ctx).stateOutputBlock.findFirst({ where })
    return block ? this.opened(block) : undefined
  }

  async dropAnnounced(ctx: OperationContext, stateVersionId: string): Promise<void> {
    const where = { stateVersionId, first: announcedAt }
    await this.database.of(ctx).stateOutputBlock.deleteMany({ where })
  }

  private async opened({ stateVersionId, first, sealed }: Block): Promise<Buffer> {
    const opened = this.sealer.openBytes(sealed, `${stateVersionId} ${first}`)
    if (opened === undefined) throw unopened('The output')
    return inflated(opened)
  }

  private async open(block: Block): Promise<readonly OutputInState[]> {
    const { id, stateVersionId } = block
    const entries = JSON.parse((await this.opened(block)).toString('utf8')) as Entry[]
    return entries.map(([name, sensitive, type, text, from, to], number) => ({
      id: `wsout-${id}${numberToLetters(number, ofNumber)}`,
      ...{ stateVersionId, name, sensitive, text, from, to },
      type: type === null ? null : (JSON.parse(type) as OutputType),
    }))
  }
}
