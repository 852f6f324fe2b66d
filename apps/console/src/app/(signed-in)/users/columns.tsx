import { Badge, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { UserRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'

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
    ...UserActionFacts
  }
`)

export const columns: readonly Column<UserRowFragment>[] = [
  {
    key: 'username',
    header: 'User name',
    width: 4,
    place: 'title',
    cell: ({ id, username }) => <NameLink href={paths.user(id)}>{username}</NameLink>,
  },
  { key: 'state', header: 'State', width: 4, place: 'below', cell: (user) => <Badges user={user} /> },
  { key: 'email', header: 'E-mail', width: 4, cell: (user) => <Email {...user} /> },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
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

/** In which states a user is, in words. */
export function Badges({
  user: { isSiteAdmin, suspendedAt },
}: {
  user: Pick<UserRowFragment, 'isSiteAdmin' | 'suspendedAt'>
}) {
  return (
    <Group gap={6}>
      {suspendedAt === null ? <Badge color="green">Active</Badge> : <Badge color="red">Suspended</Badge>}
      {isSiteAdmin && <Badge color="harbor">Administrator</Badge>}
    </Group>
  )
}
