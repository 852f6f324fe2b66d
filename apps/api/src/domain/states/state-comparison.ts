import type { StateBytes, StateVersion } from './state.js'

/** A state whose bytes can be read. */
export type StoredState = Pick<StateVersion, 'id' | 'size' | 'storageKey' | 'form'>

/** The state before another one, and the organization of both. */
export interface StateNeighbour {
  readonly organizationId: string
  readonly former: StoredState | undefined
}

/** The kind of a difference from the state before. */
export const stateChangeKinds = ['added', 'changed', 'removed'] as const

export type StateChangeKind = (typeof stateChangeKinds)[number]

/** A change of one resource of a state, or of one output; never a value. */
export interface StateChange {
  readonly kind: StateChangeKind
  /** The address as the engine writes it: `module.network.aws_subnet.private[0]`, `output.address`. */
  readonly address: string
  /** The type of the resource; null for an output. */
  readonly type: string | null
}

export type StateChangeCounts = Readonly<Record<StateChangeKind, number>>

/** The changes of a state against another one. Data sources are no part of it: the engine reads them at every run. */
export interface StateComparison {
  readonly resources: StateChangeCounts
  readonly outputs: StateChangeCounts
  /** The changes, resources before outputs, each by address; up to a limit. */
  readonly changes: readonly StateChange[]
}

/** Compares states in a separate thread. Without a former one all is added. */
export type CompareStates = (former: StateBytes | undefined, newer: StateBytes) => Promise<StateComparison>
