import { Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { UserRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { WithMonogram } from '~/ui/monogram'
import { StateDot, States, type Tone } from '~/ui/feedback/state-dot'
import { Dimmed, Nothing } from '~/ui/texts'

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
  },
  {
    key: 'state',
    header: 'State',
    width: 3.6,
    place: 'below',
    cell: (user) => <Badges user={user} quiet />,
  },
  {
    key: 'email',
    header: 'E-mail',
    width: 4.6,
    place: 'below',
    cell: (user) => <Email {...user} />,
  },
  {
    ...numberColumn('organizations', 'Organizations', 2.1, ({ memberOf }) => memberOf?.totalCount),
    place: 'wide',
  },
  {
    key: 'two-step',
    header: 'Two-step',
    width: 1.6,
    place: 'wide',
    cell: ({ twoFactorEnabledAt }) => (twoFactorEnabledAt === null ? <Dimmed>Off</Dimmed> : 'On'),
  },
  momentColumn('active', 'Last active', 2.2, ({ lastActiveAt }) => lastActiveAt, 'wide'),
  momentColumn('created', 'Created', 3.6, ({ createdAt }) => createdAt, 'wide'),
]

/** The address, and what it is worth. */
export function Email({ email, emailVerified }: Pick<UserRowFragment, 'email' | 'emailVerified'>) {
  if (email === null) return <Nothing />
  return (
    <Group gap={6}>
      <span style={{ overflowWrap: 'anywhere' }}>{email}</span>
      {!emailVerified && <StateDot tone="warning">Not verified</StateDot>}
    </Group>
  )
}

type Facts = Pick<UserRowFragment, 'isSiteAdmin' | 'suspendedAt' | 'lastActiveAt'>

/** Returns the state of an account; one that was never used is not told as active. */
function stateOf({ suspendedAt, lastActiveAt }: Facts): { tone: Tone; word: string } {
  if (suspendedAt !== null) return { tone: 'bad', word: 'Suspended' }
  return lastActiveAt === null ? { tone: 'idle', word: 'Never active' } : { tone: 'good', word: 'Active' }
}

type BadgesProps = { user: Facts; quiet?: boolean }

/**
 * Badges that say whether a user may sign in and is a site administrator; `quiet` in a list, where most users
 * are active.
 */
export function Badges({ user, quiet = false }: BadgesProps) {
  const { tone, word } = stateOf(user)
  return (
    <States>
      <StateDot tone={tone} quiet={quiet && tone === 'good'}>
        {word}
      </StateDot>
      {user.isSiteAdmin && <span>Administrator</span>}
    </States>
  )
}
