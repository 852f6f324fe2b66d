import { isEngineVersion, isWorkspaceName, workspaceNameMaximumLength } from '@engine/shared'
import { z } from 'zod'
import { conflict, faults, type Fault } from '../../kernel/errors.js'
import { only } from '../../kernel/declaration.js'
import { merged, note, text, type Parsed, type Rules } from '../../kernel/input.js'
import type { AuditEntry } from '../audit/audit.js'
import {
  faultOfAsked,
  latestVersion,
  longestConstraint,
  type EngineVersion,
  type EngineVersionStatus,
} from '../engine-versions/engine-version.js'
import {
  type KeptValues,
  changedKept,
  keptOfWorkspaces,
  keptShape,
  keptValues,
  notOfferedToWorkspaces,
} from '../kept-settings.js'
import type { Organization, OrganizationAccess } from '../organizations/organization.js'
import { noOtherProject, projectIdOf } from '../organizations/project.js'
import { lockedBy, type StateLock } from './workspace-lock.js'
import { tagText, type RawTags, type WorkspaceTag } from './workspace-tag.js'

/** Attributes of a workspace. Names are unique in their organization without regard to case. */
export const workspace = z.object({
  id: z.string(),
  organizationId: z.string(),
  /** The name of its organization. */
  organization: z.string(),
  name: text(workspaceNameMaximumLength, isWorkspaceName),
  /** Empty is none. */
  description: note(1000)
    .nullable()
    .transform((value) => value || null),
  engineVersionId: z.string(),
  engineVersion: z.string().meta({
    description: 'As it was written: an exact version, `latest`, or a constraint such as `~> 1.9.0`.',
  }),
  /** The number of that version. */
  resolvedEngineVersion: z
    .string()
    .meta({ description: 'The exact version; where words stand for one, the newest that is enabled.' }),
  /** Kept for clients that set and compare them (contract §11). */
  allowDestroyPlan: z.boolean(),
  fileTriggersEnabled: z.boolean(),
  queueAllRuns: z.boolean(),
  speculativeEnabled: z.boolean(),
  structuredRunOutputEnabled: z.boolean(),
  /** The others, as `keptOfWorkspaces` reads them. */
  kept: z.unknown(),
  /** Null before the first state. */
  currentStateVersionId: z.string().nullable(),
  /** The time of that state. */
  stateWrittenAt: z.date().nullable(),
  resourceCount: z
    .number()
    .nullable()
    .meta({ description: 'In its current state; null where they are not counted.' }),
  createdAt: z.date(),
  updatedAt: z.date(),
})

/** A workspace, which uses an engine version. */
export interface Workspace extends Readonly<z.output<typeof workspace>> {
  /** Present status of its engine version. */
  readonly engineVersionStatus: EngineVersionStatus
  /** Tags by key. */
  readonly tags: readonly WorkspaceTag[]
  /** Null while it is not locked. */
  readonly lock: StateLock | null
}

export interface WorkspaceAccess extends OrganizationAccess {
  readonly workspace: Workspace
}

/** Rules of an organization for its workspaces. */
export type WorkspaceRules = Pick<Organization, 'workspaceLimit' | 'accessBetaTools'>

/** Unchecked values that a workspace is written with in addition to its attributes. */
export interface RawRelated extends RawTags {
  /** The project that it is to be in. */
  readonly project?: { readonly ids: readonly unknown[]; readonly faults: readonly Fault[] } | undefined
}

/** Filters of a list of workspaces. */
export interface WorkspaceFilter {
  /** The id of its project, within one organization. */
  readonly project?: string | undefined
  /** The status of its current run: there are no runs, so that none is found. */
  readonly runStatus?: string | undefined
  /** A part of the name, in any case. */
  readonly search?: string | undefined
  /** The name in any case, with `*` for anything at either end. */
  readonly wildcard?: string | undefined
  /** True for those whose engine version is deprecated or disabled. */
  readonly needsUpgrade?: boolean | undefined
  /** The number of the version that it uses. */
  readonly engineVersion?: string | undefined
  /** The version of the engine that wrote its current state. */
  readonly writtenBy?: string | undefined
  /** The source of a provider that has resources in its current state. */
  readonly provider?: string | undefined
  /** Keys of tags that it has, all of them. */
  readonly tags?: readonly string[] | undefined
  /** Keys of tags that it does not have. */
  readonly excludedTags?: readonly string[] | undefined
  /** Tags that it has, all of them; without a value any will do. */
  readonly tagged?: readonly { readonly key: string; readonly value?: string | undefined }[] | undefined
}

