import { compareVersions, incremented, isPreRelease, shortText } from '@engine/shared'
import {
  changesBetween,
  isSmaller,
  stepBetween,
  wantedStep,
  type BreakingReason,
  type ComparableModule,
  type DeclarationKind,
  type ModuleChange,
  type VersionStep,
} from './module-comparison.js'

/** A version of a module that was published. */
export interface PublishedNumber {
  readonly version: string
  readonly isRevoked: boolean
}

/** A change for which callers of the module may have to change. */
export interface BreakingDeclaration {
  /** `modules/net`; empty for the root. */
  readonly path: string
  readonly kind: DeclarationKind
  /** Empty for the engine, unless it is constrained by its name. */
  readonly name: string
  readonly reason: BreakingReason
}

/** Changes of a version that break callers of the release before it. */
export interface ModuleInterface {
  /** Null where there is no release before it: then nothing was promised. */
  readonly comparedWith: string | null
  /** The step between the numbers. */
  readonly step: VersionStep | null
  /** The step that SemVer wants for what changed. */
  readonly wantedStep: VersionStep | null
  /** The number that SemVer wants for it, above those that are taken; null where the step is large enough. */
  readonly wantedVersion: string | null
  /** Breaking declarations, at most `mostBreaking` of them. */
  readonly breaking: readonly BreakingDeclaration[]
  readonly breakingCount: number
}

export const mostBreaking = 100

/** Answer to whether the number of a version says what the version breaks. */
export interface NumberVerdict {
  /** The step that SemVer wants, where the one between the numbers is smaller; else null. */
  readonly missingStep: VersionStep | null
  /**
   * True if it breaks more than its number says, which the policy decides on. A pre-release promises nothing.
   */
  readonly breaksPromise: boolean
}

/** Policies for a version that breaks more than its number says. */
export const interfacePolicies = ['observe', 'warn', 'refuse'] as const

export type InterfacePolicy = (typeof interfacePolicies)[number]

/** Effect of a version on its callers, and whether its number announces it. */
export interface VersionVerdict extends NumberVerdict {
  readonly interface: ModuleInterface
  /** All of them, with what does not break. */
  readonly changes: readonly ModuleChange[]
  /**
   * Two sentences about what breaks and the number that SemVer wants; null if nothing breaks beyond the step.
   */
  readonly summary: string | null
}

/**
 * The release whose callers a version is for: the highest one below it, which for a patch of an older line is of that
 * line. Pre-releases and revoked versions are none. Undefined where nothing was promised yet.
 */
export function baselineOf<Version extends PublishedNumber>(
  version: string,
  published: readonly Version[],
): Version | undefined {
  return highestOf(
    published.filter(
      (each) => !each.isRevoked && !isPreRelease(each.version) && compareVersions(each.version, version) < 0,
    ),
  )
}

/** Compares a version with its baseline, whose contents are `before`, among all published versions. */
export function evaluateVersion(
  version: string,
  published: readonly PublishedNumber[],
  before: ComparableModule | undefined,
  after: ComparableModule,
): VersionVerdict {
  const baseline = before && baselineOf(version, published)?.version
  if (!baseline) return nothingPromised
  const changes = changesBetween(before, after)
  const [step, wanted] = [stepBetween(baseline, version), wantedStep(baseline, changes)]
  const broken = changes.flatMap(({ path, kind, name, breaking }) =>
    breaking === null ? [] : [{ path, kind, name, reason: breaking }],
  )
  const facts = { step, wantedStep: wanted, breakingCount: broken.length }
  const number = numberVerdictOf(version, facts)
  const wantedVersion = number.missingStep && numberAfter(baseline, number.missingStep, published)
  return {
    interface: {
      ...{ comparedWith: baseline, ...facts, wantedVersion },
      breaking: broken.slice(0, mostBreaking),
    },
    changes,
    ...number,
    summary: wantedVersion && broken.length > 0 ? summaryOf(version, baseline, broken, wantedVersion) : null,
  }
}

