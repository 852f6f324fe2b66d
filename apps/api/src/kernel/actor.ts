/** By what a caller proved who it is; `scopes` narrow what its owner may do, none means all. */
export interface Credential {
  readonly kind: 'token' | 'session'
  readonly id: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
}

export interface UserActor {
  readonly type: 'user'
  readonly id: string
  readonly name: string
  readonly isSiteAdmin: boolean
  readonly credential: Credential
}

/** The process itself: start-up, jobs, feeds. It may do everything and is named in the audit log. */
export interface SystemActor {
  readonly type: 'system'
  readonly name: string
}

export interface NobodyActor {
  readonly type: 'nobody'
}

export type Actor = UserActor | SystemActor | NobodyActor

export const nobody: NobodyActor = { type: 'nobody' }
