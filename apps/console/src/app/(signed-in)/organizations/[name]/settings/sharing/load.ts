import { graphql } from '~/data/generated'
import type {
  OrganizationSharingQuery as Answer,
  OrganizationSharingQueryVariables as Variables,
} from '~/data/generated/graphql'

/** One page of those that may use what it shares; the server asks for all of them, page by page. */
const OrganizationSharingQuery = graphql(`
  query OrganizationSharing($name: String!, $page: PageInput!) {
    siteOrganization(name: $name) {
      id
      name
      updatedAt
      isDisabled
      globalModuleSharing
      globalProviderSharing
      moduleConsumers(page: $page) {
        nodes {
          id
          name
          sharingEndsAt
        }
        pageInfo {
          hasNextPage
        }
      }
      providerConsumers(page: $page) {
        nodes {
          id
          name
          sharingEndsAt
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`)

type Found = NonNullable<Answer['siteOrganization']>

export type SharedOf = {
  withAll: boolean
  /** All on the list, in the order of the API. */
  consumers: readonly { name: string; endsAt: string | null }[]
}

export type Sharing = {
  organization: Omit<Found, 'moduleConsumers' | 'providerConsumers'>
  modules: SharedOf
  providers: SharedOf
}

/** Reads with whom an organization shares, however many they are; null when there is no such organization. */
export async function loadSharing(
  ask: (document: typeof OrganizationSharingQuery, variables: Variables) => Promise<Answer>,
  name: string,
): Promise<Sharing | null> {
  const [modules, providers] = [listOf(), listOf()]
  for (let number = 1; ; number++) {
    const { siteOrganization } = await ask(OrganizationSharingQuery, { name, page: { number, size: 100 } })
    if (!siteOrganization) return null
    const { moduleConsumers, providerConsumers, ...organization } = siteOrganization
    modules.add(moduleConsumers)
    providers.add(providerConsumers)
    if (moduleConsumers.pageInfo.hasNextPage || providerConsumers.pageInfo.hasNextPage) continue
    const { globalModuleSharing, globalProviderSharing } = organization
    return {
      organization,
      modules: { withAll: globalModuleSharing, consumers: modules.all },
      providers: { withAll: globalProviderSharing, consumers: providers.all },
    }
  }
}

function listOf() {
  const all: SharedOf['consumers'][number][] = []
  const add = ({ nodes }: Found['moduleConsumers']) =>
    void all.push(...nodes.map(({ name, sharingEndsAt }) => ({ name, endsAt: sharingEndsAt })))
  return { all, add }
}
