'use client'

import { IconDoorExit, IconLink, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { MemberActionFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import { useViewer } from '~/shell/viewer'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { useAskToLeave } from '~/app/(signed-in)/organizations/leave'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { showInvitation } from './invitation-link'
import { nameOf } from './member-name'

const InvitationRenew = graphql(`
  mutation InvitationRenew($input: OrganizationMembershipInvitationRenewInput!) {
    organizationMembershipInvitationRenew(input: $input) {
      invitationUrl
      mailed
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

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

/** What owners can do with a member, and the members with themselves; nothing for others. */
export function useMemberActions(onRemoved?: () => void): (member: Member) => Action[] {
  const router = useRouter()
  const { name } = useOrganization()
  const askToRemove = useAskToRemove(onRemoved)
  const askForNewLink = useAskForNewLink()
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
      ...(member.status === 'INVITED'
        ? [{ label: 'New link', icon: IconLink, run: () => askForNewLink(member) }]
        : []),
      isViewer
        ? leave
        : {
            label: member.status === 'INVITED' ? 'Revoke' : 'Remove',
            icon: IconTrash,
            danger: true,
            run: () => askToRemove(member),
          },
    ]
  }
}

function useAskToRemove(onRemoved?: () => void) {
  const { name } = useOrganization()
  const remove = useChange('organizationMembershipDelete')
  return (member: Member) => {
    const person = nameOf(member)
    const isInvited = member.status === 'INVITED'
    confirm({
      title: isInvited ? `Revoke the invitation of ${person}?` : `Remove ${person} from ${name}?`,
      children: isInvited
        ? 'The link stops working at once.'
        : `${person} leaves all teams of ${name} and loses its workspaces, modules and providers at once. The account stays.`,
      action: isInvited ? 'Revoke' : `Remove ${person}`,
      danger: true,
      askReason: true,
      run: async (reason) =>
        showOutcome(
          await remove.mutateAsync({ id: member.id, reason }),
          isInvited ? `The invitation of ${person} is revoked.` : `${person} is removed.`,
          onRemoved,
        ),
    })
  }
}

function useAskForNewLink() {
  const renew = useChange(InvitationRenew)
  return ({ id, email }: Member) =>
    confirm({
      title: `Create a new link for ${email}?`,
      children: 'The previous link stops working. The new one works once, within seven days.',
      action: 'Create link',
      run: async () => {
        const { invitationUrl, mailed, userErrors } = await renew.mutateAsync({ id })
        if (invitationUrl !== null) showInvitation({ email, url: invitationUrl, mailed: mailed === true })
        return userErrors.map(({ message }) => message)
      },
    })
}
