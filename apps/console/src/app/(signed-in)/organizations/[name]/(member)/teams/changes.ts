'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const TeamCreate = graphql(`
  mutation TeamCreate($input: TeamCreateInput!) {
    teamCreate(input: $input) {
      team {
        id
        name
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const TeamUpdate = graphql(`
  mutation TeamUpdate($input: TeamUpdateInput!) {
    teamUpdate(input: $input) {
      team {
        id
        name
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const TeamDelete = graphql(`
  mutation TeamDelete($input: TeamDeleteInput!) {
    teamDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const TeamMembersRemove = graphql(`
  mutation TeamMembersRemove($input: TeamMembersInput!) {
    teamMembersRemove(input: $input) {
      team {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const useCreateTeam = () => useChange(TeamCreate)
export const useUpdateTeam = () => useChange(TeamUpdate)
export const useDeleteTeam = () => useChange(TeamDelete)
export const useRemoveFromTeam = () => useChange(TeamMembersRemove)
