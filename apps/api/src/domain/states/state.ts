import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Actor } from '../../kernel/actor.js'
import { conflict, faults, type DomainError, type Fault } from '../../kernel/errors.js'
import { note, text } from '../../kernel/input.js'
import type { Permission } from '../../kernel/permissions.js'
import type { WorkspaceAccess } from '../workspaces/workspace.js'
import { lockedBy, type StateAuthor, type StateLock } from '../workspaces/workspace-lock.js'

export const stateVersionStatuses = ['pending', 'finalized', 'discarded'] as const

export type StateVersionStatus = (typeof stateVersionStatuses)[number]

export const resourceModes = ['managed', 'data'] as const

/** Resources of one type in one module, by one provider; `module` is empty for the root. */
export interface StateResources {
  readonly mode: (typeof resourceModes)[number]
  readonly type: string
  readonly module: string
  readonly provider: string
  readonly count: number
}

/** The contents of a state; never a value. */
export interface StateContents {
  readonly resources: readonly StateResources[]
  /** True where there are more kinds of resources than are listed. */
  readonly isCut: boolean
}

/** A type of the engine's language as JSON: `"string"`, `["list", "string"]`. */
export type OutputType = string | readonly unknown[]

/** A list of what is in a state as it is stored, made where the state was read. */
export interface ReadList {
  readonly count: number
  /** Batches, each for one statement: blocks of entries, each compressed and sealed, one behind the other. */
  readonly batches: readonly {
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly blocks: readonly { readonly first: number; readonly count: number; readonly size: number }[]
  }[]
}

/** The outputs of a state, by name. */
export interface ReadOutputs extends ReadList {
  /** The size of a list of all of them: names, types and values that are not sensitive. */
  readonly listedBytes: number
}

/** The form of a state: where its contents are not counted it can never be taken as empty (contract §18). */
export const stateForms = ['counted', 'unknown', 'encrypted'] as const

export type StateForm = (typeof stateForms)[number]

/** The facts that are read of a state once, when it is written. */
export interface StateFacts {
  readonly form: StateForm
  readonly serial: number
  /** The place of its serial, in bytes; `to` is the first one behind it. */
  readonly serialAt: { readonly from: number; readonly to: number }
  readonly lineage: string
  readonly engineVersion: string | null
  /** The number of managed resources, without data sources; null where they are not counted. */
  readonly resourceCount: number | null
  readonly contents: StateContents
  /** The sources of its providers, `host/namespace/type` in lower case; a state says nothing of their versions. */
  readonly providers: readonly string[]
  readonly outputs: ReadOutputs
  /** The managed resources in the order of the state; none where they are not counted. */
  readonly resources: ReadList
  readonly warnings: readonly string[]
}

/** The version that a state is read for. */
export interface ReadFor {
  readonly id: string
  /** The new serial, which replaces that of the state; all that follows it moves. */
  readonly serial?: number
  /** The outputs that the client announced, as JSON: those of a state that it encrypted. */
  readonly announcedOutputs?: Uint8Array | undefined
}

/** The bytes of a stored state, for a thread that reads them as a whole. */
export interface StateBytes {
  readonly size: number
  open(): Promise<Readable>
}

/** The result of reading a state. */
export interface ReadResult {
  /** A text says why it is no state. */
  readonly facts: StateFacts | string
  /** Gives back the memory of its lists, which may be as large as the state. */
  release(): void
}

/** Reads a state in a thread, and seals its lists. */
export type ReadState = (state: StateBytes, readFor: ReadFor) => Promise<ReadResult>

export interface StateVersion {
  readonly id: string
  readonly workspaceId: string
  readonly status: StateVersionStatus
  readonly isCurrent: boolean
  readonly serial: number
  readonly lineage: string | null
  /** The checksum, in lower-case hexadecimal. */
  readonly md5: string
  readonly force: boolean
  readonly lockId: string
  /** The size in bytes; null until it is uploaded. */
  readonly size: number | null
  readonly storageKey: string | null
  readonly jsonStorageKey: string | null
  /** The checksum of the JSON; null where there is none, or an earlier release stored it. */
  readonly jsonMd5: string | null
  readonly engineVersion: string | null
  /** True where a fork of the engine wrote it, as it said when it announced the state. */
  readonly byFork: boolean
  readonly form: StateForm
  /** The number of managed resources; null where they are not counted, 0 while it waits. */
  readonly resourceCount: number | null
  /** The contents; null in lists too: there may be a megabyte of it. */
  readonly contents: StateContents | null
  /** The sources of its providers, `host/namespace/type` in lower case. */
  readonly providers: readonly string[]
  /** The size of the outputs that the client announced, in bytes; null where they are not stored. */
  readonly outputsSize: number | null
  /** The number of outputs; null while they are not read. */
  readonly outputCount: number | null
  /** The size of a list of all outputs. */
  readonly listedBytes: number | null
  /** The number of resources in its list; null while they are not listed. */
  readonly listedResources: number | null
  readonly warnings: readonly string[]
  /** The earlier version that it brings back. */
  readonly rolledBackToId: string | null
  readonly createdBy: StateAuthor
  readonly createdAt: Date
  readonly finalizedAt: Date | null
}

export interface StateVersionAccess extends WorkspaceAccess {
  readonly version: StateVersion
}

export interface StateOutput {
  readonly id: string
  readonly stateVersionId: string
  readonly name: string
  readonly sensitive: boolean
  /** The type; null where it is longer than 64 KiB. */
  readonly type: OutputType | null
  /** The value as JSON, with every digit that was sent; null where it is sensitive or omitted. */
  readonly value: string | null
  /** True where it is too large for a list; by its id it is read as a stream. */
  readonly valueOmitted: boolean
}

