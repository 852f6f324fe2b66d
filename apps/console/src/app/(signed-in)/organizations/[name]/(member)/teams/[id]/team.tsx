'use client'

import { useQuery } from '@tanstack/react-query'
import type { TeamDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { BesideFacts } from '~/ui/beside-facts'
import { KeptSettings } from '~/ui/kept-settings'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { useTeamActions } from '../actions'
import { RightsBadges } from '../rights'
import { visibilityWords } from '../visibility'
import { PeopleOfTeam } from './people-of-team'
import { TeamDetail, type FoundTeam } from './queries'
import { TokensOfTeam } from './tokens-of-team'

/** A team: what it may do, who is in it, and its tokens. */
export function Team({ id, initial }: { id: string; initial: TeamDetailQuery }) {
  const { data } = useQuery({ ...query(TeamDetail, { id }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const team = data.team ?? initial.team
  return team ? <Detail team={team} /> : null
}

function Detail({ team }: { team: FoundTeam }) {
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
        beside={<RightsBadges team={team} />}
        actions={<PageActions actions={actions} />}
      />
      <BesideFacts
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
      </BesideFacts>
      <OrganizationActivity target={team.id} />
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
