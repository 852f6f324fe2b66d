import type { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { paged, wholeList, type Page, type Paged } from '../../kernel/page.js'
import type { OutputInState, StateOutput, StateVersion, StateVersionAccess } from './state.js'
import type { StateParts } from './state-parts.js'
import type { StateReadsService } from './state-reads.service.js'
import type { OutputAccess } from './state-versions.service.js'

const mebibyte = 1024 * 1024

/**
 * The limits of a list without pages. An output has up to `frame` bytes in addition to its name, type and
 * value.
 */
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

/** Visibility of the values of sensitive outputs in a list, for those who may read them one by one. */
export type Sensitive = 'shown' | 'hidden'

const sizeOf = ({ from, to }: OutputInState): number => to - from

/** The outputs of states: small values from sealed blocks, others from the state, large ones only by their id. */
export class StateOutputsService {
  constructor(
    private readonly parts: Pick<StateParts, 'outputs' | 'lists' | 'files'> & {
      readonly stateReads: StateReadsService
    },
  ) {}

  /** Lists outputs by name, without values that are too large for a page, or sensitive where those are not asked for. */
  async page(
    ctx: OperationContext,
    access: StateVersionAccess,
    page: Page,
    sensitive: Sensitive = 'hidden',
  ): Promise<Paged<StateOutput>> {
    const { outputCount: count } = await this.parts.lists.outputsOf(ctx, access)
    return paged(
      page,
      async () => count,
      async ({ skip, take }) => {
        const outputs = skip < count ? await this.range(ctx, access, skip, take, sensitive) : []
        return this.withValues(
          access.version,
          outputs,
          ({ shown, left }) => shown <= longestInPage && shown <= left,
          sensitive,
        )
      },
    )
  }

  /** Lists all outputs, sensitive values where they are asked for; undefined where they are too many, or too large. */
  async all(
    ctx: OperationContext,
    access: StateVersionAccess,
    sensitive: Sensitive = 'hidden',
  ): Promise<Paged<StateOutput> | undefined> {
    const { outputCount: count, listedBytes } = await this.parts.lists.outputsOf(ctx, access)
    if (count > mostListed.outputs || listedBytes + count * frame > mostListed.bytes) return undefined
    const outputs = await this.range(ctx, access, 0, count, sensitive)
    // What the count of bytes leaves out.
    const hidden = outputs.reduce((sum, output) => sum + (output.sensitive ? sizeOf(output) : 0), 0)
    if (sensitive === 'shown' && listedBytes + hidden + count * frame > mostListed.bytes) return undefined
    const items = await this.withValues(access.version, outputs, () => true, sensitive)
    return { items, totalCount: count, page: wholeList }
  }

  /**
   * Lists all outputs of many states, by their ids, without the values of sensitive ones and those that stand in the
   * state alone. A state of which they are not known yet is left out; undefined where they are too many, or too large.
   */
  async ofMany(
    ctx: OperationContext,
    versions: readonly StateVersion[],
  ): Promise<ReadonlyMap<string, readonly StateOutput[]> | undefined> {
    const known = versions.filter(({ outputCount }) => outputCount !== null)
    const count = known.reduce((sum, { outputCount }) => sum + (outputCount ?? 0), 0)
    const bytes = known.reduce((sum, { listedBytes }) => sum + (listedBytes ?? 0), count * frame)
    if (count > mostListed.outputs || bytes > mostListed.bytes) return undefined
    const ids = known.map(({ id }) => id)
    const outputs = ids.length > 0 ? await this.parts.outputs.ofMany(ctx, ids) : []
    if (!outputs) return undefined
    const lists = new Map(ids.map((id): [string, StateOutput[]] => [id, []]))
    for (const output of outputs) {
      const { sensitive, text, stateVersionId } = output
      const shown = shownOutput(output, sensitive ? null : text)
      lists.get(stateVersionId)?.push({ ...shown, valueOmitted: !sensitive && text === null })
    }
    return lists
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

  /** Sensitive values that are shown are read by the caller, which is recorded as for a single one. */
  private async range(
    ctx: OperationContext,
    access: StateVersionAccess,
    skip: number,
    take: number,
    sensitive: Sensitive,
  ): Promise<readonly OutputInState[]> {
    const outputs: OutputInState[] = []
    for await (const output of this.parts.outputs.range(ctx, access.version.id, skip, take))
      outputs.push(output.sensitive && sensitive === 'hidden' ? { ...output, text: null } : output)
    if (sensitive === 'shown' && outputs.some((output) => output.sensitive))
      await this.parts.stateReads.record(ctx, access, { file: 'outputs' })
    return outputs
  }

  /** Adds the values; `fits` decides of each that is shown by its size, and by how much is left of a page. */
  private async withValues(
    version: StateVersion,
    outputs: readonly OutputInState[],
    fits: (size: { readonly shown: number; readonly left: number }) => boolean,
    sensitive: Sensitive,
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
    const isHidden = (output: OutputInState): boolean => output.sensitive && sensitive === 'hidden'
    const hasRoom = filling()
    const open = outputs.filter((output) => !isHidden(output) && hasRoom(sizeOf(output)))
    const texts = await this.texts(version, open)
    const textOf = new Map(open.map(({ id }, index) => [id, texts[index] ?? 'null']))
    const stillHasRoom = filling()
    return outputs.map((output) => {
      const text = textOf.get(output.id)
      if (isHidden(output)) return shownOutput(output, null)
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
