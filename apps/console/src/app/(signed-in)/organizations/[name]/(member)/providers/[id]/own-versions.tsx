'use client'

import { IconPlus } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { OwnProviderVersionsQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { LinkButton, NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { count } from '~/ui/plural'
import { menuColumn } from '~/ui/row-menu'
import { ListSection } from '~/ui/section'
import { useList } from '~/ui/use-list'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { FoundProvider } from './queries'
import { useVersionActions } from './version-actions'
import { VersionBadge } from './version-state'

const OwnProviderVersions = graphql(`
  query OwnProviderVersions($id: ID!, $page: PageInput!) {
    registryProvider(id: $id) {
      versions(page: $page) {
        nodes {
          id
          version
          protocols
          createdAt
          ...ProviderVersionStateFacts
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)

type Version = NonNullable<OwnProviderVersionsQuery['registryProvider']>['versions']['nodes'][number]

const columns = (organization: string, providerId: string): readonly Column<Version>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 3,
    place: 'title',
    cell: ({ version }) => (
      <NameLink href={paths.providerVersion(organization, providerId, version)}>{version}</NameLink>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 3,
    place: 'below',
    cell: (version) => <VersionBadge version={version} />,
  },
  {
    key: 'platforms',
    header: 'Platforms',
    width: 2.5,
    cell: ({ platforms }) => count(platforms.length, 'platform'),
  },
  { key: 'protocols', header: 'Protocols', width: 2, cell: ({ protocols }) => protocols.join(', ') || '–' },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** The versions of a private provider, and how far each has come. */
export function OwnVersions({ provider }: { provider: FoundProvider }) {
  const { name } = useOrganization()
  const list = useList(OwnProviderVersions, {
    noun: 'version',
    variables: { id: provider.id },
    pick: (data) => data.registryProvider?.versions,
  })
  const actionsOf = useVersionActions(provider.name)
  const shown = columns(name, provider.id)
  const menu = menuColumn<Version>(({ version }) => version, actionsOf, 1.5)
  const newButton = provider.canDelete && (
    <LinkButton
      size="xs"
      href={paths.providerVersionNew(name, provider.id)}
      leftSection={<IconPlus size={15} />}
    >
      New version
    </LinkButton>
  )
  return (
    <ListSection title="Versions" action={newButton}>
      <PagedList
        columns={provider.canDelete ? [...shown, menu] : shown}
        {...list}
        expected={3}
        nothing="None yet. A version takes a signing key, its checksums with their signature, and a zip for each platform."
      />
    </ListSection>
  )
}
