'use client'

import { Anchor, Box, Group, Paper, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useBulkActs } from '~/app/(signed-in)/bulk-acts/use-bulk-acts'
import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { endOfLifeActions } from '~/app/(signed-in)/end-of-life/actions'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { addressOf, managersOnly } from '~/app/(signed-in)/modules/actions'
import { graphql } from '~/data/generated'
import type { ModuleActionFactsFragment, ModuleVersionsQuery } from '~/data/generated/graphql'
import { change, useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import type { Column } from '~/ui/lists/data-table'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { numberText, shortened, sizeText } from '~/ui/text'
import { Exact, Note, Nothing } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { verdictOf, verdictWords } from '../interface-words'
import type { FoundModule, FoundVersion, ModuleIn } from '../queries'
import { VersionImpact } from './version-impact'
import { VersionDownloads } from './version-downloads'

const ModuleVersions = graphql(`
  query ModuleVersions($organization: String!, $name: String!, $provider: String!, $page: PageInput!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versions(page: $page) {
          nodes {
            ...ModuleVersionFacts
            downloads
            interface {
              ...ModuleVerdictFacts
            }
          }
        }
      }
    }
  }
`)

type ListedVersion = ModuleIn<ModuleVersionsQuery>['versions']['nodes'][number]

const pageSize = 20

const notPublished = 'It is not published.'

const impact = {
  DEPRECATED: 'It keeps working. Its page and the registry warn against using it. You can undo this.',
  REVOKED:
    'It can no longer be installed, not even where it is in use: the next run there fails with your reason. It is removed from all lists. You can undo this.',
}

/** Returns the actions on a version; `shown` is the one that the page is about. */
export function useVersionActions(
  module: ModuleActionFactsFragment,
  shown: string | undefined,
): (version: FoundVersion) => Action[] {
  const router = useRouter()
  const act = useAct()
  const { mutateAsync: update } = useChange('registryModuleVersionUpdate')
  const stays = module.canDelete ? undefined : managersOnly
  return (version) => {
    const unpublished = version.status === 'OK' ? undefined : notPublished
    const upload: Action = {
      label: version.status === 'FAILED' ? 'Upload again' : 'Upload',
      icon: IconUpload,
      disabledReason: module.canPublish ? undefined : managersOnly,
      run: () => router.push(paths.modulePublish(module, { version: version.version })),
    }
    const thing = { ...version, label: version.version }
    const name = `${module.name} ${version.version}`
    return [
      ...(unpublished === undefined ? [] : [upload]),
      ...deprecationActions(thing, {
        ...{ act, impact, update, unpublished },
        hits: <VersionImpact module={module} version={version.version} />,
        disabledReason: stays,
      }),
      ...(version.deprecation === null
        ? endOfLifeActions(thing, { act, update, disabledReason: stays ?? unpublished })
        : []),
      deletion(act, {
        name,
        short: version.version,
        disabledReason: stays,
        change: change('registryModuleVersionDelete', { id: version.id }),
        body:
          version.status === 'OK'
            ? `${addressOf(module)} ${version.version} can no longer be installed, even where it is in use. The number ${version.version} cannot be used again. This cannot be undone; a revocation can be.`
            : 'Nothing was published under this number, so it can be used again.',
        reason: 'required',
        typed: name,
        after: () => {
          if (version.version === shown) router.replace(paths.module(module, { tab: 'versions' }))
        },
      }),
    ]
  }
}

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
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: ({ version }) => version,
    matching: { moduleVersions: { moduleId: module.id } },
    kinds: ['MODULE_VERSION_DEPRECATION'],
    isAllowed: module.canDelete,
  })
  const menu = menuColumn(({ version }: FoundVersion) => version, actionsOf, 1.9)
  return (
    <Stack gap="md">
      <VersionDownloads module={module} />
      <Paper>
        {bar !== null && <Box pt="sm">{bar}</Box>}
        <PagedList
          selection={selection}
          columns={[...columnsOf(module), downloadsColumn, !usableOnly && menu]}
          {...list}
          expected={Math.min(module.versions.totalCount, pageSize)}
          nothing={<Note p="md">None yet.</Note>}
        />
      </Paper>
    </Stack>
  )
}

const downloadsColumn: Column<{ downloads: number }> = {
  key: 'downloads',
  header: 'Downloads',
  width: 2.2,
  align: 'end',
  cell: ({ downloads }) => numberText(downloads),
}

const columnsOf = (module: FoundModule): readonly Column<ListedVersion>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 4,
    place: 'title',
    cell: ({ version, status, interface: found }) =>
      status === 'OK' ? (
        // Below each other in a narrow column, each is as high as a finger needs.
        <Group gap="0 0.5rem" lh="1.5rem">
          <NameLink href={paths.moduleVersion(module, version)}>
            <Exact>{version}</Exact>
          </NameLink>
          {version !== first(module)?.version && (
            <Compare module={module} from={found?.comparedWith} to={version} />
          )}
        </Group>
      ) : (
        <Exact fw={600}>{version}</Exact>
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
    width: 2.2,
    place: 'wide',
    align: 'end',
    cell: ({ size }) => (size === null ? <Nothing /> : sizeText(size)),
  },
  momentColumn('published', 'Published', 2.8, ({ publishedAt }) => publishedAt),
]

const first = ({ versions }: FoundModule) => versions.nodes.findLast(({ status }) => status === 'OK')

type CompareProps = { module: FoundModule; from: string | null | undefined; to: string }

/**
 * Link to the comparison with the previous release, which is known for versions that were compared when
 * published.
 */
const Compare = ({ module, from, to }: CompareProps) => (
  <Anchor
    component={Link}
    href={paths.moduleCompare(module, from ? { from, to } : { to })}
    size="xs"
    lh="1.5rem"
    style={{ whiteSpace: 'nowrap' }}
    aria-label={`Compare ${to} with the version before it`}
  >
    Compare
  </Anchor>
)

const words = { PENDING: 'Waits for its archive', OK: 'Published', FAILED: 'Refused' } as const
const tones = { PENDING: 'idle', OK: 'good', FAILED: 'bad' } as const

/** Status of a version, with its reason. */
function State({ version, isNewest }: { version: ListedVersion; isNewest: boolean }) {
  const { status, error, deprecation, endOfLife } = version
  const broken = status === 'OK' ? brokenWords(version) : undefined
  const why = deprecation?.reason ?? endOfLife?.reason ?? error
  return (
    <>
      <States>
        {deprecation ? (
          <DeprecationBadge deprecation={deprecation} />
        ) : (
          (isNewest || !endOfLife) && (
            <StateDot tone={tones[status]} quiet={status === 'OK' && !isNewest}>
              {isNewest ? 'Newest' : words[status]}
            </StateDot>
          )
        )}
        <EndOfLifeBadge endOfLife={endOfLife} />
        {broken && <StateDot tone={broken.tone}>Breaking</StateDot>}
      </States>
      {broken && (
        <Text size="xs" mt={2}>
          {broken.sentence}
        </Text>
      )}
      {why !== null && (
        <Text size="xs" c="dimmed" mt={2} title={why}>
          {shortened(why, 140)}
        </Text>
      )}
    </>
  )
}

/** Returns words for what a published version broke, and whether its number said so. */
function brokenWords({ version, interface: found }: ListedVersion) {
  const verdict = found && verdictOf(version, found)
  if (!verdict || verdict.breakingCount === 0) return undefined
  const { title, text } = verdictWords(verdict)
  return { sentence: `${title} ${text}`, tone: verdict.missingStep === null ? 'warning' : 'bad' } as const
}
