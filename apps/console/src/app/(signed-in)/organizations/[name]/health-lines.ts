import { paths } from '~/paths'
import { count, numberText } from '~/ui/text'
import type { Tone } from '~/ui/feedback/state-dot'
import { quotaText, type Quota } from './words'

/** Facts behind the health of an organization; those that the viewer may not know are absent. */
export type HealthFacts = {
  name: string
  isDisabled?: boolean
  workspaces: number
  workspaceLimit: number | null
  quotas: readonly Quota[] | null
  outdatedWorkspaces: number
  /** Versions of modules in use that are revoked. */
  revokedInUse?: number
  failedUploads?: number | undefined
  owners?: number | undefined
  lastActivityAt?: string | null | undefined
  createdAt: string
  globalModuleSharing: boolean
  globalProviderSharing: boolean
}

export type HealthLine = {
  key: string
  tone: Tone
  state: string
  what: string
  /** Page where it is solved; absent while the pages of the organization are closed. */
  path?: string | undefined
  action?: string
}

const day = 86_400_000
const idleDays = 90

/** Returns what is wrong with an organization, the worst first; empty where nothing is. */
export function healthOf(facts: HealthFacts, isSite: boolean, now = new Date()): readonly HealthLine[] {
  const { name, isDisabled = false } = facts
  const lines = [...limitsOf(facts, isSite), ...workOf(facts), ...peopleOf(facts, now), ...sharingOf(facts)]
  const disabled: HealthLine = {
    key: 'disabled',
    tone: 'bad',
    state: 'Disabled',
    what: 'Only site administrators can see it. Its tokens do not work, and its modules and providers cannot be downloaded.',
  }
  if (!isDisabled) return lines
  const isOpen = ({ path }: HealthLine) => path === paths.organizationLimits(name)
  return [disabled, ...lines.map((line) => (isOpen(line) ? line : { ...line, path: undefined }))]
}

function limitsOf(facts: HealthFacts, isSite: boolean): readonly HealthLine[] {
  const { name, workspaces, workspaceLimit, quotas } = facts
  const to = isSite ? { path: paths.organizationLimits(name), action: 'Limits' } : {}
  const of = (key: string, used: number, limit: number, what: string): readonly HealthLine[] => {
    if (used * 10 < limit * 9) return []
    const isFull = used >= limit
    return [
      { key, tone: isFull ? 'bad' : 'warning', state: isFull ? 'Limit reached' : 'Near limit', what, ...to },
    ]
  }
  return [
    ...(workspaceLimit
      ? of(
          'workspaces',
          workspaces,
          workspaceLimit,
          `${numberText(workspaces)} of ${count(workspaceLimit, 'workspace')}`,
        )
      : []),
    ...(quotas ?? []).flatMap((quota) =>
      quota.limit === null ? [] : of(quota.kind, quota.used, quota.limit, quotaText(quota)),
    ),
  ]
}

function workOf({
  name,
  revokedInUse = 0,
  outdatedWorkspaces,
  failedUploads = 0,
}: HealthFacts): readonly HealthLine[] {
  const lines: (HealthLine | false)[] = [
    revokedInUse > 0 && {
      key: 'revoked',
      tone: 'bad',
      state: 'Revoked in use',
      what: `${count(revokedInUse, 'module version')} in use: runs that need ${revokedInUse === 1 ? 'it' : 'them'} fail`,
      path: paths.moduleUpgrades(name, { status: 'revoked' }),
      action: 'Upgrades',
    },
    outdatedWorkspaces > 0 && {
      key: 'outdated',
      tone: 'warning',
      state: 'Outdated engines',
      what: `${count(outdatedWorkspaces, 'workspace')} on deprecated or disabled engine versions`,
      path: paths.workspaces(name, { needsUpgrade: 'true' }),
      action: 'Show workspaces',
    },
    failedUploads > 0 && {
      key: 'uploads',
      tone: 'warning',
      state: 'Failed uploads',
      what: `${count(failedUploads, 'version')} of modules and providers`,
      path: paths.overview({ kind: 'upload-failed', organization: name }),
      action: 'Needs attention',
    },
  ]
  return lines.filter((line) => line !== false)
}

function peopleOf({ name, owners, ...facts }: HealthFacts, now: Date): readonly HealthLine[] {
  const last = facts.lastActivityAt ?? facts.createdAt
  const isIdle = facts.lastActivityAt !== undefined && now.getTime() - Date.parse(last) > idleDays * day
  const lines: (HealthLine | false)[] = [
    owners === 0 && {
      key: 'owners',
      tone: 'warning',
      state: 'No owner',
      what: 'No one can change its settings, teams and members',
      path: paths.members(name),
      action: 'Members',
    },
    isIdle && { key: 'idle', tone: 'idle', state: 'Idle', what: `No activity for ${idleDays} days` },
  ]
  return lines.filter((line) => line !== false)
}

function sharingOf({ globalModuleSharing, globalProviderSharing }: HealthFacts): readonly HealthLine[] {
  const things = [
    ...(globalModuleSharing ? ['modules'] : []),
    ...(globalProviderSharing ? ['private providers'] : []),
  ]
  if (things.length === 0) return []
  const what = `All organizations may use its ${things.join(' and ')}`
  return [{ key: 'sharing', tone: 'idle', state: 'Shared with all', what }]
}
