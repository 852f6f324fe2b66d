'use client'

import { Button, Group, Stack } from '@mantine/core'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { SessionList } from '~/app/(signed-in)/sessions/session-list'
import type { UserDetailQuery, UserOrganizationFactsFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { useMay, useViewer } from '~/shell/viewer'
import { DetailLayout } from '~/ui/detail-layout'
import { Crumbs } from '~/ui/crumbs'
import { type Column, DataTable } from '~/ui/lists/data-table'
import { FactList, idFact } from '~/ui/fact-list'
import { hiddenOf } from '~/ui/lists/found-options'
import { PagedList } from '~/ui/lists/paged-list'
import { NameLink, TextLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { Monogram } from '~/ui/monogram'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { ListSection, Section } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { numberText } from '~/ui/text'
import { Dimmed, Note, Nothing } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { useUserActions } from '../actions'
import { Badges, Email } from '../columns'
import { SessionsOfUser, UserDetail, UserOrganizations } from './queries'

/** A user: who it is, the organizations, what access there is, and what was done. */
export function User({ id, initial }: { id: string; initial: UserDetailQuery }) {
  const router = useRouter()
  const { data, found: user } = useFound(UserDetail, { id }, initial, (found) => found.user)
  const mayWrite = useMay('USERS_WRITE')
  const actionsOf = useUserActions(data.activeAdministrators.totalCount, () => router.push(paths.users()))
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const actions = mayWrite ? actionsOf(user) : []
  useActionsOfPage(actions, (label) => `${label}: ${user.username}`)
  useVisit({ kind: 'USER', label: user.username, path: paths.user(user.id), hint: user.email ?? '' })
  return (
    <>
      <Crumbs trail={[{ label: 'Users', path: paths.users() }]} />
      <PageHeader
        title={user.username}
        tab={`${user.username} · Users`}
        mark={<Monogram of="person" size="lg" name={user.username} />}
        afterTitle={<Badges user={user} />}
        actions={mayWrite && <PageActions actions={actions} />}
      />
      <DetailLayout
        labelWidth="6.5rem"
        facts={[
          ['E-mail', <Email key="email" {...user} />],
          ['Two-step', <TwoStep key="two-step" since={user.twoFactorEnabledAt} />],
          ...(user.signOn ? [signOnFact(user.signOn)] : []),
          ['Last sign-in', <Moment key="sign-in" at={user.lastSignedInAt} />],
          ['Last active', <Moment key="active" at={user.lastActiveAt} />],
          ['Created', <Moment key="created" at={user.createdAt} />],
          idFact(user),
        ]}
      >
        {user.organizations && <OrganizationsOf id={user.id} found={user.organizations} />}
        {user.accessCounts && <Access counts={user.accessCounts} />}
        <SessionsOf user={user} />
      </DetailLayout>
      {mayReadLog && <Activity search={user.id} />}
    </>
  )
}

type Found = NonNullable<UserDetailQuery['user']>

/** The way of single sign-on to the account. */
function signOnFact({ issuer, isFreed }: NonNullable<Found['signOn']>): [string, string] {
  if (isFreed) return ['Single sign-on', 'Waits for the next sign-in with its address']
  return ['Single sign-on', issuer ?? 'None']
}

const TwoStep = ({ since }: { since: string | null }) =>
  since === null ? (
    'Off'
  ) : (
    <>
      On since <Moment at={since} />
    </>
  )

/** Numbers of a user's valid credentials: the tokens themselves are for their owner alone. */
function Access({ counts }: { counts: NonNullable<Found['accessCounts']> }) {
  return (
    <Section title="Access">
      <FactList
        labelWidth="14.5rem"
        facts={[
          ['Tokens', numberText(counts.tokens)],
          ['Tokens of teams and organizations', numberText(counts.serviceTokens)],
          ['Open links', numberText(counts.links)],
        ]}
      />
      <Note mt="sm">Only the user sees the tokens. “Revoke all access” ends them all.</Note>
    </Section>
  )
}

/** Sessions of a user, which an administrator ends one by one or all at once. */
function SessionsOf({ user: { id, username, sessions } }: { user: Found }) {
  const list = useList(SessionsOfUser, {
    noun: 'session',
    variables: { id },
    pick: (data) => data.user?.sessions,
  })
  const isViewer = useViewer().user.id === id
  const { totalCount = 0 } = list.found ?? sessions ?? {}
  return (
    <Section title="Sessions">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Note>Where {username} is signed in. A new password ends them all.</Note>
          {!isViewer && totalCount > 0 && <EndAll id={id} username={username} />}
        </Group>
        <SessionList {...(!isViewer && { username })} {...list} expected={Math.min(totalCount, list.size)} />
      </Stack>
    </Section>
  )
}

function EndAll({ id, username }: { id: string; username: string }) {
  const ask = useAsk()
  const end = () =>
    ask({
      change: change('userSessionsDelete', { id }),
      question: {
        title: `End all sessions of ${username}?`,
        body: `${username} has to sign in again everywhere, at once. Tokens stay: revoke all access to end those too.`,
        confirm: 'End all sessions',
        danger: true,
        reason: true,
      },
      done: `All sessions of ${username} have ended.`,
    })
  return (
    <Button size="xs" variant="default" onClick={end}>
      End all sessions
    </Button>
  )
}

type OrganizationsFound = NonNullable<Found['organizations']>
type Organization = UserOrganizationFactsFragment

const columns: readonly Column<Organization>[] = [
  {
    key: 'organization',
    header: 'Organization',
    width: 4,
    place: 'title',
    cell: ({ name, isDisabled }) => (
      <Group gap={8}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
        {isDisabled && <StateDot tone="bad">Disabled</StateDot>}
      </Group>
    ),
  },
  { key: 'role', header: 'Role', width: 2, cell: ({ isOwner }) => (isOwner ? 'Owner' : 'Member') },
  { key: 'teams', header: 'Teams', width: 5, cell: (organization) => <Teams of={organization} /> },
]

type OrganizationsProps = { id: string; found: OrganizationsFound }

/** The organizations of a user, and the teams there. */
const OrganizationsOf = ({ id, found }: OrganizationsProps) => (
  <ListSection
    title="Organizations"
    about={found.totalCount === 0 && <Note mt="xs">Not a member of any.</Note>}
  >
    {hiddenOf(found) > 0 ? (
      <ManyOrganizations id={id} />
    ) : (
      found.nodes.length > 0 && (
        <DataTable label="Organizations" columns={columns} rows={found.nodes} rowKey={(each) => each.id} />
      )
    )}
  </ListSection>
)

function ManyOrganizations({ id }: { id: string }) {
  const list = useList(UserOrganizations, {
    noun: 'organization',
    prefix: 'organization-',
    variables: { id },
    pick: (data) => data.user?.organizations,
  })
  return <PagedList {...list} columns={columns} expected={list.size} nothing="Not a member of any." />
}

function Teams({ of: { name, teams } }: { of: Organization }) {
  if (teams.totalCount === 0) return <Nothing />
  return (
    <Group gap={8}>
      {teams.nodes.map((team) => (
        <TextLink key={team.id} href={paths.team(name, team.id)}>
          {team.name}
        </TextLink>
      ))}
      {teams.totalCount > teams.nodes.length && (
        <Dimmed>and {teams.totalCount - teams.nodes.length} more</Dimmed>
      )}
    </Group>
  )
}
