'use client'

import { Anchor, Badge, Group, Paper, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { shortened } from '~/ui/shortened'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { Note } from '~/ui/texts'
import type { FoundModule, FoundVersion } from './queries'
import { sizeText } from '~/ui/size-text'
import { useList } from '~/ui/use-list'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { useVersionActions } from './version-actions'

const ModuleVersions = graphql(`
  query ModuleVersions($organization: String!, $name: String!, $provider: String!, $page: PageInput!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versions(page: $page) {
          nodes {
            ...ModuleVersionFacts
          }
          pageInfo {
            ...PageFacts
          }
          totalCount
        }
      }
    }
  }
`)

const pageSize = 20

/** All versions with their states, also those that cannot be installed. */
export function Versions({ module, shown }: { module: FoundModule; shown: string | undefined }) {
  const { namespace: organization, name, provider, usableOnly } = module
  const list = useList(ModuleVersions, {
    noun: 'version',
    size: pageSize,
    variables: { organization, name, provider },
    pick: (data) => data.registryModuleNamespace?.registryModule?.versions,
  })
  const actionsOf = useVersionActions(module, shown)
  const menu = menuColumn(({ version }: FoundVersion) => version, actionsOf, 1.4)
  const columns = [...columnsOf(module), ...(usableOnly ? [] : [menu])]
  return (
    <Paper>
      <PagedList
        columns={columns}
        {...list}
        expected={Math.min(module.versions.totalCount, pageSize)}
        nothing={<Note p="md">None yet.</Note>}
      />
    </Paper>
  )
}

const columnsOf = (module: FoundModule): readonly Column<FoundVersion>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 2.5,
    place: 'title',
    cell: ({ version, status }) =>
      status === 'OK' ? (
        <Group gap="xs">
          <NameLink href={paths.module(module, { version })}>{version}</NameLink>
          {version !== first(module)?.version && <Compare module={module} version={version} />}
        </Group>
      ) : (
        <Text span inherit fw={600}>
          {version}
        </Text>
      ),
  },
  {
    key: 'state',
    header: 'State',
    width: 5,
    place: 'below',
    cell: (version) => <State version={version} isNewest={module.newestVersion?.id === version.id} />,
  },
  {
    key: 'size',
    header: 'Archive',
    width: 1.8,
    cell: ({ size }) => (size === null ? '–' : sizeText(size)),
  },
  {
    key: 'published',
    header: 'Published',
    width: 2.8,
    cell: ({ publishedAt }) => (publishedAt === null ? 'not yet' : <Moment at={publishedAt} />),
  },
]

const first = ({ versions }: FoundModule) => versions.nodes.findLast(({ status }) => status === 'OK')

const Compare = ({ module, version }: { module: FoundModule; version: string }) => (
  <Anchor
    component={Link}
    href={paths.moduleCompare(module, { to: version })}
    size="xs"
    aria-label={`Compare ${version} with the version before it`}
  >
    Compare
  </Anchor>
)

const words = { PENDING: 'Waits for its archive', OK: 'Published', FAILED: 'Refused' } as const
const colors = { PENDING: 'gray', OK: 'green', FAILED: 'red' } as const

/** How far it came, what became of it, and why. */
function State({
  version: { status, error, deprecation, endOfLife },
  isNewest,
}: {
  version: FoundVersion
  isNewest: boolean
}) {
  const why = deprecation?.reason ?? endOfLife?.reason ?? error
  return (
    <>
      <Group gap={6}>
        {deprecation ? (
          <DeprecationBadge deprecation={deprecation} />
        ) : (
          <Badge color={colors[status]}>{words[status]}</Badge>
        )}
        <EndOfLifeBadge endOfLife={endOfLife} />
        {isNewest && <Badge color="harbor">Newest</Badge>}
      </Group>
      {why !== null && (
        <Text size="xs" c="dimmed" mt={2} title={why}>
          {shortened(why, 140)}
        </Text>
      )}
    </>
  )
}
