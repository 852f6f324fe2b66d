import { policyMeans } from '~/app/(signed-in)/engine-versions/words'
import type { BulkActKind, BulkActSettings, EnginePolicy } from '~/data/generated/graphql'
import { count, numberText } from '~/ui/text'

type Words = {
  /** Name of one target. */
  noun: string
  /** The word on the button that opens the dialog. */
  label: string
  /** The act in the imperative, such as `Set the workspace limit of 3 organizations`. */
  title: (what: string) => string
  /** The words on the button that starts it. */
  start: (what: string) => string
}

/** Acts on many things, by what people call them. */
export const bulkActs: Readonly<Record<BulkActKind, Words>> = {
  ORGANIZATION_LIMIT: {
    noun: 'organization',
    label: 'Set limit',
    title: (what) => `Set the workspace limit of ${what}`,
    start: (what) => `Set the limit of ${what}`,
  },
  ORGANIZATION_ENGINE_POLICY: {
    noun: 'organization',
    label: 'Set engine policy',
    title: (what) => `Set the engine policy of ${what}`,
    start: (what) => `Set the policy of ${what}`,
  },
  ORGANIZATION_SHARING: {
    noun: 'organization',
    label: 'Share',
    title: (what) => `Change the sharing of ${what}`,
    start: (what) => `Change the sharing of ${what}`,
  },
  USER_SUSPENSION: {
    noun: 'user',
    label: 'Suspend or restore',
    title: (what) => `Suspend or restore ${what}`,
    start: (what) => `Change ${what}`,
  },
  WORKSPACE_ENGINE_VERSION: {
    noun: 'workspace',
    label: 'Move to a version',
    title: (what) => `Move ${what} to an engine version`,
    start: (what) => `Move ${what}`,
  },
  MODULE_DEPRECATION: {
    noun: 'module',
    label: 'Deprecate',
    title: (what) => `Deprecate ${what}`,
    start: (what) => `Deprecate ${what}`,
  },
  MODULE_VERSION_DEPRECATION: {
    noun: 'version',
    label: 'Deprecate',
    title: (what) => `Deprecate ${what}`,
    start: (what) => `Deprecate ${what}`,
  },
  PROVIDER_DEPRECATION: {
    noun: 'provider',
    label: 'Deprecate',
    title: (what) => `Deprecate ${what}`,
    start: (what) => `Deprecate ${what}`,
  },
  PUBLIC_PROVIDER_APPROVAL: {
    noun: 'public provider',
    label: 'Approve',
    title: (what) => `Approve ${what}`,
    start: (what) => `Approve ${what}`,
  },
}

/** `3 organizations`. */
export const targetsText = (kind: BulkActKind, number: number): string => count(number, bulkActs[kind].noun)

const limitText = (limit: number | null | undefined): string =>
  limit ? `Workspace limit ${numberText(limit)}` : 'No workspace limit'

const ways: Readonly<Record<string, (what: string, with_: string) => string>> = {
  all: (what) => `Share ${what} with all organizations`,
  none: (what) => `Share no ${what}`,
  add: (what, names) => `Share ${what} with ${names}`,
  remove: (what, names) => `Share ${what} with ${names} no longer`,
}

const approvalText = (forAll: boolean, organizations: readonly string[]): string =>
  `Approve for ${[...(forAll ? ['all organizations'] : []), ...organizations].join(', ')}`

/** Returns what an act sets, in words; its settings have the words of the API's domain. */
export function settingsText(kind: BulkActKind, settings: unknown): string {
  const given = settings as BulkActSettings
  const { workspaceLimit, enginePolicy, sharing, suspended, engineVersion, deprecation, approval } = given
  switch (kind) {
    case 'ORGANIZATION_LIMIT':
      return limitText(workspaceLimit)
    case 'ORGANIZATION_ENGINE_POLICY':
      return enginePolicy
        ? policyMeans[enginePolicy.toUpperCase() as EnginePolicy]
        : "The site's own engine policy"
    case 'ORGANIZATION_SHARING':
      return sharing
        ? (ways[sharing.way.toLowerCase()]?.(
            sharing.of.toLowerCase(),
            (sharing.consumers ?? []).join(', '),
          ) ?? '')
        : ''
    case 'USER_SUSPENSION':
      return suspended === true ? 'Suspend' : 'End the suspension'
    case 'WORKSPACE_ENGINE_VERSION':
      return `Engine version ${engineVersion ?? ''}`
    case 'MODULE_DEPRECATION':
    case 'PROVIDER_DEPRECATION':
      return `Deprecate all versions: ${deprecation?.reason ?? ''}`
    case 'MODULE_VERSION_DEPRECATION':
      return `Deprecate: ${deprecation?.reason ?? ''}`
    case 'PUBLIC_PROVIDER_APPROVAL':
      return approvalText(approval?.forAll ?? false, approval?.organizations ?? [])
  }
}

export type Counts = {
  waiting: number
  changed: number
  unchanged: number
  refused: number
  cancelled: number
}

export const totalOf = (counts: Counts): number =>
  counts.waiting + counts.changed + counts.unchanged + counts.refused + counts.cancelled

/** `12 changed, 3 had the value already, 2 refused, 4 left as they were`. */
export function countsText({ changed, unchanged, refused, cancelled }: Counts): string {
  const parts = [
    `${numberText(changed)} changed`,
    ...(unchanged > 0 ? [`${numberText(unchanged)} had the value already`] : []),
    ...(refused > 0 ? [`${numberText(refused)} refused`] : []),
    ...(cancelled > 0 ? [`${numberText(cancelled)} left as they were`] : []),
  ]
  return parts.join(', ')
}
