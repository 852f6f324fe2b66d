import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import classes from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/versions/version-downloads.module.css'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { hiddenOf } from '~/ui/lists/found-options'
import { Section } from '~/ui/section'
import type { FoundProvider } from './queries'

const VersionPlot = dynamic(
  async () =>
    (await import('~/app/(signed-in)/modules/[organization]/[name]/[provider]/versions/version-plot'))
      .VersionPlot,
)

const ProviderVersionDownloads = graphql(`
  query ProviderVersionDownloads($id: ID!) {
    registryProvider(id: $id) {
      versions(page: { size: 100 }) {
        nodes {
          id
          version
          published
          createdAt
          downloads
          deprecation {
            status
          }
        }
        totalCount
      }
    }
  }
`)

/** Versions with their share of downloads. They are queried once in sight, and their room is reserved until then. */
export function VersionDownloads({ provider }: { provider: FoundProvider }) {
  const { name } = useOrganization()
  const { ref, inViewport } = useInViewport()
  const { data } = useQuery({ ...query(ProviderVersionDownloads, { id: provider.id }), enabled: inViewport })
  const found = data?.registryProvider?.versions
  if (provider.newest.nodes.filter(({ published }) => published).length < 2) return null
  return (
    <Section title="Downloads by version">
      <div ref={ref} className={classes['room']}>
        {found ? (
          <VersionPlot
            versions={found.nodes.map((version) => ({
              ...version,
              publishedAt: version.published ? version.createdAt : null,
            }))}
            older={hiddenOf(found)}
            hrefOf={(version) => paths.providerVersion(name, provider.id, version)}
          />
        ) : (
          <Skeleton height="10.5rem" />
        )}
      </div>
    </Section>
  )
}
