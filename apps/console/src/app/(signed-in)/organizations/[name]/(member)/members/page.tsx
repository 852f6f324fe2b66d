'use client'

import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { MembershipStatus } from '~/data/generated/graphql'
import { useQuickActions } from '~/shell/quick-actions'
import { Empty } from '~/ui/empty'
import { PageHeader } from '~/ui/page-header'
import { List } from '~/ui/list'
import { menuColumn } from '~/ui/row-menu'
import { lazyDialog } from '~/ui/lazy-dialog'
import { useList } from '~/ui/use-list'
import { useUrlDialog } from '~/ui/url-dialog'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useMemberActions } from './actions'
import { columns } from './columns'
import { nameOf } from './member-name'

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog')).InviteDialog)

const MemberList = graphql(`
  query MemberList(
    $name: String!
    $search: String
    $status: MembershipStatus
    $orderBy: OrganizationMembershipOrder
    $page: PageInput!
  ) {
    organization(name: $name) {
      memberships(search: $search, status: $status, orderBy: $orderBy, page: $page) {
        nodes {
          ...MemberRow
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)

const label = 'Members'

const words = {
  invited: { name: 'State', yes: 'Invited', no: 'Active' },
}

const statusOf = (invited: boolean | undefined): MembershipStatus | undefined =>
  invited === undefined ? undefined : invited ? 'INVITED' : 'ACTIVE'

/** Who is in the organization, and who is invited. */
export default function MembersPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('MEMBERSHIPS_WRITE')
  const list = useList(MemberList, {
    noun: 'member',
    name: 'members',
    words,
    orders: { fields: { name: 'NAME', state: 'STATUS', since: 'CREATED_AT' }, own: 'since' },
    variables: ({ search, flags }) => ({ name, search, status: statusOf(flags.invited) }),
    pick: (data) => data.organization?.memberships,
  })
  const actionsOf = useMemberActions()
  const dialog = useUrlDialog('invite')
  useQuickActions(
    mayWrite ? [{ label: 'Invite a member', icon: IconUserPlus, run: () => dialog.open() }] : [],
  )
  const inviteButton = mayWrite && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => dialog.open()}>
      Invite
    </Button>
  )

  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={inviteButton} />
      <List
        {...list}
        download={false}
        columns={[...columns(name), menuColumn(nameOf, actionsOf, 1.5)]}
        expected={5}
        hint="Search for part of the user name or of the e-mail address, or remove a filter."
      >
        <Empty icon={IconUsers} title="No members yet" action={inviteButton}>
          Invited people appear here.
        </Empty>
      </List>
      {mayWrite && <InviteDialog opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}
