import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { StateVersionAccess } from './state.js'
import { stateEntry, type StateParts } from './state-parts.js'

/** The time in which repeated reads of one state by one credential are one event, in milliseconds. */
const quiet = minutes(60)

/** Limit of the reads that are counted in memory; each further one is written by itself, before its answer. */
const mostCounted = 10_000

/** The most events in one statement. */
const mostInStatement = 500

type ReadState = Omit<StateVersionAccess, 'organization' | 'roles'>

/** The part of a state that was read: one of its files, a sensitive output, or a comparison with another state. */
export type ReadPart =
  | { readonly file: string }
  | { readonly output: string }
  | { readonly comparedWith: string | null }

/** Readings of one state by one credential. */
interface ReadRecord {
  /** The entry of the first read. */
  readonly entry: AuditEntry
  /** The number of reads that are in no event yet. */
  times: number
  first: Date
  last: Date
  parts: Set<string>
  /** The end of the quiet time, by `Clock.elapsed`. */
  quietUntil: number
}

/**
 * Records who has read which state (contract §18) in the audit log: counted in memory and written together, so that no
 * answer waits for a statement. A site administrator who reads as an owner is recorded before the answer.
 */
export class StateReadsService {
  private readonly records = new Map<string, ReadRecord>()

  constructor(private readonly parts: Pick<StateParts, 'audit' | 'transactions'>) {}

  async record(ctx: OperationContext, state: ReadState, part: ReadPart): Promise<void> {
    const credential = 'credential' in ctx.actor ? ctx.actor.credential.id : ''
    const key = `${state.version.id} ${credential}`
    const found = this.records.get(key)
    if (state.administratorOverride || (!found && this.records.size >= mostCounted))
      return this.append(ctx, [stateEntry('state-version.read', state, part)])
    const now = ctx.clock.now()
    const record = found ?? opened(ctx, state)
    if (record.times === 0) record.first = now
    record.times++
    record.last = now
    record.parts.add('file' in part ? part.file : 'output' in part ? 'outputs' : 'changes')
    this.records.set(key, record)
  }

  /** Writes what is due, and at the last call everything. What cannot be written stays for the next call. */
  async write(ctx: OperationContext, isLast = false): Promise<void> {
    const now = ctx.clock.elapsed()
    const due: [key: string, record: ReadRecord][] = []
    for (const [key, record] of this.records) {
      if (!isLast && record.quietUntil > now) continue
      if (record.times > 0) due.push([key, record])
      else this.records.delete(key)
    }
    // Reads that arrive meanwhile begin a new count.
    for (const [key, record] of due)
      this.records.set(key, { ...record, times: 0, parts: new Set(), quietUntil: now + quiet })
    try {
      await this.append(
        ctx,
        due.map(([, record]) => entryOf(record)),
      )
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'reads of states could not be recorded, trying again')
      for (const [key, record] of due) {
        const since = this.records.get(key)
        this.records.set(key, since ? together(record, since) : record)
      }
    }
  }

  private async append(ctx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.parts.transactions.run(ctx, async (tx) => {
      for (let at = 0; at < entries.length; at += mostInStatement)
        await this.parts.audit.recordAll(tx, entries.slice(at, at + mostInStatement))
    })
  }
}

function opened(ctx: OperationContext, state: ReadState): ReadRecord {
  const now = ctx.clock.now()
  const { actor, face, requestId, address } = ctx
  const by = { actor, face, requestId, ...(address !== undefined && { address }) }
  const entry = { ...stateEntry('state-version.read', state, {}), by }
  return { entry, times: 0, first: now, last: now, parts: new Set(), quietUntil: -Infinity }
}

/** Returns reads that could not be written, with what came meanwhile. */
function together(record: ReadRecord, since: ReadRecord): ReadRecord {
  const parts = new Set([...record.parts, ...since.parts])
  return { ...record, times: record.times + since.times, last: since.last, parts }
}

function entryOf({ entry, times, first, last, parts }: ReadRecord): AuditEntry {
  const counted = times > 1 ? { times, until: last } : {}
  return { ...entry, at: first, after: { ...entry.after, read: [...parts].sort(), ...counted } }
}
