import { compareVersions } from '@engine/shared'
import { graphql } from '~/data/generated'
import type {
  ModuleVerdictFactsFragment,
  RegistryModuleBreakingReason as Reason,
  RegistryModuleDeclarationKind as Kind,
  VersionStep,
} from '~/data/generated/graphql'
import { count, numberText } from '~/ui/text'

/** Names of declarations and requirements of a module. */
export const kinds: Readonly<Record<Kind, string>> = {
  FOLDER: 'Submodule',
  INPUT: 'Input',
  OUTPUT: 'Output',
  RESOURCE: 'Resource',
  ENGINE: 'Engine version',
  PROVIDER: 'Provider',
  DEPENDENCY: 'Module',
}

/** Reasons why callers may have to change. */
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

/** Words for a number of changes of each reason, in the order of the sentence. */
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

const stepNames = { MAJOR: 'a major step', MINOR: 'a minor step', PATCH: 'a patch' } as const

export const ModuleVerdictFacts = graphql(`
  fragment ModuleVerdictFacts on RegistryModuleInterface {
    comparedWith
    missingStep
    wantedVersion
    breaksPromise
    breaking {
      reason
    }
    breakingCount
  }
`)

/** Effect of a version on callers of another one, as the API found it. */
export type Verdict = {
  from: string
  to: string
  /** The step that SemVer wants, where the one between the numbers is smaller. */
  missingStep: VersionStep | null
  /** The number that makes that step; null where none is missing, or of a version that is older than the number. */
  wantedVersion: string | null
  breaksPromise: boolean
  /** The known ones; `breakingCount` is their full number. */
  breaking: readonly { reason: Reason }[]
  breakingCount: number
}

/** The facts that the API found when a version was published. */
type FoundInterface<Breaking> = Omit<ModuleVerdictFactsFragment, 'breaking'> & {
  breaking: readonly Breaking[]
}

/** Returns the verdict on a version; undefined where nothing was promised before it. */
export const verdictOf = <Breaking extends { reason: Reason }>(
  to: string,
  { comparedWith, ...found }: FoundInterface<Breaking>,
) => (comparedWith === null ? undefined : { from: comparedWith, to, ...found })

/** `2 inputs removed, 1 output removed` */
function breakingText({ breaking, breakingCount }: Verdict): string {
  const known = told.flatMap(([reason, one, after]) => {
    const number = breaking.filter((each) => each.reason === reason).length
    return number === 0 ? [] : `${count(number, one)} ${after}`
  })
  const others = breakingCount - breaking.length
  return [...known, ...(others > 0 ? [`${numberText(others)} more`] : [])].join(', ')
}

type Words = { title: string; text: string }

/** `Breaks callers of 1.2.4: 2 inputs removed.` `By SemVer this is 2.0.0.` */
export function verdictWords(verdict: Verdict): Words {
  const { from, breakingCount, missingStep, wantedVersion } = verdict
  const wanted = missingStep === null ? undefined : (wantedVersion ?? stepNames[missingStep])
  if (breakingCount === 0)
    return {
      title: `Breaks nothing of ${from}.`,
      text: wanted === undefined ? '' : `It adds to the interface: by SemVer this is ${wanted}.`,
    }
  return { title: `Breaks callers of ${from}: ${breakingText(verdict)}.`, text: promiseText(verdict, wanted) }
}

function promiseText({ from, to, breaksPromise }: Verdict, wanted: string | undefined): string {
  if (wanted === undefined) return compareVersions(from, to) < 0 ? 'Its number says so.' : ''
  return breaksPromise
    ? `By SemVer this is ${wanted}.`
    : `A pre-release promises nothing; the release is ${wanted} by SemVer.`
}
