import { graphql } from '~/data/generated'
import type { TeamDetailQuery } from '~/data/generated/graphql'

export const TeamDetail = graphql(`
  query TeamDetail($id: ID!) {
    team(id: $id) {
      visibility
      ssoTeamId
      allowMemberTokenManagement
      canManageTokens
      keptSettings {
        name
        value
      }
      members(page: { size: 1 }) {
        totalCount
      }
      createdAt
      updatedAt
      organization {
        id
        ssoGroups
      }
      ...TeamRightsFacts
      ...TeamActionFacts
    }
  }
`)

export type FoundTeam = NonNullable<TeamDetailQuery['team']>
