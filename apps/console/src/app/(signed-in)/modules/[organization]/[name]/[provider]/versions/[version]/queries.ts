import { graphql } from '~/data/generated'
import type { ModuleReleaseQuery } from '~/data/generated/graphql'
import type { ModuleIn } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/queries'

export const ModuleRelease = graphql(`
  query ModuleRelease($organization: String!, $name: String!, $provider: String!, $version: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        ...VersionsToCompare
        versionUse {
          version
          workspaces
        }
        version(version: $version) {
          ...ModuleVersionFacts
          acceptBreaking
          provenance {
            ...ProvenanceFacts
          }
          interface {
            ...ModuleVerdictFacts
          }
        }
        ...ModuleActionFacts
      }
    }
  }
`)

/** Release notes. They never change, so only the server queries them. */
export const ModuleReleaseNotes = graphql(`
  query ModuleReleaseNotes($organization: String!, $name: String!, $provider: String!, $version: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          releaseNotes {
            ...Readme
          }
        }
      }
    }
    viewer {
      permissions
    }
    organization(name: $organization) {
      permissions
    }
  }
`)

/** Publisher, for viewers who may read the log. */
export const ModuleReleasePublisher = graphql(`
  query ModuleReleasePublisher($filter: AuditEventFilterInput!) {
    auditEvents(filter: $filter, page: { size: 1 }) {
      nodes {
        actor {
          name
        }
      }
    }
  }
`)

export type ReleasedModule = ModuleIn<ModuleReleaseQuery>
export type ReleasedVersion = NonNullable<ReleasedModule['version']>
