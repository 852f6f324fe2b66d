import { graphql } from '~/data/generated'
import type { MemberDetailQuery } from '~/data/generated/graphql'

export const MemberDetail = graphql(`
  query MemberDetail($id: ID!) {
    organizationMembership(id: $id) {
      createdAt
      invitationExpiresAt
      organization {
        id
      }
      teams(page: { size: 100 }) {
        nodes {
          id
          name
          ...TeamRightsFacts
        }
        totalCount
      }
      ...MemberActionFacts
    }
  }
`)

export type FoundMember = NonNullable<MemberDetailQuery['organizationMembership']>
