import {
  engineVersionMaximumLength,
  isEngineVersion,
  isHttpUrl,
  isSha256,
  meetsEngineConstraint,
  parseEngineConstraint,
  type EngineConstraint,
} from '@engine/shared'
import { z } from 'zod'
import { faults, type Fault } from '../../kernel/errors.js'
import { inAnswers } from '../../kernel/declaration.js'
import { emptyAsAbsent, note, text, type Parsed } from '../../kernel/input.js'
import { endOfLifeChange, type EndOfLife } from '../lifecycle/end-of-life.js'
import { engineArchive, faultsOfArchives, type EngineArchive } from './engine-archive.js'

export const engineVersion = z.object({
  id: z.string(),
  version: text(engineVersionMaximumLength, isEngineVersion).register(inAnswers, { example: '1.9.0' }),
  official: z.boolean(),
  enabled: z.boolean(),
  beta: z.boolean(),
  deprecated: z.boolean(),
  /** Null whenever the version is not deprecated. */
  deprecatedReason: note(1000).nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  usage: z.number().meta({ description: 'How many workspaces use the version.' }),
})

export interface EngineVersion extends Readonly<z.output<typeof engineVersion>> {
  /** Archives in the order given. */
  readonly archs: readonly EngineArchive[]
  /** Null whenever the version is deprecated. */
  readonly endOfLife: EndOfLife | null
}

/** The status of a version that its users have to know. */
export type EngineVersionStatus = Pick<
  EngineVersion,
  'enabled' | 'beta' | 'deprecated' | 'deprecatedReason' | 'endOfLife'
>

/** A version that words may stand for. */
export type EnabledVersion = Pick<EngineVersion, 'id' | 'version' | 'beta'>

/** The facts that people set; the platform sets the rest. */
export type EngineVersionFacts = Omit<EngineVersion, 'id' | 'createdAt' | 'updatedAt' | 'usage'>

/** Stands for the newest enabled `N.N.N` that is not beta, wherever a version is asked for. */
export const latestVersion = 'latest'

/** Longer than any real constraint, in characters. */
export const longestConstraint = 500

/** Returns the faults of a requested version: a number, `latest`, or a constraint (contract §19). */
export function faultOfAsked(asked: string): string | undefined {
  if (asked === latestVersion || isEngineVersion(asked)) return undefined
  const parsed = parseEngineConstraint(asked)
  return 'faults' in parsed ? parsed.faults[0]?.message : undefined
}

/** Finds the newest of these versions that meets the request; they are enabled, and newest first. */
export function newestFor(asked: string, versions: readonly EnabledVersion[]): EnabledVersion | undefined {
  if (asked === latestVersion) return versions.find(({ version, beta }) => !beta && !version.includes('-'))
  const parsed = parseEngineConstraint(asked)
  if ('faults' in parsed) return undefined
  const { constraint } = parsed
  return versions.find(
    ({ version, beta }) => (constraint.isExact || !beta) && meetsEngineConstraint(version, constraint),
  )
}

export interface EngineVersionFilter {
  /** The whole number; wins over `search`. */
  readonly version?: string | undefined
  /** A part of the number. */
  readonly search?: string | undefined
  readonly enabled?: boolean | undefined
  readonly official?: boolean | undefined
  readonly beta?: boolean | undefined
  readonly deprecated?: boolean | undefined
  readonly used?: boolean | undefined
  /** Constraint that versions must meet, as the engine's CLI reads it. */
  readonly meets?: EngineConstraint | undefined
}

/** The versions that share their first two numbers, such as `1.9`, and the workspaces on them. */
export interface EngineLine {
  readonly line: string
  readonly workspaces: number
  /** Each version counts once: as enabled, with a known end of life, as deprecated, or as disabled. */
  readonly supported: number
  readonly ending: number
  readonly deprecated: number
  readonly disabled: number
  /** The last known end of life among them. */
  readonly lastEnd: Date | null
}

/** Maximum number of lines that are counted: those of the newest versions. */
export const mostLines = 60

/** Order by precedence, by the number of workspaces, or by creation. */
export type EngineVersionOrder = 'version' | 'usage' | 'created'

const { version, deprecatedReason } = engineVersion.shape

export const engineVersionFacts = engineVersion.pick({
  version: true,
  official: true,
  enabled: true,
  beta: true,
  deprecated: true,
  deprecatedReason: true,
})

/** The attributes of contract §4. */
export const engineVersionChange = {
  version: version.optional(),
  url: emptyAsAbsent(text(2048, isHttpUrl)),
  sha: emptyAsAbsent(text(64, isSha256).transform((sha) => sha.toLowerCase())),
  archs: z.array(engineArchive).min(1).max(50).optional(),
  ...engineVersionFacts.omit({ version: true }).partial().shape,
  deprecatedReason: emptyAsAbsent(deprecatedReason),
  ...endOfLifeChange,
}
export const engineVersionCreation = { ...engineVersionChange, version }

export type EngineVersionCreation = Parsed<typeof engineVersionCreation>
export type EngineVersionChange = Parsed<typeof engineVersionChange>

/** A creation needs either `archs`, or both `url` and `sha`. */
export function creationFaults(
  right: Partial<EngineVersionCreation>,
  given: ReadonlySet<string>,
): readonly Fault[] {
  if (given.has('archs') && !right.archs) return []
  if (right.archs) return faultsOfArchives(right.archs, right.url, right.sha)
  return [...(right.url ? [] : [faults.blank('url')]), ...(right.sha ? [] : [faults.blank('sha')])]
}

export function changeFaults(right: Partial<EngineVersionChange>): readonly Fault[] {
  return right.archs ? faultsOfArchives(right.archs, right.url, right.sha) : []
}

/** Returns the reason of a deprecated version; null for all others. */
export function reasonFor(deprecated: boolean, reason: string | null | undefined): string | null {
  return deprecated && reason ? reason : null
}

/** Returns the reason why a version cannot be deleted; undefined when it can. */
export function deletionBlock(
  version: Pick<EngineVersion, 'official' | 'usage'>,
): { readonly official: boolean; readonly workspaces: number } | undefined {
  if (!version.official && version.usage === 0) return undefined
  return { official: version.official, workspaces: version.usage }
}

/** The one sentence about it, for every face. */
export function deletionFault(block: { official: boolean; workspaces: number }): Fault {
  const workspaces = block.workspaces === 1 ? '1 workspace uses it' : `${block.workspaces} workspaces use it`
  const reasons = [
    ...(block.official ? ['it is official'] : []),
    ...(block.workspaces > 0 ? [workspaces] : []),
  ]
  return { path: [], code: 'IN_USE', message: `The version cannot be deleted: ${reasons.join(' and ')}` }
}
