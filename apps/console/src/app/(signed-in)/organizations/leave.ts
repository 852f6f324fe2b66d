'use client'

import { graphql } from '~/data/generated'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/act'
import { useViewer } from '~/shell/viewer'
import { confirm } from '~/ui/dialogs/confirm'

const OwnMembership = graphql(`
  query OwnMembership($organization: String!, $search: String!, $page: PageInput!) {
    organization(name: $organization) {
      memberships(search: $search, status: ACTIVE, page: $page) {
        nodes {
          id
          user {
            id
          }
        }
        pageInfo {
          totalPages
        }
      }
    }
  }
`)

const asLastOwner = 'You are its last owner: make another member an owner first, or delete the organization.'

/** The one way to leave an organization, which asks first. The last owner sees why that cannot be. */
export function useAskToLeave(onLeft: () => void): (organization: string) => void {
  const { user } = useViewer()
  const leave = useChange('organizationMembershipDelete')

  /** Other names may contain this one: those who have it too are passed by, page by page. */
  async function membershipIn(organization: string, number = 1): Promise<string> {
    const variables = { organization, search: user.username, page: { number, size: 100 } }
    const { memberships } = (await request(OwnMembership, variables)).organization ?? {}
    const own = memberships?.nodes.find((membership) => membership.user?.id === user.id)
    if (own || number >= (memberships?.pageInfo.totalPages ?? 0)) return own?.id ?? ''
    return membershipIn(organization, number + 1)
  }

  return (organization) =>
    confirm({
      title: `Leave ${organization}?`,
      children:
        'You leave all its teams and lose its workspaces, modules and providers at once. To return you need an invitation. Your account stays.',
      action: `Leave ${organization}`,
      danger: true,
      run: async () => {
        const id = await membershipIn(organization)
        const { userErrors } = await leave.mutateAsync({ id })
        const problems = showOutcome({ userErrors }, `You have left ${organization}.`, onLeft)
        return userErrors.some(({ code }) => code === 'DENIED')
          ? [`${problems.join('. ')}. ${asLastOwner}`]
          : problems
      },
    })
}
