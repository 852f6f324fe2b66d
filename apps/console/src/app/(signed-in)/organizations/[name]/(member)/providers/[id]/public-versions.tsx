'use client'

import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { Column } from '~/ui/data-table'
import { PagedList } from '~/ui/paged-list'
import { ListSection } from '~/ui/section'
import { useList } from '~/ui/use-list'
import type { FoundProvider } from './queries'

const PublicProviderVersions = graphql(`
  query PublicProviderVersions($id: ID!, $page: PageInput!) {
    registryProvider(id: $id) {
      publicVersions(page: $page) {
        nodes {
          version
          protocols
          platforms
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
        failure
      }
    }
  }
`)

type Row = { id: string; version: string; protocols: string[]; platforms: string[] }

const columns: readonly Column<Row>[] = [
  { key: 'version', header: 'Version', width: 2, place: 'title', cell: ({ version }) => version },
  { key: 'protocols', header: 'Protocols', width: 2, cell: ({ protocols }) => protocols.join(', ') || '–' },
  { key: 'platforms', header: 'Platforms', width: 6, cell: ({ platforms }) => platforms.join(', ') || '–' },
]

/** What the public registry lists. That it fails is a state of this list, not of the page. */
export function PublicVersions({ provider }: { provider: FoundProvider }) {
  const list = useList(PublicProviderVersions, {
    noun: 'version',
    variables: { id: provider.id },
    pick: (data) => {
      const versions = data.registryProvider?.publicVersions
      return versions && { ...versions, nodes: versions.nodes.map((node) => ({ ...node, id: node.version })) }
    },
  })
  const failure = list.data?.registryProvider?.publicVersions?.failure
  return (
    <ListSection title="Versions in the public registry">
      {failure ? (
        <Unreachable
          failure={failure}
          retry={() => void list.list.refetch()}
          loading={list.list.isFetching}
        />
      ) : (
        <PagedList columns={columns} {...list} nothing="The public registry lists none." />
      )}
    </ListSection>
  )
}

function Unreachable({ failure, retry, loading }: { failure: string; retry: () => void; loading: boolean }) {
  return (
    <Box px="md" pb="md">
      <Alert color="yellow" icon={<IconCloudOff size={18} />} title="The versions cannot be loaded now">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{failure}.</Text>
          <Button size="xs" variant="default" onClick={retry} loading={loading}>
            Retry
          </Button>
        </Stack>
      </Alert>
    </Box>
  )
}
