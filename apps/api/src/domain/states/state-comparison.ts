import type { StateVersion } from './state.js'

/** Where the bytes of a state lie. */
export type StoredState = Pick<StateVersion, 'id' | 'size' | 'storageKey' | 'form'>

/** The state before another one, and whose both are. */
export interface StateNeighbour {
  readonly organizationId: string
  readonly former: StoredState | undefined
}

/** How something of a state differs from the state before. */
export type StateChangeKind = 'added' | 'changed' | 'removed'

/** One resource of a state, or one output; never a value. */
export interface StateChange {
  readonly kind: StateChangeKind
  /** As the engine writes it: `module.network.aws_subnet.private[0]`, `output.address`. */
  readonly address: string
  /** The type of the resource; null for an output. */
  readonly type: string | null
}

export type StateChangeCounts = Readonly<Record<StateChangeKind, number>>

/** What a state changes against another one. Data sources are no part of it: the engine reads them at every run. */
export interface StateComparison {
  /** Of resources. */
  readonly resources: StateChangeCounts
  readonly outputs: StateChangeCounts
  /** Resources before outputs, each by address; only so many. */
  readonly changes: readonly StateChange[]
}

/** Compares states in a thread of its own; the bytes are shared with it. Without a former one all is added. */
export type CompareStates = (
  former: Uint8Array<SharedArrayBuffer> | undefined,
  newer: Uint8Array<SharedArrayBuffer>,
) => Promise<StateComparison>
