import { conflict, faults, invalid, type DomainError, type Failure } from '../../kernel/errors.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Credential } from '../../kernel/actor.js'
import type { Permission } from '../../kernel/permissions.js'

/** Kinds of acts on many things: each sets one value of its targets. */
export const bulkActKinds = [
  'organization-limit',
  'organization-engine-policy',
  'organization-sharing',
  'user-suspension',
  'workspace-engine-version',
  'module-deprecation',
  'module-version-deprecation',
  'provider-deprecation',
  'public-provider-approval',
] as const

export type BulkActKind = (typeof bulkActKinds)[number]

/** Outcomes for one target; one that waits has none yet. */
export const bulkActOutcomes = ['waiting', 'changed', 'unchanged', 'refused', 'cancelled'] as const

export type BulkActOutcome = (typeof bulkActOutcomes)[number]

/** The value that an act sets, as JSON: what a target has, had, or gets. */
export type Value = Readonly<Record<string, unknown>>

/** A thing to act on. */
export interface Target {
  readonly id: string
  readonly name: string
}

/** A thing to act on, as it is now. */
export interface FoundTarget extends Target {
  readonly value: Value
  /** The reason why it cannot get the value, where that is not its own. */
  readonly obstacle?: string | undefined
}

/** An act on many things. */
export interface BulkAct {
  readonly id: string
  readonly kind: BulkActKind
  readonly settings: Value
  readonly reason: string | null
  readonly userId: string
  readonly userName: string
  readonly undoesId: string | null
  readonly undoneById: string | null
  readonly createdAt: Date
  readonly cancelledAt: Date | null
  readonly finishedAt: Date | null
}

/** An act as it is worked off: with whom it is done as. */
export interface TakenAct extends Pick<
  BulkAct,
  'id' | 'kind' | 'settings' | 'reason' | 'userId' | 'userName'
> {
  readonly asAdministrator: boolean
  readonly credential: Credential
  readonly isSignInFresh: boolean
  readonly address: string | null
}

export type OutcomeCounts = Readonly<Record<BulkActOutcome, number>>

/** A target of an act, and what became of it. */
export interface ActedTarget extends Target {
  readonly outcome: BulkActOutcome
  readonly message: string | null
}

/** A target whose turn has come. */
export interface WaitingTarget extends Target {
  readonly position: number
  /** Value that it gets in place of the settings, and the one that it has to have before. */
  readonly given: Value | null
  readonly expected: Value | null
}

/** Things by their ids, or all that match the filter of their list at the start. */
export interface Selection {
  readonly ids?: readonly string[] | undefined
  readonly filter?: object | undefined
}

/** Outcome that an act would have. */
export interface Foreseen {
  readonly total: number
  readonly changing: ForeseenPart
  readonly unchanged: ForeseenPart
  /** Refusals by reason, as of `mostFrequent`. */
  readonly refused: readonly ForeseenRefusal[]
  /** The organizations that gain or lose something, of acts that are about others than their targets. */
  readonly gains: ForeseenAffected | null
  readonly loses: ForeseenAffected | null
}

export interface ForeseenRefusal extends ForeseenPart {
  readonly reason: string
}

/** Names that a preview shows of each part. */
export const mostNamed = 10

/** Number of reasons that a preview tells apart. */
const mostReasons = 20

/** Sorts refusals, the most frequent reason first; beyond twenty the others are one: a reason may name its organization. */
export function mostFrequent(refused: readonly ForeseenRefusal[]): readonly ForeseenRefusal[] {
  const sorted = refused.toSorted((one, other) => other.count - one.count)
  const others = sorted.slice(mostReasons)
  if (others.length === 0) return sorted
  return [
    ...sorted.slice(0, mostReasons),
    {
      reason: 'Other reasons',
      count: others.reduce((sum, { count }) => sum + count, 0),
      names: others.flatMap(({ names }) => names).slice(0, mostNamed),
    },
  ]
}

/** Organizations that gain or lose something; all of them, or these. */
export interface ForeseenAffected extends ForeseenPart {
  readonly isAll: boolean
}

/** A number of targets, and the first of their names. */
export interface ForeseenPart {
  readonly count: number
  readonly names: readonly string[]
}

/** A kind of act: the rules of one value of one sort of thing. */
export interface ActRules {
  /** Right at the site that its start asks for; each thing of an organization is asked for its own. */
  readonly permission: Permission
  /** True if who starts it must have signed in a short while ago. */
  readonly needsFreshSignIn?: boolean
  /** Parses the settings. Throws `invalid`. */
  parse(raw: Value): Value
  /** Finds the next things that match the filter. */
  matching(ctx: OperationContext, filter: object, at: Place): Promise<Matching>
  /** Finds those of these things that the caller may change, without a lock. */
  find(ctx: OperationContext, ids: readonly string[], settings: Value): Promise<readonly FoundTarget[]>
  /** Locks one and returns its value. Throws where the caller may not change it. */
  lock(tx: OperationContext, id: string, settings: Value): Promise<Value>
  /** Returns its value afterwards. */
  changed(value: Value, settings: Value): Value
  /** Changes one, by the operation that a change of this one alone is. */
  set(tx: OperationContext, id: string, value: Value, settings: Value): Promise<unknown>
  /** Names the organizations that gain or lose something by a change, where it is about others than the target. */
  affected?(before: Value, after: Value): { readonly gains: Affected; readonly loses: Affected }
}

/** Names of organizations, or all. */
export type Affected = readonly string[] | 'all'

/** Place in a list: the last id before it, for lists in the order of their ids, and the number of the page. */
export interface Place {
  readonly behind: string
  readonly number: number
  readonly size: number
}

export interface Matching {
  readonly targets: readonly Target[]
  readonly isLast: boolean
}

/** Maximum number of things of one act. */
export const mostTargets = 50_000

/** Maximum number of unfinished acts of a person. */
export const mostUnfinished = 20

export const tooManyTargets = (): DomainError =>
  invalid({
    path: [],
    code: 'INVALID',
    message: `More than ${mostTargets.toLocaleString('en')} match. Add filters to get fewer`,
  })

export const tooManyUnfinished = (): DomainError =>
  conflict(`You have ${mostUnfinished} unfinished acts. Wait until one ends, or stop one`)

export const noTargets = (): DomainError => invalid(faults.blank('ids'))

/** The total that was shown is not that of the moment of the start. */
export const othersMatch = (now: number): DomainError =>
  conflict(`${now.toLocaleString('en')} match by now. Look at the preview again`)

export const changedSince = (): DomainError => conflict('It was changed in the meantime')

/** The reason of a refusal, in a sentence for the person who started the act. */
export function refusalText(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return failure.faults.map(({ message }) => message).join('. ')
    case 'conflict':
    case 'denied':
    case 'no-space':
    case 'unavailable':
      return failure.message
    case 'not-found':
      return notYours
    case 'stale':
      return 'It was changed in the meantime'
    case 'unauthenticated':
    case 'rate-limited':
      return 'It could not be changed'
  }
}

export const notYours = 'It does not exist, or is not yours to change'
