import type { AuditAction, webhookTestType, WebhookEventType } from '@engine/shared'
import type { Actor } from '../../kernel/actor.js'
import type { AuditEntry, AuditSubject } from '../audit/audit.js'
import type { FirstRefusal } from '../engine-sightings/engine-sighting.js'

/** An event that webhooks send. */
export interface WebhookEvent {
  readonly type: WebhookEventType | typeof webhookTestType
  /** The thing it happened to: webhooks hear of one thing in the order of what happened. */
  readonly subject: AuditSubject
  /** Id of its organization, whose webhooks receive it as those of the site do. */
  readonly organizationId?: string | undefined
  /** True if the webhooks of every organization receive it. */
  readonly isForAll?: boolean
  /** Attributes by the names of /api/v2. Never a secret: they leave the platform. */
  readonly attributes: Readonly<Record<string, unknown>>
}

/** The body as the specification lays it out, in bytes at most; larger attributes are left out. */
const mostBytes = 65_536

/** The payload that is sent of an event. */
export function payloadOf(
  { type, subject, attributes }: WebhookEvent,
  { at, actor, organization }: { at: Date; actor: Actor | null; organization: string | null },
): string {
  const about = { organization, subject, actor: actor && actorOf(actor) }
  const body = (data: object): string => JSON.stringify({ type, timestamp: at.toISOString(), data })
  const whole = body({ ...about, attributes })
  return Buffer.byteLength(whole) <= mostBytes ? whole : body({ ...about, attributes: null })
}

function actorOf(actor: Actor): { type: string; name: string } {
  return { type: actor.type, name: actor.type === 'anonymous' ? '' : actor.name }
}

type Facts = Readonly<Record<string, unknown>>

/** A rule for an audited change: the event that it becomes, and which of its facts the event has. */
interface EventRule {
  readonly type: WebhookEventType
  readonly attributes: (facts: Facts, before: Facts) => Facts
  /** Condition for the event; without one it is always sent. */
  readonly when?: (before: Facts, after: Facts) => boolean
  readonly isForAll?: (before: Facts, after: Facts) => boolean
}

const engineVersion = {
  attributes: ({ version, enabled, beta, official, deprecated, deprecatedReason }: Facts) => ({
    version,
    enabled,
    beta,
    official,
    deprecated,
    'deprecated-reason': deprecatedReason,
  }),
  // An organization's members never knew of one that was not enabled.
  isForAll: (before: Facts, after: Facts) => before['enabled'] === true || after['enabled'] === true,
}

/** `deprecation` is null where there is none. */
const lifecycle = {
  attributes: ({ version, deprecation }: Facts) => ({
    ...(version !== undefined && { version }),
    deprecation: shownDeprecation(deprecation as Facts | null | undefined),
  }),
}

/** Facts of what a version breaks for callers of the release before it, and why that was accepted. */
const brokenInterface = {
  attributes: ({ version, interface: found, acceptBreaking }: Facts) => {
    const { comparedWith, step, wantedStep, wantedVersion, breaking, breakingCount } = found as Facts
    return {
      ...{ version, 'compared-with': comparedWith, step, 'wanted-step': wantedStep },
      'wanted-version': wantedVersion,
      ...{ breaking, 'breaking-count': breakingCount, 'accept-breaking': acceptBreaking },
    }
  },
}

const publicVersion = {
  attributes: ({ version, decision, decisionReason, alteration }: Facts) => ({
    ...{ version, decision: decision ?? null },
    reason: decisionReason ?? alteration ?? null,
  }),
}

const shownDeprecation = (deprecation: Facts | null | undefined): Facts | null =>
  deprecation
    ? { status: deprecation['status'], reason: deprecation['reason'], link: deprecation['link'] }
    : null

/** A list of the audit log: names, or names with the end of their shares. */
const consumersOf = (facts: Facts): readonly string[] =>
  ((facts['consumers'] ?? []) as readonly (string | { name: string })[]).map((consumer) =>
    typeof consumer === 'string' ? consumer : consumer.name,
  )

/** Limit of the names in an event; the counts are of all. */
const mostNames = 100

