'use client'

import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { hiddenOf } from '~/ui/lists/found-options'
import { Section } from '~/ui/section'
import type { FoundModule } from '../queries'
import { VersionPlot } from './version-plot'
import classes from './version-downloads.module.css'

const ModuleVersionDownloads = graphql(`
  query ModuleVersionDownloads($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versions(page: { size: 100 }) {
          nodes {
            id
            version
            publishedAt
            downloads
            deprecation {
              status
            }
          }
          totalCount
        }
      }
    }
  }
`)

/**
 * Versions in the order of their publication, with their status and share of downloads. They are queried once
 * in sight, and their room is reserved until then.
 */
export function VersionDownloads({ module }: { module: FoundModule }) {
  const { ref, inViewport } = useInViewport()
  const { namespace: organization, name, provider } = module
  const { data } = useQuery({
    ...query(ModuleVersionDownloads, { organization, name, provider }),
    enabled: inViewport,
  })
  const found = data?.registryModuleNamespace?.registryModule?.versions
  if (module.versions.nodes.filter(({ publishedAt }) => publishedAt !== null).length < 2) return null
  return (
    <Section title="Downloads by version">
      <div ref={ref} className={classes['room']}>
        {found ? (
          <VersionPlot
            versions={found.nodes}
            older={hiddenOf(found)}
            hrefOf={(version) => paths.module(module, { version })}
          />
        ) : (
          <Skeleton height="10.5rem" />
        )}
      </div>
    </Section>
  )
}
