import type { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { paged, wholeList, type Page, type Paged } from '../../kernel/page.js'
import type { OutputInState, StateOutput, StateVersion, StateVersionAccess } from './state.js'
import type { StateParts } from './state-parts.js'
import type { OutputAccess } from './state-versions.service.js'

const mebibyte = 1024 * 1024

/** The limits of a list without pages. An output has up to `frame` bytes beside its name, type and value. */
export const mostListed = { outputs: 10_000, bytes: 8 * mebibyte }
const frame = 300

/** The size of the largest value in a page; no page has more than `mostInPage` of values, names and types together. */
const longestInPage = mebibyte
const mostInPage = 7 * mebibyte

/** A value that is too large for memory. */
export interface LargeValue {
  readonly size: number
  open(): Promise<Readable>
}

const sizeOf = ({ from, to }: OutputInState): number => to - from

/** The outputs of states: small values from sealed blocks, others from the state, large ones only by their id. */
export class StateOutputsService {
  constructor(
    private readonly parts: Pick<StateParts, 'outputs' | 'versions' | 'files' | 'reading' | 'transactions'>,
  ) {}

  /** Lists outputs by name, without values that are sensitive or too large for a page. */
  async page(ctx: OperationContext, access: StateVersionAccess, page: Page): Promise<Paged<StateOutput>> {
    const { count } = await this.count(ctx, access)
    return paged(
      page,
      async () => count,
      async ({ skip, take }) => {
        const outputs = skip < count ? await this.range(ctx, access.version, skip, take) : []
        return this.withValues(
          access.version,
          outputs,
          ({ shown, left }) => shown <= longestInPage && shown <= left,
        )
      },
    )
  }

  /** Lists all outputs, without sensitive values; undefined where they are too many, or too large. */
  async all(ctx: OperationContext, access: StateVersionAccess): Promise<Paged<StateOutput> | undefined> {
    const { count, listedBytes } = await this.count(ctx, access)
    if (count > mostListed.outputs || listedBytes + count * frame > mostListed.bytes) return undefined
    const items = await this.withValues(
      access.version,
      await this.range(ctx, access.version, 0, count),
      () => true,
    )
    return { items, totalCount: count, page: wholeList }
  }

  /** Returns an output with its value, or with a stream of a large one. */
  async value({ output, version }: OutputAccess): Promise<StateOutput | LargeValue> {
    const { from, to } = output
    const { storageKey } = version
    if (output.text === null && sizeOf(output) > longestInPage && storageKey !== null)
      return { size: sizeOf(output), open: () => this.parts.files.openPart(storageKey, from, to) }
    const [text] = await this.texts(version, [output])
    return shownOutput(output, text ?? 'null')
  }

  /** Counts the outputs. A version that was written before they were stored is read now, once. */
  private async count(
    ctx: OperationContext,
    { version, workspace }: StateVersionAccess,
  ): Promise<{ readonly count: number; readonly listedBytes: number }> {
    const { id, storageKey, size, outputCount, listedBytes } = version
    if (outputCount !== null) return { count: outputCount, listedBytes: listedBytes ?? 0 }
    if (storageKey === null || size === null) return { count: 0, listedBytes: 0 }
    const { outputs, versions, reading, transactions } = this.parts
    const facts = await reading.read(workspace.organizationId, { id }, { storageKey, size })
    if (typeof facts === 'string') throw new Error(`a stored state cannot be read: ${facts}`)
    await transactions.run(ctx, async (tx) => {
      if (!(await versions.lockUnread(tx, id))) return
      await outputs.add(tx, id, facts.outputs)
      await versions.setOutputs(tx, id, facts.outputs)
    })
    return facts.outputs
  }

  private async range(
    ctx: OperationContext,
    { id }: StateVersion,
    skip: number,
    take: number,
  ): Promise<readonly OutputInState[]> {
    const outputs: OutputInState[] = []
    for await (const output of this.parts.outputs.range(ctx, id, skip, take))
      // No list shows a sensitive value.
      outputs.push(output.sensitive ? { ...output, text: null } : output)
    return outputs
  }

  /** Adds the values; `fits` decides of each that is not sensitive by its size, and by how much is left of a page. */
  private async withValues(
    version: StateVersion,
    outputs: readonly OutputInState[],
    fits: (size: { readonly shown: number; readonly left: number }) => boolean,
  ): Promise<StateOutput[]> {
    const fixed = outputs.reduce((sum, { name, type }) => sum + sizeOfJson([name, type]) + frame, 0)
    const filling = () => {
      let left = mostInPage - fixed
      return (shown: number): boolean => {
        if (!fits({ shown, left })) return false
        left -= shown
        return true
      }
    }
    const hasRoom = filling()
    const open = outputs.filter((output) => !output.sensitive && hasRoom(sizeOf(output)))
    const texts = await this.texts(version, open)
    const textOf = new Map(open.map(({ id }, index) => [id, texts[index] ?? 'null']))
    const stillHasRoom = filling()
    return outputs.map((output) => {
      const text = textOf.get(output.id)
      if (output.sensitive) return shownOutput(output, null)
      // Bytes that are no UTF-8 take more room here than in the state.
      if (text !== undefined && stillHasRoom(Buffer.byteLength(text))) return shownOutput(output, text)
      return { ...shownOutput(output, null), valueOmitted: true }
    })
  }

  /** Reads the values as JSON, from their blocks, or else all in one pass over the state. */
  private async texts(
    { storageKey }: StateVersion,
    outputs: readonly OutputInState[],
  ): Promise<readonly string[]> {
    const missing = outputs
      .filter(({ text }) => text === null)
      .toSorted((one, other) => one.from - other.from)
    if (missing.length === 0 || storageKey === null) return outputs.map(({ text }) => text ?? 'null')
    const parts = await this.parts.files.readParts(storageKey, missing)
    const found = new Map(missing.map(({ id }, index) => [id, parts[index]?.toString('utf8')]))
    return outputs.map(({ id, text }) => text ?? found.get(id) ?? 'null')
  }
}

const sizeOfJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const shownOutput = (
  { id, stateVersionId, name, sensitive, type }: OutputInState,
  value: string | null,
): StateOutput => ({ id, stateVersionId, name, sensitive, type, value, valueOmitted: false })
