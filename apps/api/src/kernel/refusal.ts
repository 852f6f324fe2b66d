import type { BearerActor } from './actor.js'

/** A refusal, for the audit log. It never contains what a stranger typed. */
export interface Refusal {
  readonly action:
    | 'access.deny'
    | 'password.refuse'
    | 'session.refuse'
    | 'set-up.fail'
    | 'sign-in.fail'
    | 'token.refuse'
  /** The reason in a few words of ours, such as `wrong password`; a permission where a right was lacking. */
  readonly why: string
  /** The thing that it was about, where that is known. */
  readonly subject?: {
    readonly type: 'authentication-token' | 'identity' | 'permission' | 'session' | 'user'
    readonly id: string
    readonly name: string
  }
  readonly organizationId?: string | undefined
  /** Facts from a party that the configuration trusts, such as a sign-in provider. */
  readonly facts?: Readonly<Record<string, string | undefined>>
  /** The owner of a credential that is known and no good; else the caller is meant. */
  readonly actor?: BearerActor
}