/** An output with the place of its value in the state, in bytes; `to` is the first one behind it. */
export interface OutputInState extends Omit<StateOutput, 'value' | 'valueOmitted'> {
  /** The value as JSON; null where only the state has it. */
  readonly text: string | null
  readonly from: number
  readonly to: number
}

/**
 * True for states that are read while large ones are, and compared in lists. `size`: of all that are read, in
 * bytes.
 */
export const isSmallState = (size: number): boolean => size <= 1024 * 1024

/** The files: the state itself, and the same as JSON for other programs, which the platform never reads. */
export const stateFileKinds = ['state', 'json'] as const

export type StateFileKind = (typeof stateFileKinds)[number]

export const isStateFileKind = (word: string): word is StateFileKind =>
  stateFileKinds.some((kind) => kind === word)

const base64 = z.string().refine((value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value))

export const stateVersionCreation = {
  serial: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  md5: text(32, (value) => /^[0-9a-f]{32}$/i.test(value)).transform((value) => value.toLowerCase()),
  lineage: note(255).optional(),
  force: z.boolean().optional(),
  state: base64.optional().meta({ description: 'In base64; without it there is a link to upload it.' }),
  jsonState: base64.optional(),
  jsonStateOutputs: z.string().optional().meta({
    description:
      'In base64: the outputs of a state that the client encrypted; others are read from the state.',
  }),
}

/** The facts that a new version announces before its bytes are there; the lineage is null where only those say it. */
export type AnnouncedState = Pick<StateVersion, 'serial' | 'md5' | 'lineage' | 'force'>

/** Limit of the outputs that a client announces, in bytes; more are not stored. */
export const longestAnnounced = 8 * 1024 * 1024

/**
 * The most versions that wait for their upload under one lock, whose announcements are stored as long as that lasts. A
 * further one discards the oldest: it is newer, and a refusal would lose the state of a run.
 */
export const mostWaiting = 10

/** Returns the permission: passing lineage and serial takes that of a forced unlock (contract §18). */
export const permissionToWrite = ({ force }: Pick<AnnouncedState, 'force'>): Permission =>
  force ? 'workspaces:write' : 'states:write'

/** Returns the actor as a holder of locks and author of states. */
export function authorOf(actor: Actor): StateAuthor {
  if (actor.type === 'anonymous') throw new TypeError('a stranger writes nothing')
  if (actor.type === 'system') return { type: 'system', id: actor.name, name: actor.name }
  return { type: actor.type, id: actor.id, name: actor.name }
}

export function isLockedBy({ by }: StateLock, actor: Actor): boolean {
  const { type, id } = authorOf(actor)
  return by.type === type && by.id === id
}

export const notLocked = (): DomainError => conflict('The workspace is not locked')

/** Requires the lock, held by the very actor who writes. */
export function requireLockOf(lock: StateLock | null, actor: Actor): StateLock {
  if (!lock) throw conflict('The workspace is not locked; lock it before writing its state')
  if (!isLockedBy(lock, actor)) throw lockedBy(lock)
  return lock
}

/** True where what is announced is the current state already; throws where it does not follow that. */
export function isSameAsCurrent(current: StateVersion | undefined, next: AnnouncedState): boolean {
  if (!current) return false
  const { serial, lineage, md5 } = current
  const isOfLineage = next.lineage === null || next.lineage === lineage
  if (next.serial === serial && next.md5 === md5 && isOfLineage) return true
  if (next.force) return false
  if (!isOfLineage)
    throw conflict(`The lineage of the state is ${next.lineage}, that of the current one ${lineage}`)
  if (next.serial <= serial)
    throw conflict(`The serial of the state is ${next.serial}, the current one has ${serial}`)
  return false
}

/** The facts that count of a new version, with warnings. */
export type SettledState = Pick<StateFacts, 'serial' | 'lineage' | 'warnings'>

/** Settles serial and lineage by the attributes; of an encrypted state by its envelope (contract §18). */
export function settled(
  announced: Pick<AnnouncedState, 'serial' | 'lineage'>,
  facts: StateFacts,
): SettledState {
  const { form, warnings } = facts
  const isEncrypted = form === 'encrypted'
  const { serial, lineage } = announced
  const counted = isEncrypted ? facts : { serial, lineage: lineage ?? facts.lineage }
  const ignored = isEncrypted ? announced : facts
  const where = isEncrypted ? 'The request' : 'The state itself'
  return {
    serial: counted.serial,
    lineage: counted.lineage,
    warnings: [
      ...warnings,
      ...(ignored.serial === counted.serial
        ? []
        : [`${where} says serial ${ignored.serial}; the version has ${counted.serial}`]),
      ...(ignored.lineage === null || ignored.lineage === counted.lineage
        ? []
        : [`${where} says lineage ${ignored.lineage}; the version has ${counted.lineage}`]),
    ],
  }
}

const uncounted = {
  encrypted: 'A state that the client encrypted',
  unknown: 'A state whose resources cannot be read here',
} as const

/** Refuses to read resources that are not known: such a state is not empty (contract §18). */
export function requireCounted({ form }: Pick<StateVersion, 'form'>, refusal: string): void {
  if (form !== 'counted') throw conflict(`${uncounted[form]} ${refusal}`)
}

/** Makes the fault of bytes that are not those that were announced. */
export function otherBytes(md5: string): Fault {
  const { path, code, message } = faults.invalid('md5')
  return { path, code, message: `${message}: the state has ${md5}` }
}

/**
 * Selects what the audit log says of a version in addition to its serial: no value and no place of its bytes.
 */
export const auditedState = ({
  lineage,
  md5,
  size,
  status,
  force,
  resourceCount,
  rolledBackToId,
}: StateVersion) => ({
  lineage,
  md5,
  size,
  status,
  force,
  resourceCount,
  rolledBackToId,
})
