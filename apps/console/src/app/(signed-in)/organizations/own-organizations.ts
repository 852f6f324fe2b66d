import { useDebouncedValue } from '@mantine/hooks'
import { graphql } from '~/data/generated'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { hiddenOf } from '~/ui/lists/found-options'

const OwnOrganizations = graphql(`
  query OwnOrganizations($search: String!, $permission: OrganizationPermission) {
    viewer {
      organizations(search: $search, permission: $permission, page: { size: 20 }) {
        nodes {
          name
          permissions
        }
        totalCount
      }
    }
  }
`)

/** The viewer's organizations with a text in their name, and with a right if one is named; the server finds them. */
export function useOwnOrganizations(text: string, permission?: OrganizationPermission) {
  const [search] = useDebouncedValue(text.trim(), 200)
  const variables = { search, permission: permission ?? null }
  const { data, isFetching } = useQueryKeepingPrevious(OwnOrganizations, variables)
  const found = data?.viewer?.organizations
  return { organizations: found?.nodes ?? [], hidden: hiddenOf(found), isFetching }
}
