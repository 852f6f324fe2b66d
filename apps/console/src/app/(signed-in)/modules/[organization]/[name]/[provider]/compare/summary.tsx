import type { ModuleComparisonQuery } from '~/data/generated/graphql'
import { count } from '~/ui/text'
import type { Verdict } from '../interface-words'
import type { ModuleIn } from '../queries'
import { VerdictBanner } from '../versions/verdict-banner'

type FoundComparison = NonNullable<ModuleIn<ModuleComparisonQuery>['comparison']>

export type Comparison = Omit<FoundComparison, 'releaseNotes'>

/** Summary that says whether users of one version have to change anything for the other. */
export function Summary({ comparison }: { comparison: Comparison }) {
  const { from, to, changes, breakingCount } = comparison
  const others = changes.totalCount - breakingCount
  return (
    <VerdictBanner verdict={comparedVerdict(comparison)}>
      {changes.totalCount === 0 && `${from.version} and ${to.version} declare the same.`}
      {breakingCount > 0 && others > 0 && `Not breaking: ${count(others, 'change')}.`}
    </VerdictBanner>
  )
}

export const comparedVerdict = ({ from, to, changes, ...found }: Comparison): Verdict => ({
  ...found,
  from: from.version,
  to: to.version,
  // Those that break come first.
  breaking: changes.nodes.flatMap(({ breaking }) => (breaking === null ? [] : [{ reason: breaking }])),
})
