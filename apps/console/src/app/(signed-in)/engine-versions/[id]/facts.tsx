import type { EngineVersionDetailQuery } from '~/data/generated/graphql'
import { FactList, recordFacts, type Fact } from '~/ui/fact-list'
import { count } from '~/ui/plural'
import { Section } from '~/ui/section'
import { deletionObstacle } from '../deletion'

type Found = NonNullable<EngineVersionDetailQuery['engineVersion']>

export function Facts({ version }: { version: Found }) {
  const obstacle = deletionObstacle(version.deletionBlockedBy)
  const facts: Fact[] = [
    ['Availability', version.enabled ? 'Enabled: can be chosen' : 'Disabled: cannot be chosen'],
    ['Origin', version.official ? 'Official release' : 'Not an official release'],
    ['Maturity', version.beta ? 'Beta pre-release' : 'Release'],
    ['Used by', version.usage === 0 ? 'No workspaces' : count(version.usage, 'workspace')],
    ...recordFacts(version),
    ['Deletion', obstacle === undefined ? 'Possible' : `Not possible: ${lowerFirst(obstacle)}`],
  ]
  return (
    <Section title="Facts">
      <FactList facts={facts} />
    </Section>
  )
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
