import { graphql } from '~/data/generated'
import type { PublicProviderStandingQuery } from '~/data/generated/graphql'

/** What an organization may do with a public provider, and whom a member asks who may not. */
export const PublicProviderStanding = graphql(`
  query PublicProviderStanding(
    $organization: String!
    $origin: String!
    $namespace: String!
    $name: String!
  ) {
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

export type StandingOrganization = NonNullable<PublicProviderStandingQuery['organization']>

export type FoundPublicProvider = NonNullable<StandingOrganization['publicProvider']>
