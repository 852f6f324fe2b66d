'use client'

import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { columns, madeBy } from '~/app/(signed-in)/tokens/columns'
import { revokeColumn } from '~/app/(signed-in)/tokens/revoke-button'
import { graphql } from '~/data/generated'
import type { TeamDetailQuery, TeamPeopleQuery } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { DetailLayout } from '~/ui/detail-layout'
import type { Column } from '~/ui/lists/data-table'
import { KeptSettings } from '~/ui/kept-settings'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection } from '~/ui/section'
import { Note, Problems } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { useTeamActions } from '../actions'
import { removeColumn } from '../remove-column'
import { RightsBadges, visibilityWords } from '../rights'
import { type FoundTeam, TeamDetail } from './queries'

export function Team({ id, initial }: { id: string; initial: TeamDetailQuery }) {
  const { found: team } = useFound(TeamDetail, { id }, initial, (data) => data.team)
  const router = useRouter()
  const { name } = useOrganization()
  const actions = useTeamActions(() => router.push(paths.teams(name)))(team)
  useActionsOfPage(actions, (label) => `${label}: ${team.name}`)
  useVisit({ kind: 'TEAM', label: team.name, path: paths.team(name, team.id), hint: name })
  return (
    <>
      <PageHeader
        title={team.name}
        tab={`${team.name} · Teams · ${name}`}
        afterTitle={<RightsBadges team={team} />}
        actions={<PageActions actions={actions} />}
      />
      <DetailLayout
        facts={[
          ['Visibility', visibilityWords[team.visibility].label],
          ['Single sign-on', ssoGroupOf(team)],
          ['Tokens managed by', team.allowMemberTokenManagement ? 'owners and members' : 'owners'],
          ['Created', <Moment key="created" at={team.createdAt} />],
          ['Changed', <Moment key="changed" at={team.updatedAt} />],
        ]}
        below={<KeptSettings settings={team.keptSettings} />}
      >
        <PeopleOfTeam team={team} />
        {team.canManageTokens && <TokensOfTeam team={team} />}
      </DetailLayout>
      <OrganizationActivity target={team.id} />
    </>
  )
}

/** Returns the groups of single sign-on that join the team. */
function ssoGroupOf({ ssoTeamId, organization: { ssoGroups } }: FoundTeam): string {
  if (ssoTeamId === null) return 'No group'
  return ssoGroups.includes(ssoTeamId)
    ? ssoTeamId
    : `${ssoTeamId}, which a site administrator has not allowed here`
}

/** Form to add people, loaded lazily: its code weighs more than the page, which can be read meanwhile. */
const AddPerson = lazy(async () => ({ default: (await import('./add-person')).AddPerson }))

const TeamPeople = graphql(`
  query TeamPeople($id: ID!, $page: PageInput!) {
    team(id: $id) {
      members(page: $page) {
        nodes {
          id
          username
          email
        }
      }
    }
  }
`)

type Person = NonNullable<TeamPeopleQuery['team']>['members']['nodes'][number]

const teamColumns: readonly Column<Person>[] = [
  { key: 'name', header: 'Name', width: 4, place: 'title', cell: ({ username }) => username },
  { key: 'email', header: 'E-mail', width: 5, cell: ({ email }) => email },
]

/** Members of the team; owners add and remove them. */
function PeopleOfTeam({ team }: { team: FoundTeam }) {
  const list = useList(TeamPeople, {
    noun: 'member',
    size: 10,
    variables: { id: team.id },
    pick: (data) => data.team?.members,
  })
  const remove = useChange('teamMembersRemove')
  const removePerson = async ({ username }: Person) => {
    const { userErrors } = await remove.mutateAsync({ id: team.id, usernames: [username] })
    if (userErrors.length === 0) toastDone(`${username} is no longer in ${team.name}.`)
  }
  const taking = removeColumn<Person>(({ username }) => `Remove ${username} from ${team.name}`, removePerson)
  return (
    <ListSection
      title="Members"
      about={
        <>
          <Problems texts={remove.data?.userErrors.map(({ message }) => message) ?? []} />
          {team.canUpdate && (
            <Suspense fallback={<Skeleton mt="sm" maw={420} h={80} />}>
              <AddPerson team={team} />
            </Suspense>
          )}
        </>
      }
    >
      <PagedList
        columns={[...teamColumns, team.canUpdate && taking]}
        {...list}
        expected={Math.min(team.members.totalCount, list.size)}
        nothing="No members in this team yet."
      />
    </ListSection>
  )
}

const CreateDialog = lazyDialog(
  async () => (await import('~/app/(signed-in)/tokens/create-dialog')).CreateDialog,
)

const TeamTokens = graphql(`
  query TeamTokens($id: ID!, $page: PageInput!) {
    team(id: $id) {
      tokens(page: $page) {
        nodes {
          ...TokenRow
        }
      }
    }
  }
`)

// This list is narrower than that of the viewer's tokens, and the button needs the same room.
const shownColumns = [...columns, madeBy, { ...revokeColumn, width: 3 }]

function TokensOfTeam({ team: { id, name } }: { team: FoundTeam }) {
  const list = useList(TeamTokens, {
    noun: 'token',
    pageName: 'tokens',
    size: 10,
    variables: { id },
    pick: (data) => data.team?.tokens,
  })
  const create = useChange('teamTokenCreate')
  const dialog = useUrlDialog('create')
  const newButton = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={() => dialog.open()}>
      New token
    </Button>
  )
  return (
    <ListSection
      title="Tokens"
      action={newButton}
      about={
        <Note mt={4}>
          For automation: a token of the team has the rights of the team, and stays when members leave.
        </Note>
      }
    >
      <PagedList columns={shownColumns} {...list} expected={1} nothing="The team has no tokens yet." />
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        holder={`acts as a member of ${name}`}
        purposes={['publish', 'state', 'other']}
        aboutDescription="Tells the tokens of the team apart. A new token without a description replaces the existing one without."
        create={(token) => create.mutateAsync({ teamId: id, ...token })}
      />
    </ListSection>
  )
}
