'use client'

import { IconPencil } from '@tabler/icons-react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { TeamActionFactsFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { useRouter } from '~/ui/navigation'
import { count } from '~/ui/text'

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

type Team = TeamActionFactsFragment

/** Returns the actions of owners on a team; empty for others. */
export function useTeamActions(onDeleted?: () => void): (team: Team) => Action[] {
  const router = useRouter()
  const act = useAct()
  const { name: organization } = useOrganization()
  return ({ id, name, isOwners, canUpdate, members: { totalCount } }) =>
    canUpdate
      ? [
          { label: 'Edit', icon: IconPencil, run: () => router.push(paths.teamEdit(organization, id)) },
          deletion(act, {
            name: `the team ${name}`,
            short: name,
            disabledReason: isOwners ? 'The owners team cannot be deleted.' : undefined,
            change: change('teamDelete', { id }),
            body: `${count(totalCount, 'member')} lose${totalCount === 1 ? 's' : ''} the rights that the team gives, and stay in the organization. The tokens of the team stop working at once. This cannot be undone.`,
            after: onDeleted,
            done: `The team ${name} is deleted.`,
          }),
        ]
      : []
}
