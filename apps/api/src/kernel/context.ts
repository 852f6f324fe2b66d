import type { Actor, Credential } from './actor.js'
import type { Clock } from './clock.js'
import type { EngineClient } from './engine-client.js'
import type { Log } from './log.js'
import type { Refusal } from './refusal.js'

declare const connection: unique symbol

/** A running transaction, opaque to all but the stores. */
export interface Connection {
  readonly [connection]: true
}

export type Face = 'console' | 'rest' | 'registry' | 'system'

/** The first argument of every service call, built by faces, jobs and tests; `connection` is that of a transaction. */
export interface OperationContext {
  readonly actor: Actor
  readonly face: Face
  readonly requestId: string
  readonly clock: Clock
  readonly log: Log
  readonly address?: string
  /** The program that asks, in its own words. */
  readonly userAgent?: string
  /** The engine that the program says it is; set where the registry is asked with a bearer, and for forks on REST. */
  readonly engine?: EngineClient
  /** The written reason of a destructive act, for the audit log. */
  readonly reason?: string
  /** A signal that the client has left, which ends what that client alone waits for; absent where there is none to leave. */
  readonly signal?: AbortSignal
  readonly connection?: Connection
  /** Runs work once the transaction is committed, and never if it is not; set with the connection. */
  readonly afterCommit?: (work: () => void) => void
  /** True once the client of the request has closed its connection; absent outside of requests. */
  readonly hasLeft?: () => boolean
  /** Records a refusal for the audit log; waits for nothing and never throws. Absent outside of requests. */
  readonly refused?: (ctx: OperationContext, refusal: Refusal) => void
}

/** Returns the context of what the platform itself does in the course of a request. */
export const asSystem = (ctx: OperationContext, name: string): OperationContext => ({
  ...ctx,
  actor: { type: 'system', name },
})

/** Returns the credential that was shown; undefined for strangers, and inside the process, which shows none. */
export function askingCredential({
  actor,
  face,
}: Pick<OperationContext, 'actor' | 'face'>): Credential | undefined {
  return 'credential' in actor && face !== 'system' ? actor.credential : undefined
}
