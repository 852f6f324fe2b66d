import type { EngineVersionDetailQuery } from '~/data/generated/graphql'
import { recordFacts, type Fact } from '~/ui/fact-list'
import { count } from '~/ui/plural'
import { deletionObstacle } from '../deletion'

type Found = NonNullable<EngineVersionDetailQuery['engineVersion']>

export function factsOf(version: Found): Fact[] {
  const obstacle = deletionObstacle(version.deletionBlockedBy)
  return [
    ['Availability', version.enabled ? 'Enabled' : 'Disabled'],
    ['Origin', version.official ? 'Official release' : 'Not an official release'],
    ['Maturity', version.beta ? 'Beta pre-release' : 'Release'],
    ['Used by', version.usage === 0 ? 'No workspaces' : count(version.usage, 'workspace')],
    ['Run by', `${count(version.seenRecently.tokens, 'token')} in 30 days`],
    ...recordFacts(version),
    ['Deletion', obstacle === undefined ? 'Possible' : `Not possible: ${lowerFirst(obstacle)}`],
  ]
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
