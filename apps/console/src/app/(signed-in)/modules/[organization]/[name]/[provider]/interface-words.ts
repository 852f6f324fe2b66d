import { compareVersions, incremented, isPreRelease } from '@engine/shared'
import type {
  RegistryModuleBreakingReason as Reason,
  RegistryModuleDeclarationKind as Kind,
  VersionStep,
} from '~/data/generated/graphql'
import { count, numberText } from '~/ui/text'

/** What a module declares, and what it asks for. */
export const kinds: Readonly<Record<Kind, string>> = {
  FOLDER: 'Submodule',
  INPUT: 'Input',
  OUTPUT: 'Output',
  RESOURCE: 'Resource',
  ENGINE: 'Engine version',
  PROVIDER: 'Provider',
  DEPENDENCY: 'Module',
}

/** Why callers may have to change. */
export const reasons: Readonly<Record<Reason, string>> = {
  REQUIRED_INPUT_ADDED: 'New required input',
  INPUT_REMOVED: 'Input removed',
  INPUT_TYPE_CHANGED: 'Type changed',
  INPUT_BECAME_REQUIRED: 'Now required',
  INPUT_NO_LONGER_NULLABLE: 'Null no longer allowed',
  INPUT_BECAME_CONST: 'Now const',
  OUTPUT_REMOVED: 'Output removed',
  OUTPUT_TYPE_CHANGED: 'Type changed',
  OUTPUT_BECAME_EPHEMERAL: 'Now ephemeral',
  OUTPUT_BECAME_SENSITIVE: 'Now sensitive',
  REQUIREMENT_NARROWED: 'Fewer versions allowed',
  SOURCE_CHANGED: 'Another source',
  SUBMODULE_REMOVED: 'Submodule removed',
}

/** The same of so many of them, in the order in which a sentence tells them. */
const told: readonly (readonly [Reason, one: string, after: string])[] = [
  ['SUBMODULE_REMOVED', 'submodule', 'removed'],
  ['INPUT_REMOVED', 'input', 'removed'],
  ['OUTPUT_REMOVED', 'output', 'removed'],
  ['REQUIRED_INPUT_ADDED', 'required input', 'added'],
  ['INPUT_BECAME_REQUIRED', 'input', 'now required'],
  ['INPUT_NO_LONGER_NULLABLE', 'input', 'no longer nullable'],
  ['INPUT_BECAME_CONST', 'input', 'now const'],
  ['INPUT_TYPE_CHANGED', 'input', 'of another type'],
  ['OUTPUT_TYPE_CHANGED', 'output', 'of another type'],
  ['OUTPUT_BECAME_EPHEMERAL', 'output', 'now ephemeral'],
  ['OUTPUT_BECAME_SENSITIVE', 'output', 'now sensitive'],
  ['REQUIREMENT_NARROWED', 'requirement', 'narrowed'],
  ['SOURCE_CHANGED', 'provider', 'from another source'],
]

const steps: readonly VersionStep[] = ['PATCH', 'MINOR', 'MAJOR']
const parts = { MAJOR: 'major', MINOR: 'minor', PATCH: 'patch' } as const

/** What a version does to callers of another one. */
export type Verdict = {
  from: string
  to: string
  /** The step that SemVer wants, where the one between the numbers is smaller. */
  missingStep: VersionStep | null
  /** As many of them as are known. */
  breaking: readonly { reason: Reason }[]
  breakingCount: number
  /** The number that makes that step, where the API says it. */
  wantedVersion?: string | null
}

/** As the API tells of a version what was found when it was published. */
type FoundInterface<Breaking> = {
  comparedWith: string | null
  step: VersionStep | null
  wantedStep: VersionStep | null
  wantedVersion: string | null
  breaking: readonly Breaking[]
  breakingCount: number
}

/** Undefined where nothing was promised before it. */
export function verdictOf<Breaking extends { reason: Reason }>(
  to: string,
  { comparedWith, step, wantedStep, wantedVersion, breaking, breakingCount }: FoundInterface<Breaking>,
) {
  if (comparedWith === null) return undefined
  const isTooSmall = step !== null && wantedStep !== null && steps.indexOf(step) < steps.indexOf(wantedStep)
  const missingStep = isTooSmall ? wantedStep : null
  return { from: comparedWith, to, missingStep, breaking, breakingCount, wantedVersion }
}

/** `2 inputs removed, 1 output removed` */
function breakingText({ breaking, breakingCount }: Verdict): string {
  const known = told.flatMap(([reason, one, after]) => {
    const number = breaking.filter((each) => each.reason === reason).length
    return number === 0 ? [] : `${count(number, one)} ${after}`
  })
  const others = breakingCount - breaking.length
  return [...known, ...(others > 0 ? [`${numberText(others)} more`] : [])].join(', ')
}

/** The number that says what changed; undefined where the given one does. */
export const wantedNumber = ({ from, missingStep, wantedVersion }: Verdict): string | undefined =>
  missingStep === null ? undefined : (wantedVersion ?? incremented(from, parts[missingStep]))

/** Whether callers of a release are broken by a number that promised not to: what the policy decides on. */
export const breaksPromise = ({ to, missingStep, breakingCount }: Verdict): boolean =>
  breakingCount > 0 && missingStep !== null && !isPreRelease(to)

type Words = { title: string; text: string }

/** `Breaks callers of 1.2.4: 2 inputs removed.` `By SemVer this is 2.0.0.` */
export function verdictWords(verdict: Verdict): Words {
  const { from, breakingCount } = verdict
  const wanted = wantedNumber(verdict)
  if (breakingCount === 0)
    return {
      title: `Breaks nothing of ${from}.`,
      text: wanted === undefined ? '' : `It adds to the interface: by SemVer this is ${wanted}.`,
    }
  return { title: `Breaks callers of ${from}: ${breakingText(verdict)}.`, text: promiseText(verdict, wanted) }
}

function promiseText({ from, to }: Verdict, wanted: string | undefined): string {
  if (wanted === undefined) return compareVersions(from, to) < 0 ? 'Its number says so.' : ''
  return isPreRelease(to)
    ? `A pre-release promises nothing; the release is ${wanted} by SemVer.`
    : `By SemVer this is ${wanted}.`
}
