import { z } from 'zod'
import { note } from '../kernel/input.js'

/** The stored value of one setting, as clients send it. */
export type KeptValue =
  | boolean
  | string
  | number
  | null
  | readonly string[]
  | Readonly<Record<string, boolean>>

export type KeptValues = Readonly<Record<string, KeptValue>>

/** A setting that clients set and compare but this platform does not use: its rule, and its default. */
interface KeptSetting {
  readonly schema: z.ZodType<KeptValue>
  readonly usual: KeptValue
}

/** Settings of a resource, by the names of attributes (contract §18); the column `kept` stores the sent values. */
export type KeptSettings = Readonly<Record<string, KeptSetting>>

const off = { schema: z.boolean(), usual: false }
const line = (maximum: number) => ({ schema: note(maximum).nullable(), usual: null })

export const keptOfOrganizations = {
  aggregatedCommitStatusEnabled: off,
  assessmentsEnforced: off,
  costEstimationEnabled: off,
  ownersTeamSamlRoleId: line(255),
  registryMonorepoSupportEnabled: off,
  sendPassingStatusesForUntriggeredSpeculativePlans: off,
  stacksEnabled: off,
} satisfies KeptSettings

export const keptOfWorkspaces = {
  assessmentsEnabled: off,
  autoApply: off,
  autoApplyRunTrigger: off,
  globalRemoteState: off,
  inheritsProjectAutoDestroy: { schema: z.boolean(), usual: true },
  migrationEnvironment: line(255),
  projectRemoteState: off,
  settingOverwrites: {
    schema: z.partialRecord(z.enum(['execution-mode', 'agent-pool']), z.boolean()),
    usual: { 'execution-mode': false, 'agent-pool': false },
  },
  sourceName: line(255),
  sourceUrl: line(2048),
  triggerPatterns: { schema: z.array(note(1024)).max(100), usual: [] },
  triggerPrefixes: { schema: z.array(note(1024)).max(100), usual: [] },
  workingDirectory: line(1024),
} satisfies KeptSettings

export const keptOfModules = { noCode: off } satisfies KeptSettings

/** Rights in `organization-access` that are stored but not enforced. */
export const keptOfTeams = Object.fromEntries(
  [
    ...['access-secret-teams', 'delegate-policy-overrides', 'manage-agent-pools', 'manage-membership'],
    ...['manage-organization-access', 'manage-policies', 'manage-policy-overrides', 'manage-projects'],
    ...['manage-run-tasks', 'manage-teams', 'manage-vcs-settings', 'read-projects'],
  ].map((right) => [right, off]),
) satisfies KeptSettings

/** Tells whether a setting asks for nothing: null, false, nothing at all, or an object of such; no list does. */
const asksNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(asksNothing))

/** A setting that could be mistaken for protection or execution: asking for it is refused, with the missing feature. */
const notOffered = (what: string) =>
  z
    .unknown()
    .refine(asksNothing, { params: { says: `${what} not offered here` } })
    .optional()
    .meta({ description: `${what} not offered here: only null, false and absent are taken.`, example: null })

/** Settings of each resource that are not offered (contract §19). The face has those of relationships. */
export const notOfferedToOrganizations = {
  enforceHyok: notOffered('Customer-managed keys are'),
  maxTtlEnabled: notOffered('Limits on the lifetime of tokens in one organization are'),
}
export const notOfferedToWorkspaces = {
  agentPoolId: notOffered('Agents are'),
  autoDestroyActivityDuration: notOffered('Automatic destruction is'),
  autoDestroyAt: notOffered('Automatic destruction is'),
  hyokEnabled: notOffered('Customer-managed keys are'),
  operations: notOffered('Runs on the platform are'),
  vcsRepo: notOffered('Runs from a repository are'),
}
/** Key that clients assign to a workspace by a separate path. */
export const notOfferedAsSshKey = { id: notOffered('SSH keys are') }
export const notOfferedToModules = {
  testConfig: notOffered('Tests of modules are'),
  vcsRepo: notOffered('Publishing from a repository is'),
}

type KeptShape<S extends KeptSettings> = { [Name in keyof S]: z.ZodOptional<S[Name]['schema']> }

/** The attributes as an input may have them. */
export const keptShape = <S extends KeptSettings>(settings: S): KeptShape<S> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, { schema }]) => [name, schema.optional()]),
  ) as KeptShape<S>

/** Returns the settings after a change; absent ones stay, also within an object. `stored` is the column. */
export function changedKept(
  settings: KeptSettings,
  stored: unknown,
  change: Readonly<Record<string, unknown>>,
): KeptValues {
  const before = stored as KeptValues
  const sent = Object.keys(settings).filter((name) => change[name] !== undefined)
  return { ...before, ...Object.fromEntries(sent.map((name) => [name, merged(before[name], change[name])])) }
}

function merged(before: KeptValue | undefined, sent: unknown): KeptValue {
  const isGroup = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  return isGroup ? { ...(before as object | undefined), ...sent } : (sent as KeptValue)
}

/** Returns each setting of the list with its value. `stored` is the column. */
export function keptValues(settings: KeptSettings, stored: unknown): KeptValues {
  const sent = stored as KeptValues
  const usual = Object.entries(settings).map(([name, { usual }]) => [
    name,
    merged(usual, sent[name] ?? usual),
  ])
  return { ...sent, ...Object.fromEntries(usual) }
}