/** Numbers of what uses some engine versions. */
export interface EngineVersionDependents {
  readonly workspaces: number
  readonly organizations: number
}

/**
 * Orders of the list: by name, by the precedence of its version, by the name of its organization, by
 * creation.
 */
export type WorkspaceOrder = 'name' | 'engineVersion' | 'organization' | 'created'

const keptColumns = workspace.pick({
  allowDestroyPlan: true,
  fileTriggersEnabled: true,
  queueAllRuns: true,
  speculativeEnabled: true,
  structuredRunOutputEnabled: true,
})

const facts = workspace.pick({ name: true, description: true }).extend(keptColumns.shape)

/** The attributes of contract §5 and §11. Null or an empty text unsets `description`. */
export const workspaceChange = {
  name: workspace.shape.name.optional(),
  engineVersion: z
    .string()
    .min(1, { abort: true })
    .max(longestConstraint, { abort: true })
    .superRefine((value, { addIssue }) => {
      const why = faultOfAsked(value)
      if (why !== undefined)
        addIssue({ code: 'custom', input: value, params: { says: invalidVersion(inSentence(why)).message } })
    })
    .meta({
      description: `An exact known version, \`${latestVersion}\`, or a constraint such as \`~> 1.9.0\`; the last two are kept as written.`,
    })
    .optional(),
  ...facts.omit({ name: true }).partial().shape,
  ...keptShape(keptOfWorkspaces),
  ...notOfferedToWorkspaces,
  // There is no other one here, so nothing is stored.
  executionMode: z.enum(['local', 'remote', 'agent']).optional(),
}
/** Attributes of a new workspace; without a version it gets the latest. */
export const workspaceCreation = { ...workspaceChange, name: workspace.shape.name }

/**
 * Refuses an execution mode that is not here. A workspace that takes the one of its organization asks for
 * none: clients that say so send another mode with it.
 */
export const executionModeFaults: Rules<typeof workspaceChange> = ({ executionMode, settingOverwrites }) =>
  executionMode === undefined || executionMode === 'local' || settingOverwrites?.['execution-mode'] === false
    ? []
    : [faults.notIncluded('executionMode')]

/** A version as it is stored: the words, where it was no number, and what they stand for. */
export interface AskedVersion {
  readonly engineVersionId: string
  readonly engineVersionWords: string | null
}

/** Words in place of a number, with the version that they are resolved to in some workspaces. */
export interface ResolvedWords {
  readonly words: string
  readonly engineVersionId: string
}

/** The words of what was written; an exact number needs none. */
export const wordsOf = (asked: string): string | null => (isEngineVersion(asked) ? null : asked)

export const newWorkspace = (input: Parsed<typeof workspaceCreation>, version: AskedVersion) => ({
  ...only(facts.shape, input),
  ...version,
  kept: changedKept(keptOfWorkspaces, {}, input),
})
/** A new workspace; absent attributes have the usual value of their columns. */
export type NewWorkspace = ReturnType<typeof newWorkspace>

/**
 * Adds that no patterns are left where prefixes are given, and the reverse. A workspace has one kind, and a client
 * that removes its patterns sends empty prefixes alone.
 */
function withOneTrigger(change: Parsed<typeof workspaceChange>): Parsed<typeof workspaceChange> {
  const { triggerPatterns, triggerPrefixes } = change
  if (triggerPatterns === undefined && triggerPrefixes) return { ...change, triggerPatterns: [] }
  if (triggerPrefixes === undefined && triggerPatterns) return { ...change, triggerPrefixes: [] }
  return change
}

export const changedWorkspace = (
  before: Workspace,
  change: Parsed<typeof workspaceChange>,
  version: AskedVersion,
) => ({
  ...merged(facts.shape, before, change),
  ...version,
  kept: changedKept(keptOfWorkspaces, before.kept, withOneTrigger(change)),
})
export type WorkspaceFacts = ReturnType<typeof changedWorkspace>

