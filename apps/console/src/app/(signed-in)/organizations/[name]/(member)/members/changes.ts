'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const MembershipCreate = graphql(`
  mutation MembershipCreate($input: OrganizationMembershipCreateInput!) {
    organizationMembershipCreate(input: $input) {
      invitationUrl
      organizationMembership {
        id
        email
        user {
          id
          username
        }
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const InvitationRenew = graphql(`
  mutation InvitationRenew($input: OrganizationMembershipInvitationRenewInput!) {
    organizationMembershipInvitationRenew(input: $input) {
      invitationUrl
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const MembershipDelete = graphql(`
  mutation MembershipDelete($input: OrganizationMembershipDeleteInput!) {
    organizationMembershipDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const TeamMembershipsAdd = graphql(`
  mutation TeamMembershipsAdd($input: TeamMembershipsInput!) {
    teamMembershipsAdd(input: $input) {
      team {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const TeamMembershipsRemove = graphql(`
  mutation TeamMembershipsRemove($input: TeamMembershipsInput!) {
    teamMembershipsRemove(input: $input) {
      team {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const useInvite = () => useChange(MembershipCreate)
export const useRenewInvitation = () => useChange(InvitationRenew)
export const useRemoveMember = () => useChange(MembershipDelete)
export const useJoinTeam = () => useChange(TeamMembershipsAdd)
export const useLeaveTeam = () => useChange(TeamMembershipsRemove)
