import { graphql } from '~/data/generated'
import type { MemberDetailQuery } from '~/data/generated/graphql'

export const MemberDetail = graphql(`
  query MemberDetail($id: ID!) {
    organizationMembership(id: $id) {
      email
      status
      createdAt
      invitationExpiresAt
      organization {
        id
      }
      user {
        username
      }
      teams(page: { size: 100 }) {
        nodes {
          id
          name
          isOwners
          canUpdate
          ...TeamRightsFacts
        }
      }
      ...MemberActionFacts
    }
  }
`)

export type FoundMember = NonNullable<MemberDetailQuery['organizationMembership']>
