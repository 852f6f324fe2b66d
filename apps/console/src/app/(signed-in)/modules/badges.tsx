import { Badge } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { ModuleBadgeFactsFragment } from '~/data/generated/graphql'
import { Check, StateDot, States, type Tone } from '~/ui/state-dot'

export const ModuleBadgeFacts = graphql(`
  fragment ModuleBadgeFacts on RegistryModule {
    status
    verified
    newestVersion {
      id
      version
      deprecation {
        status
      }
    }
  }
`)

type Facts = ModuleBadgeFactsFragment

type State = { label: string; tone: Tone }

const stateOf = ({ status, newestVersion }: Facts): State => {
  if (!newestVersion)
    return status === 'PENDING'
      ? { label: 'Nothing published', tone: 'idle' }
      : { label: 'All revoked', tone: 'bad' }
  return newestVersion.deprecation
    ? { label: 'Newest deprecated', tone: 'warning' }
    : { label: 'Published', tone: 'good' }
}

/** The state of a module in words. */
export const wordsOf = (module: Facts): string[] => [
  stateOf(module).label,
  ...(module.verified ? ['Trusted'] : []),
]

/** The same to look at; `quiet` in a list, where most modules are published. */
export function Badges({ module, quiet = false }: { module: Facts; quiet?: boolean }) {
  const { label, tone } = stateOf(module)
  return (
    <States>
      {tone === 'warning' ? (
        <Badge color="orange">{label}</Badge>
      ) : (
        <StateDot tone={tone} quiet={quiet && tone === 'good'}>
          {label}
        </StateDot>
      )}
      {module.verified && <Check>Trusted</Check>}
    </States>
  )
}
