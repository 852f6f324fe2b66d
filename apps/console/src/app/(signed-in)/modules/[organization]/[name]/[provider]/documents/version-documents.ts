'use client'

import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import type { FoundModule, Shown } from '../queries'
import { documentsAmong, type VersionDocuments } from './find-documents'

const ModuleRootFiles = graphql(`
  query ModuleRootFiles($organization: String!, $name: String!, $provider: String!, $version: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          entries(page: { size: 100 }) {
            nodes {
              path
              isFolder
            }
          }
        }
      }
    }
  }
`)

/**
 * The changelog and the licence of a version. To know of them its archive is read through, for which the page does not
 * wait; what `asked` names counts as there meanwhile.
 */
export function useVersionDocuments(
  { namespace: organization, name, provider }: FoundModule,
  { version = '', part }: Shown,
  asked: string | null,
): VersionDocuments {
  const enabled = part?.path === ''
  const { data, isLoading } = useQuery({
    ...query(ModuleRootFiles, { organization, name, provider, version }),
    enabled,
    staleTime: Infinity,
  })
  if (isLoading && (asked === 'changelog' || asked === 'licence')) return { [asked]: '' }
  const entries = data?.registryModuleNamespace?.registryModule?.version?.entries.nodes ?? []
  return documentsAmong(entries)
}