/** Values that are stored for clients, including those in separate columns. */
export const allKeptOf = (workspace: Workspace): KeptValues => ({
  ...only(keptColumns.shape, workspace),
  ...keptValues(keptOfWorkspaces, workspace.kept),
})

/**
 * Facts of a workspace in the audit log; the status of its version is not one, and locks and states have
 * events.
 */
export function auditedFacts(workspace: Workspace): object {
  const facts = omit(
    workspace,
    'engineVersionStatus',
    'lock',
    'currentStateVersionId',
    'stateWrittenAt',
    'resourceCount',
    'tags',
    ...(workspace.resolvedEngineVersion === workspace.engineVersion
      ? (['resolvedEngineVersion'] as const)
      : []),
  )
  return workspace.tags.length === 0 ? facts : { ...facts, tags: workspace.tags.map(tagText) }
}

const omit = (facts: object, ...names: readonly (keyof Workspace)[]): object =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !names.some((each) => each === name)))

/**
 * Faults of a version that was requested; `found` is what it stands for, if anything, `others` the newest.
 */
export function versionFaults(
  asked: string,
  found: EngineVersion | undefined,
  { accessBetaTools }: WorkspaceRules,
  others: readonly string[],
): readonly Fault[] {
  if (!found && asked === latestVersion)
    return [invalidVersion('no stable version is enabled; site administrators add and enable versions')]
  if (!found && wordsOf(asked) !== null)
    return [invalidVersion(`no enabled version meets ${asked}; ${whatElse(others, 'add one')}`)]
  if (!found) return [invalidVersion(`${asked} is not known; ${whatElse(others, 'add it')}`)]
  if (!found.enabled) return [invalidVersion(`${asked} is disabled; ${whatElse(others, 'enable it')}`)]
  if (found.beta && !accessBetaTools) return [invalidVersion(`${found.version} is a beta version`)]
  return []
}

const whatElse = (others: readonly string[], act: string): string =>
  others.length === 0
    ? `no other is enabled, ask a site administrator to ${act}`
    : `use ${others.join(', ')}, or ask a site administrator to ${act}`

const inSentence = (message: string): string =>
  `${message.charAt(0).toLowerCase()}${message.slice(1)}; write a version, ${latestVersion}, or a constraint such as ~> 1.9.0`

function invalidVersion(why: string): Fault {
  const { path, code, message } = faults.invalid('engineVersion')
  return { path, code, message: `${message}: ${why}` }
}

export function workspaceEntry(
  action: AuditEntry['action'],
  workspace: Workspace,
  { administratorOverride }: Pick<WorkspaceAccess, 'administratorOverride'>,
): AuditEntry {
  const subject = { type: 'workspace', id: workspace.id, name: workspace.name } as const
  return { action, subject, organizationId: workspace.organizationId, administratorOverride }
}

/** Faults of a project: there is one, and a reference to another is refused (contract §19). */
export function projectFaults(organizationId: string, { project }: RawRelated): readonly Fault[] {
  if (!project) return []
  const isOther = project.ids.some((id) => id !== projectIdOf(organizationId))
  return [
    ...project.faults.map((fault) => ({ ...fault, path: ['project', ...fault.path.slice(1)] })),
    ...(isOther ? [{ path: ['project', 'id'], code: 'INVALID', message: noOtherProject } as const] : []),
  ]
}

/** A limit below the present count leaves those that are there alone. */
export function limitFaults({ workspaceLimit }: WorkspaceRules, count: number): readonly Fault[] {
  if (!workspaceLimit || count < workspaceLimit) return []
  const message = `The organization has reached its limit of ${workspaceLimit} workspaces`
  return [{ path: [], code: 'DENIED', message }]
}

/** Throws where a run may be writing its state, or where that has, or may have, resources (contract §18). */
export function requireSafe({ lock, resourceCount }: Workspace): void {
  if (lock) throw lockedBy(lock)
  if (resourceCount === null)
    throw conflict(
      'The resources of the current state cannot be counted here; destroy them first, or delete the workspace by force',
    )
  if (resourceCount === 0) return
  const resources = resourceCount === 1 ? '1 resource' : `${resourceCount} resources`
  throw conflict(`The workspace manages ${resources}; destroy them first, or delete it by force`)
}
