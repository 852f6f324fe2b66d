import { graphql } from '~/data/generated'
import type { TeamRightsFactsFragment, TeamVisibility } from '~/data/generated/graphql'
import { Dimmed } from '~/ui/texts'

export const TeamRightsFacts = graphql(`
  fragment TeamRightsFacts on Team {
    isOwners
    manageModules
    manageProviders
    manageWorkspaces
  }
`)

export type Right = 'manageModules' | 'manageProviders' | 'manageWorkspaces'

export const rights: Readonly<Record<Right, { label: string; description: string; badge: string }>> = {
  manageModules: {
    label: 'Manage modules',
    description: 'Publish modules and their versions, deprecate and delete them.',
    badge: 'Modules',
  },
  manageProviders: {
    label: 'Manage providers',
    description: 'Add providers, their versions, files and signing keys, and delete them.',
    badge: 'Providers',
  },
  manageWorkspaces: {
    label: 'Manage workspaces',
    description: 'Create workspaces, set their engine version, and delete them.',
    badge: 'Workspaces',
  },
}

export const visibilityWords: Readonly<Record<TeamVisibility, { label: string; description: string }>> = {
  ORGANIZATION: {
    label: 'Visible',
    description: 'Listed for every member of the organization.',
  },
  SECRET: {
    label: 'Secret',
    description: 'Marked as secret for clients. Members of the organization can still open it.',
  },
}

export function RightsBadges({ team }: { team: TeamRightsFactsFragment }) {
  if (team.isOwners) return 'Everything'
  const given = (Object.keys(rights) as Right[]).filter((right) => team[right])
  if (given.length === 0) return <Dimmed>Read-only</Dimmed>
  return given.map((right) => rights[right].badge).join(', ')
}
