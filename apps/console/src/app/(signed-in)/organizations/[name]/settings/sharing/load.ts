import type {
  OrganizationSharingFactsFragment,
  OrganizationSharingQuery as Answer,
  OrganizationSharingQueryVariables as Variables,
} from '~/data/generated/graphql'

export type SharedOf = {
  withAll: boolean
  /** All on the list, in the order of the API. */
  consumers: readonly { name: string; endsAt: string | null }[]
}

export type Sharing = {
  organization: OrganizationSharingFactsFragment
  modules: SharedOf
  providers: SharedOf
}

type Consumers = NonNullable<Answer['siteOrganization']>['moduleConsumers']

/** Reads with whom an organization shares, however many they are; null when there is no such organization. */
export async function loadSharing(
  ask: (variables: Variables) => Promise<Answer>,
  name: string,
): Promise<Sharing | null> {
  const [modules, providers] = [listOf(), listOf()]
  for (let number = 1; ; number++) {
    const { siteOrganization } = await ask({ name, page: { number, size: 100 } })
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
  const add = ({ nodes }: Consumers) =>
    void all.push(...nodes.map(({ name, sharingEndsAt }) => ({ name, endsAt: sharingEndsAt })))
  return { all, add }
}
