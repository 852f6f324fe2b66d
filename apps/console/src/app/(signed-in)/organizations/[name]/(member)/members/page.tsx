'use client'

import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { MemberListQuery, MembershipStatus } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useQuickActions } from '~/shell/quick-actions'
import type { Column } from '~/ui/lists/data-table'
import { PeopleDrawing } from '~/ui/feedback/drawings'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { NameLink } from '~/ui/links'
import { ListPage } from '~/ui/lists/list-page'
import { momentColumn } from '~/ui/moment'
import { WithMonogram } from '~/ui/monogram'
import { menuColumn } from '~/ui/lists/row-menu'
import { firstNames } from '~/ui/text'
import { Nothing, Small } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { useMemberActions } from './actions'
import { MemberBadge, nameOf } from './member-name'

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
          createdAt
          teams(page: { size: 3 }) {
            nodes {
              id
              name
            }
            totalCount
          }
          ...MemberActionFacts
        }
      }
    }
  }
`)

type Row = NonNullable<MemberListQuery['organization']>['memberships']['nodes'][number]

const words = {
  invited: { name: 'State', yes: 'Invited', no: 'Active' },
}

const statusOf = (invited: boolean | undefined): MembershipStatus | undefined =>
  invited === undefined ? undefined : invited ? 'INVITED' : 'ACTIVE'

const columns = (organization: string): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 4.5,
    place: 'title',
    cell: (member) => (
      <WithMonogram of="person" name={nameOf(member)}>
        <NameLink href={paths.member(organization, member.id)}>{nameOf(member)}</NameLink>
        {member.user && <Small>{member.email}</Small>}
      </WithMonogram>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 2,
    place: 'below',
    cell: ({ status }) => <MemberBadge status={status} quiet />,
  },
  { key: 'teams', header: 'Teams', width: 3.5, cell: ({ teams }) => <TeamNames teams={teams} /> },
  momentColumn('since', 'Since', 2.6, ({ createdAt }) => createdAt, 'wide'),
]

/** The first few by name; the page of the member has all. */
function TeamNames({ teams: { nodes, totalCount } }: Pick<Row, 'teams'>) {
  if (totalCount === 0) return <Nothing />
  const names = nodes.map(({ name }) => name)
  return firstNames(names, 3, totalCount)
}

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
      <ListPage
        {...list}
        within={name}
        newButton={inviteButton}
        icon={PeopleDrawing}
        download={false}
        columns={[...columns(name), menuColumn(nameOf, actionsOf, 1.5)]}
        expected={5}
        hint="Search for part of the user name or of the e-mail address, or remove a filter."
      >
        Invited people appear here.
      </ListPage>
      {mayWrite && <InviteDialog opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}
