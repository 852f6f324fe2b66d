'use client'

import { IconDoorExit, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useAskToLeave } from '~/app/(signed-in)/organizations/leave'
import { graphql } from '~/data/generated'
import type { MemberActionFactsFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { useViewer } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { useRouter } from '~/ui/navigation'
import { nameOf } from './member-name'
import { renew } from './renew'

export const MemberActionFacts = graphql(`
  fragment MemberActionFacts on OrganizationMembership {
    id
    email
    status
    canDelete
    user {
      id
      username
    }
  }
`)

type Member = MemberActionFactsFragment

/** Returns the actions of owners on a member, and of members on themselves; empty for others. */
export function useMemberActions(onRemoved?: () => void): (member: Member) => Action[] {
  const router = useRouter()
  const act = useAct()
  const { name } = useOrganization()
  const askToLeave = useAskToLeave(() => router.push(paths.organizations()))
  const viewer = useViewer()
  return (member) => {
    const isViewer = member.user?.id === viewer.user.id
    const leave = { label: `Leave ${name}`, icon: IconDoorExit, danger: true, run: () => askToLeave(name) }
    if (!member.canDelete) return isViewer ? [leave] : []
    return [
      ...(onRemoved
        ? []
        : [{ label: 'Teams', icon: IconUsersGroup, run: () => router.push(paths.member(name, member.id)) }]),
      ...(member.status === 'INVITED' ? [act(renew(member))] : []),
      isViewer
        ? leave
        : act({ ...(member.status === 'INVITED' ? revoke(member) : remove(member, name)), after: onRemoved }),
    ]
  }
}

const revoke = (member: Member) => ({
  label: 'Revoke',
  icon: IconTrash,
  danger: true,
  change: change('organizationMembershipDelete', { id: member.id }),
  question: {
    title: `Revoke the invitation of ${nameOf(member)}?`,
    body: 'The link stops working at once.',
    confirm: 'Revoke',
    danger: true,
    reason: true as const,
  },
  done: `The invitation of ${nameOf(member)} is revoked.`,
})

const remove = (member: Member, organization: string) => ({
  label: 'Remove',
  icon: IconTrash,
  danger: true,
  change: change('organizationMembershipDelete', { id: member.id }),
  question: {
    title: `Remove ${nameOf(member)} from ${organization}?`,
    body: `${nameOf(member)} leaves all teams of ${organization} and loses its workspaces, modules and providers at once. The account stays.`,
    confirm: `Remove ${nameOf(member)}`,
    danger: true,
    reason: true as const,
  },
  done: `${nameOf(member)} is removed.`,
})
