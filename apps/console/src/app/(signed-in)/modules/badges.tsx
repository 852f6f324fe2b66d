import { graphql } from '~/data/generated'
import type { ModuleBadgeFactsFragment } from '~/data/generated/graphql'
import { Check, StateDot, States, type Tone } from '~/ui/feedback/state-dot'

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

/** The state of a module; `quiet` next to names in a list, most of which are published. */
export function Badges({ module, quiet = false }: { module: Facts; quiet?: boolean }) {
  const { label, tone } = stateOf(module)
  return (
    <States>
      {!(quiet && tone === 'good') && <StateDot tone={tone}>{label}</StateDot>}
      {module.verified && <Check>Trusted</Check>}
    </States>
  )
}
