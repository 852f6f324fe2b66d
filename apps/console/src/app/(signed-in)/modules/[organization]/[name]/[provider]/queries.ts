import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { ModuleDetailQuery, ModuleFolderQuery } from '~/data/generated/graphql'

export const ModuleVersionFacts = graphql(`
  fragment ModuleVersionFacts on RegistryModuleVersion {
    id
    version
    status
    error
    putAwayAt
    warnings
    size
    sha256
    createdAt
    publishedAt
    deprecation {
      ...DeprecationFacts
    }
    endOfLife {
      ...EndOfLifeFacts
    }
  }
`)

export const ModuleDetail = graphql(`
  query ModuleDetail($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        id
        isFollowed
        description
        sourceUrl
        publisher
        downloads
        downloadsHistory(days: 30) {
          days {
            day
            count
          }
          consumers(page: { size: 3 }) {
            nodes {
              organizationId
              organizationName
              count
            }
            totalCount
          }
        }
        keptSettings {
          name
          value
        }
        createdAt
        updatedAt
        sharing {
          withAll
          organizations
          organizationCount
        }
        versions(page: { size: 100 }) {
          nodes {
            ...ModuleVersionFacts
          }
          totalCount
        }
        ...ModuleBadgeFacts
        ...ModuleActionFacts
      }
    }
    cli {
      publicUrl
      words
    }
  }
`)

/** Declarations of a version. They never change, so only the server queries them. */
export const ModuleFolder = graphql(`
  query ModuleFolder(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          version
          folder(path: $path) {
            path
            name
            empty
            counts {
              inputs
              outputs
              resources
              dependencies
              computedCalls
              providers
            }
            configurationAliases
            engineConstraints {
              engine
              constraint
            }
            readme {
              ...Readme
            }
          }
          folders(page: { size: 100 }) {
            nodes {
              path
            }
            totalCount
          }
        }
      }
    }
  }
`)

/** The module in an answer that finds it by its address. */
export type ModuleIn<Answer extends { registryModuleNamespace: { registryModule: unknown } | null }> =
  NonNullable<NonNullable<Answer['registryModuleNamespace']>['registryModule']>

export type FoundModule = ModuleIn<ModuleDetailQuery>

export type FoundVersion = FoundModule['versions']['nodes'][number]

type ShownVersion = NonNullable<ModuleIn<ModuleFolderQuery>['version']>

export type FoundFolders = ShownVersion['folders']

/** One folder of a version without its README, which the server has made into elements already. */
export type ShownPart = Omit<NonNullable<ShownVersion['folder']>, 'readme'>

/** Folders other than the root. */
export type ShownFolders = {
  /** Submodules, then examples; the first hundred. */
  paths: readonly string[]
  submodules: number
  examples: number
}

/** Part of a module that the address names. */
export type Shown = {
  /** The version that the address names, the newest otherwise; undefined while nothing is published. */
  version: string | undefined
  /** The folder of it that is looked at; undefined when nothing is known of the version. */
  part: ShownPart | undefined
  folders: ShownFolders
  /** README of that folder, rendered by the server. */
  readme: ReactNode
}
