'use client'

import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { EndOfLifeBadge, EndsBadge } from '~/app/(signed-in)/end-of-life/badge'
import { RequiredProvider } from '~/app/(signed-in)/organizations/[name]/(member)/providers/[id]/use-provider'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { Crumbs } from '~/ui/crumbs'
import type { Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection } from '~/ui/section'
import { Exact, Nothing, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { WithRail } from '~/ui/with-rail'
import { sharedWithWords } from '../sharing-words'
import { SharedProviderDetail, type CliFacts, type FoundSharedProvider, type SharedVersion } from './queries'

const columnsOf = (id: string): readonly Column<SharedVersion>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 4,
    place: 'title',
    cell: ({ version, deprecation, endOfLife }) => {
      const reason = deprecation?.reason ?? endOfLife?.reason
      return (
        <>
          <Group gap={6}>
            <Exact>{version}</Exact>
            <DeprecationBadge deprecation={deprecation} />
            <EndOfLifeBadge endOfLife={endOfLife} />
          </Group>
          {reason && <Small>{reason}</Small>}
        </>
      )
    },
  },
  { key: 'platforms', header: 'Platforms', width: 5, cell: ({ platforms }) => platforms.join(', ') },
  {
    key: 'protocols',
    header: 'Protocols',
    width: 2,
    cell: ({ protocols }) => protocols.join(', ') || <Nothing />,
  },
  {
    key: 'documentation',
    header: 'Documentation',
    width: 2,
    cell: ({ version, docsUploadedAt }) =>
      docsUploadedAt === null ? (
        <Nothing />
      ) : (
        <Anchor component={Link} href={paths.providerDocs(id, version)} inherit>
          Read
        </Anchor>
      ),
  },
]

type Props = { id: string; provider: FoundSharedProvider; cli: CliFacts }

/** A provider of another organization: how to install it, and which versions there are. */
export function SharedProvider({ id, provider, cli }: Props) {
  const list = useList(SharedProviderDetail, {
    noun: 'version',
    variables: { id },
    pick: (data) => data.sharedRegistryProvider?.versions,
  })
  const { namespace, name, deprecation, sharing } = provider
  const label = `${namespace}/${name}`
  useVisit({ kind: 'SHARED_PROVIDER', label, path: paths.sharedProvider(id), hint: namespace })
  const { nodes } = provider.versions
  const newest = (nodes.find((version) => version.deprecation === null) ?? nodes[0])?.version
  return (
    <>
      <Crumbs trail={[{ label: 'Shared providers', path: paths.sharedProviders() }]} />
      <PageHeader
        title={label}
        tab={`${label} · Shared providers`}
        afterTitle={
          <Group gap={6}>
            <DeprecationBadge deprecation={deprecation} />
            {sharing?.endsAt && <EndsBadge at={sharing.endsAt} />}
          </Group>
        }
      />
      <Stack gap="md">
        {deprecation && <DeprecationNotice what="provider" deprecation={deprecation} />}
        {sharing && (
          <Text size="sm">
            It belongs to <strong>{namespace}</strong>, which shares its providers with{' '}
            <strong>{sharedWithWords(sharing)}</strong>.
          </Text>
        )}
        <WithRail
          rail={
            newest !== undefined && (
              <RequiredProvider
                cli={cli}
                provider={{ registryName: 'PRIVATE', namespace, name }}
                version={newest}
              />
            )
          }
        >
          <ListSection title="Versions">
            <PagedList
              columns={columnsOf(id)}
              {...list}
              expected={nodes.length}
              nothing={
                <Empty icon={IconPlugConnected} title="It is no longer available">
                  It was revoked or deleted, or is no longer shared with you.
                </Empty>
              }
            />
          </ListSection>
        </WithRail>
      </Stack>
    </>
  )
}
