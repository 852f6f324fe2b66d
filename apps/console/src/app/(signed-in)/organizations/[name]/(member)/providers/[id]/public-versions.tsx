'use client'

import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import type { Column } from '~/ui/data-table'
import { readPage } from '~/ui/list-state'
import { PagedList } from '~/ui/paged-list'
import { ListSection } from '~/ui/section'
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
  const page = readPage(useSearchParams())
  const list = useQueryKeepingPrevious(PublicProviderVersions, {
    id: provider.id,
    page: { number: page, size: 20 },
  })
  const found = list.data?.registryProvider?.publicVersions ?? undefined
  return (
    <ListSection title="Versions in the public registry">
      {found && found.failure !== null ? (
        <Unreachable failure={found.failure} retry={() => void list.refetch()} loading={list.isFetching} />
      ) : (
        <PagedList
          label="Versions"
          columns={columns}
          list={list}
          found={found && { ...found, nodes: found.nodes.map((node) => ({ ...node, id: node.version })) }}
          failureTitle="The versions could not be loaded"
          nothing="The public registry lists none."
        />
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
