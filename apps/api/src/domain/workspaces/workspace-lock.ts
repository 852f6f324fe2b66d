/** Who locked a workspace or wrote a state; the name is stored, since the actor itself may be gone tomorrow. */
export interface StateAuthor {
  readonly type: 'user' | 'team' | 'organization' | 'system'
  readonly id: string
  readonly name: string
}

/** Who alone may write the state of a workspace. */
export interface StateLock {
  readonly id: string
  readonly at: Date
  readonly by: StateAuthor
  readonly reason: string | null
}
