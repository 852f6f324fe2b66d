'use client'

import { IconPencil, IconTrash } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { TeamActionFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { count } from '~/ui/plural'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

export const TeamActionFacts = graphql(`
  fragment TeamActionFacts on Team {
    id
    name
    isOwners
    canUpdate
    canDelete
    members(page: { size: 1 }) {
      totalCount
    }
  }
`)

type Team = Omit<TeamActionFactsFragment, 'members'> & { members: { totalCount: number } }

/** What owners can do with a team; nothing for others. */
export function useTeamActions(onDeleted?: () => void): (team: Team) => Action[] {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const remove = useChange('teamDelete')

  const askAndDelete = ({ id, name, members }: Team) =>
    confirm({
      title: `Delete the team ${name}?`,
      children: `${count(members.totalCount, 'member')} lose${members.totalCount === 1 ? 's' : ''} the rights that the team gives, and stay in the organization. The tokens of the team stop working at once. This cannot be undone.`,
      action: `Delete ${name}`,
      danger: true,
      askReason: true,
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id, reason }), `The team ${name} is deleted.`, onDeleted),
    })

  return (team) =>
    team.canUpdate
      ? [
          {
            label: 'Edit',
            icon: IconPencil,
            run: () => router.push(paths.teamEdit(organization, team.id)),
          },
          {
            label: 'Delete',
            icon: IconTrash,
            danger: true,
            disabledReason: team.isOwners ? 'The owners team cannot be deleted.' : undefined,
            run: () => askAndDelete(team),
          },
        ]
      : []
}
