import type { ReactNode } from 'react'
import { graphql } from '../../../../../../data/generated'
import type { ModuleDetailQuery, ModulePartFragment } from '../../../../../../data/generated/graphql'

export const ModuleFacts = graphql(`
  fragment ModuleFacts on RegistryModule {
    id
    description
    sourceUrl
    publisher
    downloads
    createdAt
    updatedAt
    sharing {
      withEverybody
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
`)

export const ModuleVersionFacts = graphql(`
  fragment ModuleVersionFacts on RegistryModuleVersion {
    id
    version
    status
    error
    size
    sha256
    createdAt
    publishedAt
    deprecation {
      status
      reason
      link
    }
  }
`)

/** Asked by the server for the first sight of the page, and by the browser from then on. */
export const ModuleDetail = graphql(`
  query ModuleDetail($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        ...ModuleFacts
      }
    }
    cli {
      publicUrl
      words
    }
  }
`)

export const ModulePart = graphql(`
  fragment ModulePart on RegistryModulePart {
    path
    name
    readme
    empty
    inputs {
      name
      type
      description
      default
      required
    }
    outputs {
      name
      description
    }
    dependencies {
      name
      source
      version
    }
    providers {
      name
      source
      version
    }
    resources {
      type
      name
    }
  }
`)

/** What a version declares never changes, so the server alone asks for it. */
export const ModuleContents = graphql(`
  query ModuleContents($organization: String!, $name: String!, $provider: String!, $version: String!) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          version
          contents {
            root {
              ...ModulePart
            }
            submodules {
              ...ModulePart
            }
            examples {
              ...ModulePart
            }
          }
        }
      }
    }
  }
`)

type FoundNamespace = NonNullable<ModuleDetailQuery['registryModuleNamespace']>

export type FoundModule = NonNullable<FoundNamespace['registryModule']>

export type FoundVersion = FoundModule['versions']['nodes'][number]

/** One folder of a version without its README, which the server has made into elements already. */
export type ShownPart = Omit<ModulePartFragment, 'readme'>

/** What the address leads to of a module. */
export type Shown = {
  /** The version that the address names, the newest otherwise; undefined while nothing is published. */
  version: string | undefined
  /** The folder of it that is looked at; undefined when nothing is known of the version. */
  part: ShownPart | undefined
  parts: readonly ShownPart[]
  /** What the server made of the README of that folder. */
  readme: ReactNode
}