/** The verdict on a version that has no release before it. */
export const nothingPromised: VersionVerdict = {
  interface: {
    ...{ comparedWith: null, step: null, wantedStep: null, wantedVersion: null },
    ...{ breaking: [], breakingCount: 0 },
  },
  ...{ changes: [], missingStep: null, breaksPromise: false, summary: null },
}

type StepFacts = Pick<ModuleInterface, 'step' | 'wantedStep' | 'breakingCount'>

/** Tells by what was found of a version whether its number says as much. */
export function numberVerdictOf(
  version: string,
  { step, wantedStep: wanted, breakingCount }: StepFacts,
): NumberVerdict {
  const missing = step && wanted && isSmaller(step, wanted) ? wanted : null
  return { missingStep: missing, breaksPromise: breaksPromise(version, missing, breakingCount) }
}

/** Tells whether a version breaks callers by more than its number says. A pre-release promises nothing. */
export const breaksPromise = (version: string, missing: VersionStep | null, breakingCount: number): boolean =>
  missing !== null && breakingCount > 0 && !isPreRelease(version)

export function isRefused(
  { breaksPromise }: Pick<VersionVerdict, 'breaksPromise'>,
  policy: InterfacePolicy,
): boolean {
  return breaksPromise && policy === 'refuse'
}

/** The number that makes a step from a release, above all that share the numbers before the one that grows. */
export function numberAfter(
  release: string,
  step: VersionStep,
  published: readonly PublishedNumber[],
): string {
  const shared = release.split('.').slice(0, { major: 0, minor: 1, patch: 2 }[step])
  const isBeside = ({ version }: PublishedNumber) =>
    shared.every((part, at) => version.split('.')[at] === part)
  const releases = published.filter(({ version }) => !isPreRelease(version))
  return incremented(highestOf(releases.filter(isBeside))?.version ?? release, step)
}

function highestOf<Version extends PublishedNumber>(versions: readonly Version[]): Version | undefined {
  return versions.toSorted((one, other) => compareVersions(other.version, one.version))[0]
}

/** Number of breaking declarations that are named. */
const mostNamed = 3

/** `1.3.0 breaks callers of 1.2.4: input cidr was removed. By SemVer this is 2.0.0.` */
function summaryOf(
  version: string,
  baseline: string,
  broken: readonly BreakingDeclaration[],
  wantedVersion: string,
): string {
  const named = broken.slice(0, mostNamed).map(described).join(', ')
  const more = broken.length - mostNamed
  const rest = more > 0 ? `, … (${more.toLocaleString('en')} more)` : ''
  return `${version} breaks callers of ${baseline}: ${named}${rest}. By SemVer this is ${wantedVersion}.`
}

/** `input cidr of modules/net was removed` */
export function described({ path, kind, name, reason }: BreakingDeclaration): string {
  const place = path === '' || kind === 'folder' ? '' : ` of ${cut(path)}`
  const subject =
    kind === 'engine'
      ? `the engine${name && ` ${cut(name)}`}`
      : `${kind === 'folder' ? 'submodule' : kind} ${cut(name)}`
  return `${reason === 'requirement-narrowed' ? 'the constraint on ' : ''}${subject}${place} ${said[reason]}`
}

const said: Readonly<Record<BreakingReason, string>> = {
  'required-input-added': 'was added and is required',
  'input-removed': 'was removed',
  'input-type-changed': 'has another type',
  'input-became-required': 'became required',
  'input-no-longer-nullable': 'no longer takes null',
  'input-became-const': 'became const',
  'output-removed': 'was removed',
  'output-type-changed': 'has another type',
  'output-became-ephemeral': 'became ephemeral',
  'output-became-sensitive': 'became sensitive',
  'requirement-narrowed': 'was narrowed',
  'source-changed': 'has another source',
  'submodule-removed': 'was removed',
}

const longestName = 60

const cut = (name: string): string => shortText(name, longestName)
