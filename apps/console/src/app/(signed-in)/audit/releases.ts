import type { AuditEventRowFragment } from '~/data/generated/graphql'

type Event = Pick<AuditEventRowFragment, 'action' | 'actor' | 'target' | 'at'>

/** Steps of a release, up to its publication. */
const steps = new Set([
  'module-version.create',
  'module-version.publish',
  'registry-provider-platform.create',
  'registry-provider-platform.upload',
  'registry-provider-version.create',
  'registry-provider-version.publish',
  'registry-provider-version.upload',
])

/** Maximum time between two steps of one release. */
const pause = 60 * 60 * 1000

/** Event that stands for all steps of its release; other events stand for themselves. */
export type Folded<E> = { event: E; others: readonly E[] }

/**
 * Folds the steps of a release that follow one another into one line, which its publication stands for. The
 * order of the events stays.
 */
export function foldReleases<E extends Event>(events: readonly E[]): Folded<E>[] {
  const groups: E[][] = []
  for (const event of events) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && areOfOneRelease(last, event)) group.push(event)
    else groups.push([event])
  }
  return groups.flatMap((group) => {
    const event = group.find(({ action }) => action.endsWith('.publish')) ?? group[0]
    return event ? [{ event, others: group.filter((other) => other !== event) }] : []
  })
}

const areOfOneRelease = (one: Event, other: Event): boolean =>
  steps.has(one.action) &&
  steps.has(other.action) &&
  one.actor.id === other.actor.id &&
  releaseOf(one) === releaseOf(other) &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < pause

/** A version is recorded under its address and number, a platform of it with its own name behind them. */
const releaseOf = ({ target: { type, name } }: Event): string =>
  `${type.startsWith('module')} ${name.split(' ').slice(0, 2).join(' ')}`