/** A rule for a change of who may use the modules or the providers, with both lists. */
const consumers = (kind: 'module' | 'provider', flag: string): EventRule => ({
  type: 'sharing.changed',
  attributes: (after, before) => ({
    ...(flag in after && {
      [`global-${kind}-sharing`]: after[flag],
      [`${kind}-consumers-count`]: consumersOf(after).length,
    }),
    [`${kind}-consumers-added`]: without(consumersOf(after), consumersOf(before)).slice(0, mostNames),
    [`${kind}-consumers-removed`]: without(consumersOf(before), consumersOf(after)).slice(0, mostNames),
  }),
})

const moduleConsumers = consumers('module', 'globalModuleSharing')
const providerConsumers = consumers('provider', 'globalProviderSharing')

/** The attributes that say whether all organizations may use something, of those that changed. */
const sharedWithAll = (after: Facts, before: Facts): Facts =>
  Object.fromEntries(
    [
      ['global-module-sharing', 'globalModuleSharing'] as const,
      ['global-provider-sharing', 'globalProviderSharing'] as const,
    ].flatMap(([name, flag]) => (before[flag] === after[flag] ? [] : [[name, after[flag]]])),
  )

function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return names.filter((name) => !known.has(name))
}

/** The one place that decides which changes leave the platform: every other action of the audit log does not. */
const eventRules: Partial<Record<AuditAction, EventRule>> = {
  'engine-version.create': { type: 'engine-version.created', ...engineVersion },
  'engine-version.update': { type: 'engine-version.changed', ...engineVersion },
  'engine-version.delete': { type: 'engine-version.deleted', ...engineVersion },
  'module-version.publish': { type: 'module-version.published', ...lifecycle },
  'module-version.break-interface': { type: 'module-version.interface-broken', ...brokenInterface },
  'module-version.deprecate': { type: 'module-version.deprecated', ...lifecycle },
  'module-version.revoke': { type: 'module-version.revoked', ...lifecycle },
  'module-version.restore': { type: 'module-version.restored', ...lifecycle },
  'registry-provider.deprecate': { type: 'registry-provider.deprecated', ...lifecycle },
  'registry-provider.revoke': { type: 'registry-provider.revoked', ...lifecycle },
  'registry-provider.restore': { type: 'registry-provider.restored', ...lifecycle },
  'registry-provider-version.publish': { type: 'registry-provider-version.published', ...lifecycle },
  'registry-provider-version.deprecate': { type: 'registry-provider-version.deprecated', ...lifecycle },
  'registry-provider-version.document': {
    type: 'registry-provider-version.documented',
    attributes: ({ version, pages }) => ({ version, pages }),
  },
  'registry-provider-version.revoke': { type: 'registry-provider-version.revoked', ...lifecycle },
  'registry-provider-version.restore': { type: 'registry-provider-version.restored', ...lifecycle },
  'public-provider-version.alter': { type: 'public-provider-version.altered', ...publicVersion },
  'public-provider-version.block': { type: 'public-provider-version.blocked', ...publicVersion },
  'public-provider-version.release': { type: 'public-provider-version.released', ...publicVersion },
  'module-consumers.set': moduleConsumers,
  'module-consumers.end': moduleConsumers,
  'provider-consumers.set': providerConsumers,
  'provider-consumers.end': providerConsumers,
  'organization.set': {
    type: 'sharing.changed',
    attributes: sharedWithAll,
    when: (before, after) => Object.keys(sharedWithAll(after, before)).length > 0,
  },
  'organization-membership.create': {
    type: 'organization-membership.invited',
    attributes: ({ email }) => ({ email }),
    when: (_, { status }) => status === 'invited',
  },
}

/** The event that an audited change is; undefined where webhooks do not tell of it. */
export function eventOf(entry: AuditEntry): WebhookEvent | undefined {
  const rule = eventRules[entry.action]
  const before = (entry.before ?? {}) as Facts
  const after = (entry.after ?? {}) as Facts
  if (!rule || rule.when?.(before, after) === false) return undefined
  const { subject, organizationId } = entry
  const facts = entry.after ? after : before
  return {
    type: rule.type,
    subject,
    organizationId,
    isForAll: rule.isForAll?.(before, after) ?? false,
    attributes: rule.attributes(facts, before),
  }
}

/** Makes the event of a refusal by the engine policy, which has no audit row. */
export const eventOfRefusal = ({
  organizationId,
  organizationName,
  engine,
  version,
}: FirstRefusal): WebhookEvent => ({
  type: 'engine-policy.refused',
  subject: { type: 'organization', id: organizationId, name: organizationName },
  organizationId,
  attributes: { engine, version },
})
