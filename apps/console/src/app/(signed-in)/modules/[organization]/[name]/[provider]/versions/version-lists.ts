import { graphql } from '~/data/generated'
import type { VersionListsQuery } from '~/data/generated/graphql'
import type { ModuleIn } from '../queries'

/** A page of the lists of a version and of one of its folders, of those that are asked for. */
export const VersionLists = graphql(`
  query VersionLists(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $search: String
    $required: Boolean
    $folderKind: RegistryModuleFolderKind
    $page: PageInput!
    $inputs: Boolean! = false
    $outputs: Boolean! = false
    $resources: Boolean! = false
    $providers: Boolean! = false
    $dependencies: Boolean! = false
    $computedCalls: Boolean! = false
    $folders: Boolean! = false
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          folder(path: $path) {
            inputs(filter: { search: $search, required: $required }, page: $page) @include(if: $inputs) {
              nodes {
                name
                type
                description
                default
                required
                const
                ephemeral
                deprecated
              }
            }
            outputs(filter: { search: $search }, page: $page) @include(if: $outputs) {
              nodes {
                name
                type
                description
                ephemeral
                deprecated
              }
            }
            resources(filter: { search: $search }, page: $page) @include(if: $resources) {
              nodes {
                type
                name
              }
            }
            providers(filter: { search: $search }, page: $page) @include(if: $providers) {
              nodes {
                name
                source
                version
                configurationAliases
              }
            }
            dependencies(filter: { search: $search }, page: $page) @include(if: $dependencies) {
              nodes {
                name
                source
                version
              }
            }
            computedCalls(filter: { search: $search }, page: $page) @include(if: $computedCalls) {
              nodes {
                name
                source
                version
              }
            }
          }
          folders(filter: { kind: $folderKind, search: $search }, page: $page) @include(if: $folders) {
            nodes {
              path
              counts {
                inputs
                outputs
                resources
              }
            }
          }
        }
      }
    }
  }
`)

export type FoundLists = NonNullable<ModuleIn<VersionListsQuery>['version']>

/** Number of resources in one response. A folder with more has the searchable list in place of their types. */
export const mostGrouped = 100
