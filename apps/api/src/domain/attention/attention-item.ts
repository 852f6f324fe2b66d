import { days } from '../../kernel/clock.js'

/** Kinds of things that need attention, the worst first. */
export const attentionKinds = [
  'disk-full',
  'provider-altered',
  'module-altered',
  'checksum-changed',
  'verification-failed',
  'upload-failed',
  'limit-reached',
  'engines-outdated',
  'limit-near',
  'provider-new-key',
  'provider-unverified',
  'origin-unreachable',
  'token-expiring',
  'sharing-requested',
  'group-not-allowed',
  'invitation-ending',
  'provider-wanted',
  'organization-disabled',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** True for a text that can be the id of an item; the database takes no NUL. */
export const isItemId = (id: string): boolean =>
  attentionKinds.some((kind) => id.startsWith(`${kind}:`)) && !id.includes('\u0000')

/** One thing that the caller can solve. The fields that do not fit its kind are null. */
export interface AttentionItem {
  /** Id of its kind and its thing: the same as long as the problem is there. */
  readonly id: string
  readonly kind: AttentionKind
  /** Time since when, or until when; null where no time is known. */
  readonly at: Date | null
  readonly organization: string | null
  readonly organizationId: string | null
  /** Name of the thing, such as of a module, a team or an origin. */
  readonly name: string
  /** Id of the thing, such as a version of the engine or the module of a version. */
  readonly thingId: string | null
  /** The provider that a module is for. */
  readonly provider: string | null
  readonly version: string | null
  /** Reason, in the words of what failed or who asked. */
  readonly detail: string | null
  /** Amount of what there is, and the amount that there may be. */
  readonly amount: number | null
  readonly limit: number | null
  /** User name of the one who works on it. */
  readonly assignee: string | null
  readonly isMine: boolean
  /** Time until which the caller does not want to see it. */
  readonly laterUntil: Date | null
}

/** Parts of the queue: what is to be done, what the caller put off, and what the caller works on. */
export const attentionViews = ['open', 'later', 'mine'] as const
export type AttentionView = (typeof attentionViews)[number]

/** Orders of the kinds in the queue, and of the things in each: the worst first, or the oldest. */
export const attentionOrders = ['worst', 'oldest'] as const
export type AttentionOrder = (typeof attentionOrders)[number]

export interface AttentionFilter {
  readonly view: AttentionView
  readonly kind?: AttentionKind | undefined
  /** The name of the one organization whose things are listed and counted. */
  readonly organization?: string | undefined
}

export interface AttentionCount {
  readonly kind: AttentionKind
  readonly open: number
  readonly later: number
  readonly mine: number
}

/** An assignment ends by itself, so that no one is named for a problem that comes back after months. */
export const assignedFor = days(30)

export const longestPostponement = days(366)
