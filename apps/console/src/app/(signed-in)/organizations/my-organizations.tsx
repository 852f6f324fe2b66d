'use client'

import { Paper } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { MyOrganizationListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/lists/data-table'
import { WorkspacesDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { NameLink, NewButton } from '~/ui/links'
import { WithMonogram } from '~/ui/monogram'
import { momentColumn } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { useList } from '~/ui/lists/use-list'
import { useAskToLeave } from './leave'

const MyOrganizationList = graphql(`
  query MyOrganizationList($orderBy: OrganizationOrder, $page: PageInput!) {
    viewer {
      organizations(orderBy: $orderBy, page: $page) {
        nodes {
          id
          name
          email
          createdAt
          permissions
        }
      }
    }
  }
`)

type Row = NonNullable<MyOrganizationListQuery['viewer']>['organizations']['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 4,
    place: 'title',
    cell: ({ name }) => (
      <WithMonogram of="organization" name={name}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
      </WithMonogram>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    width: 2,
    place: 'below',
    cell: ({ permissions }) => (permissions.includes('ORGANIZATIONS_WRITE') ? 'Owner' : 'Member'),
  },
  { key: 'email', header: 'Notifications', width: 4, place: 'wide', cell: ({ email }) => email },
  momentColumn('created', 'Created', 2.6, ({ createdAt }) => createdAt, 'wide'),
]

/** Organizations of the viewer, for people who do not run the site. */
export function MyOrganizations() {
  const list = useList(MyOrganizationList, {
    noun: 'organization',
    orders: { fields: { name: 'NAME', email: 'EMAIL', created: 'CREATED_AT' }, own: 'name' },
    pick: (data) => data.viewer?.organizations,
  })
  const askToLeave = useAskToLeave(() => undefined)
  const leave = ({ name }: Row) => ({
    label: `Leave ${name}`,
    icon: IconDoorExit,
    danger: true,
    run: () => askToLeave(name),
  })
  const menu = menuColumn<Row>(
    ({ name }) => name,
    (row) => [leave(row)],
    1.4,
  )
  const newButton = useMay('ORGANIZATIONS_CREATE') && (
    <NewButton href={paths.organizationNew()}>New organization</NewButton>
  )
  return (
    <>
      <PageHeader title="Organizations" actions={newButton} />
      <Paper>
        <PagedList
          columns={[...columns, menu]}
          {...list}
          expected={3}
          failureTitle="Your organizations could not be loaded"
          nothing={
            <Empty icon={WorkspacesDrawing} title="You are not in an organization yet" action={newButton}>
              An owner of one can invite you by your e-mail address.
            </Empty>
          }
        />
      </Paper>
    </>
  )
}
