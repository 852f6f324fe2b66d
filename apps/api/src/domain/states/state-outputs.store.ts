import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { Sealer } from '../../kernel/signing.js'
import type { StoreDatabase } from '../store.js'
import type { OutputType, ReadOutput, StateOutput } from './state.js'

type Row = Prisma.StateVersionOutputGetPayload<object>

const shown = ({ sensitive }: Row): boolean => !sensitive

/** Outputs of states: their values are sealed, since even what is not marked as sensitive is confidential. */
export class StateOutputsStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly sealer: Sealer,
  ) {}

  /** By name; what is sensitive without its value. */
  async list(ctx: OperationContext, stateVersionId: string, page: Page): Promise<Paged<StateOutput>> {
    const { stateVersionOutput } = this.database.of(ctx)
    const where = { stateVersionId }
    return paged(
      page,
      () => stateVersionOutput.count({ where }),
      async (range) => {
        const rows = await stateVersionOutput.findMany({ where, orderBy: { name: 'asc' }, ...range })
        return rows.map((row) => this.toOutput(row, shown(row)))
      },
    )
  }

  /** With its value. */
  async find(ctx: OperationContext, id: string): Promise<StateOutput | undefined> {
    const row = await this.database.of(ctx).stateVersionOutput.findUnique({ where: { id } })
    return row ? this.toOutput(row, true) : undefined
  }

  async add(ctx: OperationContext, stateVersionId: string, outputs: readonly ReadOutput[]): Promise<void> {
    const data = outputs.map(({ name, sensitive, type, json }) => ({
      id: newId('wsout'),
      stateVersionId,
      name,
      sensitive,
      type: type as Prisma.InputJsonValue,
      sealedValue: this.sealer.seal(json, `${stateVersionId} ${name}`),
    }))
    if (data.length > 0) await this.database.of(ctx).stateVersionOutput.createMany({ data })
  }

  private toOutput({ sealedValue, ...row }: Row, isShown: boolean): StateOutput {
    const { id, stateVersionId, name, sensitive } = row
    const type = row.type as OutputType
    return { id, stateVersionId, name, sensitive, type, value: isShown ? this.open(row, sealedValue) : null }
  }

  private open({ stateVersionId, name }: Pick<Row, 'stateVersionId' | 'name'>, sealed: string): unknown {
    const value = this.sealer.open(sealed, `${stateVersionId} ${name}`)
    if (value === undefined) throw new Error('an output is sealed with a key that is not here')
    return JSON.parse(value) as unknown
  }
}
