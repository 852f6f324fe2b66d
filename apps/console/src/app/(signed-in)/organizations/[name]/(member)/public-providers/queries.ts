import { graphql } from '~/data/generated'
import type { PublicProviderStatusQuery } from '~/data/generated/graphql'

/** Rights of an organization on a public provider, and the people whom a member without them can ask. */
export const PublicProviderStatus = graphql(`
  query PublicProviderStatus($organization: String!, $origin: String!, $namespace: String!, $name: String!) {
    organization(name: $organization) {
      name
      publicProviders
      providerCooldown
      publicProvider(origin: $origin, namespace: $namespace, name: $name) {
        origin
        namespace
        name
        isKnown
        isUsable
        mayList
        newest: versions(page: { size: 100 }) {
          nodes {
            version
            status
            heldUntil
            reason
            goneFromOrigin
          }
          totalCount
        }
      }
      teams(search: "owners", page: { size: 20 }) {
        nodes {
          id
          name
          members(page: { size: 4 }) {
            nodes {
              id
              username
            }
            totalCount
          }
        }
      }
    }
    publicProviderSettings {
      mainOrigin
      isSet
      decidedBy
    }
    cli {
      publicUrl
      words
    }
  }
`)

export type ListingOrganization = NonNullable<PublicProviderStatusQuery['organization']>

export type FoundPublicProvider = NonNullable<ListingOrganization['publicProvider']>
