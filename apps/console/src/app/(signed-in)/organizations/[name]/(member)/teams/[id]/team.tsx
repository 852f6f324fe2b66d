'use client'

import { Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { TeamDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useQuickActions } from '~/shell/quick-actions'
import { FactList } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useTeamActions } from '../actions'
import { RightsBadges } from '../rights'
import { visibilityWords } from '../visibility'
import { PeopleOfTeam } from './people-of-team'
import { TeamDetail, type FoundTeam } from './queries'
import { TokensOfTeam } from './tokens-of-team'

/** A team: what it may do, who is in it, and its tokens. */
export function Team({ id, initial }: { id: string; initial: TeamDetailQuery }) {
  const { data } = useQuery({ ...query('organizations', TeamDetail, { id }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const team = data.team ?? initial.team
  return team ? <Detail team={team} /> : null
}

function Detail({ team }: { team: FoundTeam }) {
  const router = useRouter()
  const { name } = useOrganization()
  const maySeeTokens = useMayHere('TEAM_TOKENS_WRITE')
  const actions = useTeamActions(() => router.push(paths.teams(name)))(team)
  useQuickActions(actions.map(({ label, icon, run }) => ({ label: `${label}: ${team.name}`, icon, run })))
  return (
    <>
      <PageHeader
        title={team.name}
        beside={<RightsBadges team={team} />}
        actions={<PageActions actions={actions} />}
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <PeopleOfTeam team={team} />
            {maySeeTokens && <TokensOfTeam team={team} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Section title="Facts">
            <FactList
              facts={[
                ['Seen by', visibilityWords[team.visibility].label],
                ['Single sign-on', ssoGroupOf(team)],
                ['Created', <Moment key="created" at={team.createdAt} />],
                ['Changed', <Moment key="changed" at={team.updatedAt} />],
              ]}
              labelWidth="6.5rem"
            />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  )
}

/** Whom single sign-on brings into the team. */
function ssoGroupOf({ ssoTeamId, organization: { ssoGroups } }: FoundTeam): string {
  if (ssoTeamId === null) return 'No group'
  return ssoGroups.includes(ssoTeamId)
    ? ssoTeamId
    : `${ssoTeamId}, which a site administrator has not allowed here`
}
