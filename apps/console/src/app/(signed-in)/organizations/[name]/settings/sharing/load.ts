import type {
  OrganizationSharingFactsFragment,
  OrganizationSharingQuery as Answer,
  OrganizationSharingQueryVariables as Variables,
} from '~/data/generated/graphql'

export type Sharing = {
  organization: OrganizationSharingFactsFragment
  /** All that may use its modules by name, in the order of the API. */
  consumers: readonly string[]
}

/** Reads with whom an organization shares, however many they are; null when there is no such organization. */
export async function loadSharing(
  ask: (variables: Variables) => Promise<Answer>,
  name: string,
): Promise<Sharing | null> {
  const consumers: string[] = []
  for (let number = 1; ; number++) {
    const { siteOrganization } = await ask({ name, page: { number, size: 100 } })
    if (!siteOrganization) return null
    const { moduleConsumers, ...organization } = siteOrganization
    consumers.push(...moduleConsumers.nodes.map((consumer) => consumer.name))
    if (!moduleConsumers.pageInfo.hasNextPage) return { organization, consumers }
  }
}
