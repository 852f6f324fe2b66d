import { Badge, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { UserRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { Ago, momentColumn } from '~/ui/moment'
import { WithMonogram } from '~/ui/monogram'
import { Dimmed } from '~/ui/texts'

export const UserRow = graphql(`
  fragment UserRow on User {
    id
    username
    email
    emailVerified
    isSiteAdmin
    suspendedAt
    createdAt
    twoFactorEnabledAt
    lastActiveAt
    memberOf: organizations(page: { size: 1 }) {
      totalCount
    }
    ...UserActionFacts
  }
`)

export const columns: readonly Column<UserRowFragment>[] = [
  {
    key: 'username',
    header: 'User name',
    width: 3.4,
    place: 'title',
    cell: ({ id, username }) => (
      <WithMonogram name={username} of="person">
        <NameLink href={paths.user(id)}>{username}</NameLink>
      </WithMonogram>
    ),
    text: ({ username }) => username,
  },
  {
    key: 'state',
    header: 'State',
    width: 3.6,
    place: 'below',
    cell: (user) => <Badges user={user} />,
    text: ({ suspendedAt, isSiteAdmin }) =>
      `${suspendedAt === null ? 'Active' : 'Suspended'}${isSiteAdmin ? ', Administrator' : ''}`,
  },
  {
    key: 'email',
    header: 'E-mail',
    width: 4.6,
    cell: (user) => <Email {...user} />,
    text: ({ email }) => email ?? '',
  },
  {
    key: 'organizations',
    header: 'Organizations',
    width: 2.1,
    cell: ({ memberOf }) => memberOf?.totalCount.toLocaleString('en') ?? '–',
  },
  {
    key: 'two-step',
    header: 'Two-step',
    width: 1.6,
    cell: ({ twoFactorEnabledAt }) => (twoFactorEnabledAt === null ? <Dimmed>Off</Dimmed> : 'On'),
    text: ({ twoFactorEnabledAt }) => (twoFactorEnabledAt === null ? 'Off' : 'On'),
  },
  {
    key: 'active',
    header: 'Last active',
    width: 2.2,
    cell: ({ lastActiveAt }) => <LastSeen at={lastActiveAt} />,
    text: ({ lastActiveAt }) => lastActiveAt ?? '',
  },
  momentColumn('created', 'Created', 3.6, ({ createdAt }) => createdAt),
]

/** The address, and what it is worth. */
export function Email({ email, emailVerified }: Pick<UserRowFragment, 'email' | 'emailVerified'>) {
  if (email === null) return 'none'
  return (
    <Group gap={6}>
      <span style={{ overflowWrap: 'anywhere' }}>{email}</span>
      {!emailVerified && <Badge color="yellow">Not verified</Badge>}
    </Group>
  )
}

export function Badges({ user: { isSiteAdmin, suspendedAt } }: { user: UserRowFragment }) {
  return (
    <Group gap={6}>
      {suspendedAt === null ? <Badge color="green">Active</Badge> : <Badge color="red">Suspended</Badge>}
      {isSiteAdmin && <Badge color="harbor">Administrator</Badge>}
    </Group>
  )
}

export const LastSeen = ({ at }: { at: string | null }) =>
  at === null ? <Dimmed>–</Dimmed> : <Ago at={at} />
