import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { StateVersionAccess } from './state.js'
import { stateEntry, type StateParts } from './state-parts.js'

/** The time in which repeated readings of one state by one credential are one event, in milliseconds. */
const quiet = minutes(60)

/** The most readings that are counted in memory; each one beyond is written by itself, before its answer. */
const mostCounted = 10_000

/** The most events in one statement. */
const mostInStatement = 500

type ReadState = Omit<StateVersionAccess, 'organization' | 'roles'>

/** The part of a state that was read: one of its files, a sensitive output, or a comparison with another state. */
export type ReadPart =
  { readonly file: string } | { readonly output: string } | { readonly comparedWith: string | null }

/** Readings of one state by one credential. */
interface Reading {
  /** The entry of the first reading. */
  readonly entry: AuditEntry
  /** The number of readings that are in no event yet. */
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
  private readonly readings = new Map<string, Reading>()

  constructor(private readonly parts: Pick<StateParts, 'audit' | 'transactions'>) {}

  async record(ctx: OperationContext, state: ReadState, part: ReadPart): Promise<void> {
    const credential = 'credential' in ctx.actor ? ctx.actor.credential.id : ''
    const key = `${state.version.id} ${credential}`
    const found = this.readings.get(key)
    if (state.administratorOverride || (!found && this.readings.size >= mostCounted))
      return this.append(ctx, [stateEntry('state-version.read', state, part)])
    const now = ctx.clock.now()
    const reading = found ?? opened(ctx, state)
    if (reading.times === 0) reading.first = now
    reading.times++
    reading.last = now
    reading.parts.add('file' in part ? part.file : 'output' in part ? 'outputs' : 'changes')
    this.readings.set(key, reading)
  }

  /** Writes what is due, and at the last call everything. What cannot be written stays for the next call. */
  async write(ctx: OperationContext, isLast = false): Promise<void> {
    const now = ctx.clock.elapsed()
    const due: [key: string, reading: Reading][] = []
    for (const [key, reading] of this.readings) {
      if (!isLast && reading.quietUntil > now) continue
      if (reading.times > 0) due.push([key, reading])
      else this.readings.delete(key)
    }
    // What is read meanwhile is counted anew.
    for (const [key, reading] of due)
      this.readings.set(key, { ...reading, times: 0, parts: new Set(), quietUntil: now + quiet })
    try {
      await this.append(
        ctx,
        due.map(([, reading]) => entryOf(reading)),
      )
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'readings of states could not be written, trying again')
      for (const [key, reading] of due) {
        const since = this.readings.get(key)
        this.readings.set(key, since ? together(reading, since) : reading)
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

function opened(ctx: OperationContext, state: ReadState): Reading {
  const now = ctx.clock.now()
  const { actor, face, requestId, address } = ctx
  const by = { actor, face, requestId, ...(address !== undefined && { address }) }
  const entry = { ...stateEntry('state-version.read', state, {}), by }
  return { entry, times: 0, first: now, last: now, parts: new Set(), quietUntil: -Infinity }
}

/** Returns readings that could not be written, with what came meanwhile. */
function together(reading: Reading, since: Reading): Reading {
  const parts = new Set([...reading.parts, ...since.parts])
  return { ...reading, times: reading.times + since.times, last: since.last, parts }
}

function entryOf({ entry, times, first, last, parts }: Reading): AuditEntry {
  const counted = times > 1 ? { times, until: last } : {}
  return { ...entry, at: first, after: { ...entry.after, read: [...parts].sort(), ...counted } }
}
