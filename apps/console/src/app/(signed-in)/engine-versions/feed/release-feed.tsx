'use client'

import { Alert, Button, Checkbox, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { ReleaseFeedChange, ReleaseFeedQuery as Answer } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/act'
import { ActionButton } from '~/ui/action-button'
import { confirm } from '~/ui/dialogs/confirm'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Crumbs } from '~/ui/crumbs'
import { type Column, DataTable, DataTableSkeleton } from '~/ui/lists/data-table'
import { VersionsDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { Failure } from '~/ui/feedback/failure'
import { LinkButton, NameLink, TextLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { PastTheEnd } from '~/ui/lists/paged-list'
import { Pager } from '~/ui/lists/pager'
import { Section } from '~/ui/section'
import { Check, StateDot } from '~/ui/feedback/state-dot'
import { count, firstNames, numberText } from '~/ui/text'
import { Dimmed, Exact, Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'

const label = 'Release feed'

type Feed = NonNullable<Answer['releaseFeed']>
type Difference = Feed['differences']['nodes'][number]

function columnsOf(
  picked: ReadonlySet<string>,
  onPick: (versions: readonly string[], isPicked: boolean) => void,
): readonly Column<Difference>[] {
  return [
    {
      key: 'pick',
      header: 'Import',
      width: 1.8,
      align: 'end',
      place: 'menu',
      cell: ({ version }) => (
        <Checkbox
          aria-label={`Import ${version}`}
          checked={picked.has(version)}
          onChange={(event) => onPick([version], event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'version',
      header: 'Version',
      width: 3,
      place: 'title',
      cell: ({ version, known }) =>
        known ? (
          <NameLink href={paths.engineVersion(known.id)}>
            <Exact>{version}</Exact>
          </NameLink>
        ) : (
          <Exact fw={600}>{version}</Exact>
        ),
    },
    {
      key: 'changes',
      header: 'What changes',
      width: 6,
      cell: (difference) => <ChangeTexts difference={difference} />,
    },
    {
      key: 'builds',
      header: 'Builds',
      width: 4,
      cell: ({ archs }) => archs.map(({ os, arch }) => `${os} ${arch}`).join(', '),
    },
  ]
}

const texts: Record<ReleaseFeedChange, (difference: Difference) => string | undefined> = {
  ARCHS: ({ alarms }) => (alarms.length === 0 ? 'Builds' : undefined),
  OFFICIAL: ({ official }) => (official ? 'Becomes official' : 'No longer official'),
  BETA: ({ beta }) => (beta ? 'Becomes beta' : 'No longer beta'),
  DEPRECATED: ({ deprecated }) => (deprecated ? 'Becomes deprecated' : 'No longer deprecated'),
  DEPRECATED_REASON: ({ deprecatedReason }) =>
    deprecatedReason === null ? undefined : `Reason: ${deprecatedReason}`,
}

/** Texts that say what an import from the feed changes. */
function ChangeTexts({ difference }: { difference: Difference }) {
  const { known, changes, alarms, official, beta, deprecated } = difference
  const words = changes.flatMap((change) => texts[change](difference) ?? [])
  return (
    <Group gap={6}>
      {known === null && (
        <>
          <StateDot tone="good">New</StateDot>
          {official && <Check>Official</Check>}
          {beta && <Dimmed>Beta</Dimmed>}
          {deprecated && <StateDot tone="warning">Deprecated</StateDot>}
        </>
      )}
      {alarms.length > 0 && <StateDot tone="bad">Checksum changed</StateDot>}
      {words.length > 0 && (
        <Text span inherit style={{ overflowWrap: 'anywhere' }}>
          {words.join('. ')}
        </Text>
      )}
    </Group>
  )
}

const ReleaseFeedQuery = graphql(`
  query ReleaseFeed($page: PageInput!) {
    releaseFeed {
      digest
      same
      differences(page: $page) {
        nodes {
          version
          known {
            id
          }
          changes
          archs {
            os
            arch
          }
          official
          beta
          deprecated
          deprecatedReason
          alarms {
            os
            arch
            known
            offered
          }
        }
      }
      faulty(page: { number: 1, size: 20 }) {
        nodes {
          index
          faults {
            message
          }
        }
        totalCount
      }
    }
  }
`)

/** Versions that the feed has and the platform does not; a person decides which to import. */
export function ReleaseFeed() {
  const { list, onPage } = useList(ReleaseFeedQuery, {
    noun: 'version',
    size: 100,
    pick: (data) => data.releaseFeed?.differences,
  })
  const { data, error, isLoading, isFetching, isPlaceholderData, refetch } = list
  const feed = data?.releaseFeed
  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader
        title="Release feed"
        tab="Release feed · Engine versions"
        actions={
          feed && (
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
          )
        }
      />
      {isLoading ? (
        <DataTableSkeleton label={label} columns={columnsOf(new Set(), () => undefined)} count={5} />
      ) : feed ? (
        <Comparison feed={feed} stale={isPlaceholderData} onPage={onPage} />
      ) : error ? (
        <Failure title="The release feed could not be loaded" error={error} retry={refetch} />
      ) : (
        <NoFeed />
      )}
    </>
  )
}

type ComparisonProps = { feed: Feed; stale: boolean; onPage: (page: number) => void }

function Comparison({ feed, stale, onPage }: ComparisonProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { nodes, pageInfo, totalCount } = feed.differences
  const pick = (versions: readonly string[], isPicked: boolean) => {
    const next = new Set(picked)
    for (const version of versions) {
      if (isPicked) next.add(version)
      else next.delete(version)
    }
    setPicked(next)
  }
  const fresh = nodes.filter(({ known }) => known === null).map(({ version }) => version)
  return (
    <Stack gap="md">
      <Alarms differences={nodes} />
      <Paper>
        {totalCount === 0 ? (
          <Empty icon={IconCircleCheck} title="Nothing new">
            {count(feed.same, 'version')} of the feed {feed.same === 1 ? 'is' : 'are'} known just so.
          </Empty>
        ) : nodes.length === 0 ? (
          <PastTheEnd page={pageInfo} onPage={onPage} />
        ) : (
          <>
            <TakeOverButton
              feed={feed}
              picked={picked}
              fresh={fresh}
              onPick={pick}
              onTaken={() => setPicked(new Set())}
            />
            <DataTable
              label={label}
              columns={columnsOf(picked, pick)}
              rows={nodes}
              rowKey={({ version }) => version}
              stale={stale}
            />
            <Pager label={label} page={pageInfo} totalCount={totalCount} onChange={onPage} />
          </>
        )}
      </Paper>
      <FaultyEntries faulty={feed.faulty} />
    </Stack>
  )
}

function FaultyEntries({ faulty }: { faulty: Feed['faulty'] }) {
  if (faulty.totalCount === 0) return null
  const more = faulty.totalCount - faulty.nodes.length
  return (
    <Section title="Invalid entries">
      {faulty.nodes.map(({ index, faults }) => (
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          Entry {index + 1}: {faults.map(({ message }) => message).join('. ')}
        </Text>
      ))}
      {more > 0 && <Note>and {numberText(more)} more</Note>}
    </Section>
  )
}

/** A feed of one version, as the API takes a version too. */
const exampleFeed = `[
  {
    "version": "1.9.0",
    "official": true,
    "archs": [
      {
        "os": "linux",
        "arch": "amd64",
        "url": "https://releases.example.com/1.9.0/engine_1.9.0_linux_amd64.zip",
        "sha": "<64 hexadecimal digits of SHA-256>"
      }
    ]
  }
]`

const NoFeed = () => (
  <Paper>
    <Empty
      icon={VersionsDrawing}
      title="No release feed configured"
      action={<LinkButton href={paths.engineVersionNew()}>Add a version by hand</LinkButton>}
    >
      A feed lists the released versions of the engine. Unknown ones are then added at each start, and
      differences appear here.
    </Empty>
    <Stack gap="sm" px="md" pb="lg" maw={760} mx="auto">
      <Text size="sm">
        A feed is a JSON array, in a file or at an address. Each entry has what{' '}
        <TextLink href={paths.engineVersionNew()}>New engine version</TextLink> asks for: <code>version</code>{' '}
        and <code>archs</code>, and if needed <code>official</code>, <code>beta</code>,{' '}
        <code>deprecated</code> and <code>deprecated-reason</code>.
      </Text>
      <CodeToCopy text={exampleFeed} what="the example of a feed" />
      <Text size="sm">
        The operator of this platform names it in <code>.env</code>, and restarts the API:
      </Text>
      <CodeToCopy
        text="ENGINE_VERSIONS_FEED=https://releases.example.com/engine-versions.json"
        what="the setting"
      />
    </Stack>
  </Paper>
)

/** Published files that have changed: a person has to check them before they are taken over. */
function Alarms({ differences }: { differences: readonly Difference[] }) {
  const alarming = differences.filter(({ alarms }) => alarms.length > 0)
  if (alarming.length === 0) return null
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={`The checksum of ${count(alarming.length, 'known version')} changed`}
      role="alert"
    >
      <Stack gap="xs">
        <Text size="sm">
          A published file never changes. Either it was replaced, or the feed is wrong: ask its maintainers
          before you import this.
        </Text>
        {alarming.flatMap(({ version, alarms }) =>
          alarms.map(({ os, arch, known, offered }) => (
            <Text key={`${version} ${os} ${arch}`} size="sm" component="div">
              <strong>
                {version}, {os} {arch}
              </strong>
              <br />
              known <Checksum of={known} />
              <br />
              offered <Checksum of={offered} />
            </Text>
          )),
        )}
      </Stack>
    </Alert>
  )
}

const Checksum = ({ of }: { of: string }) => <Code style={{ overflowWrap: 'anywhere' }}>{of}</Code>

type Props = {
  feed: { digest: string; differences: { nodes: readonly Difference[] } }
  picked: ReadonlySet<string>
  /** The versions of this page that the platform does not know. */
  fresh: readonly string[]
  onPick: (versions: readonly string[], isPicked: boolean) => void
  onTaken: () => void
}

/** Picks what is new, and takes over what was picked once it is confirmed. */
function TakeOverButton({ feed, picked, fresh, onPick, onTaken }: Props) {
  const takeOver = useChange('releaseFeedTakeOver')
  const versions = [...picked]
  const isAlarming = feed.differences.nodes.some(
    ({ version, alarms }) => picked.has(version) && alarms.length > 0,
  )

  const ask = () =>
    confirm({
      title: `Import ${count(versions.length, 'version')}?`,
      children: (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {firstNames(versions, 20)}
          </Text>
          <Text size="sm" mt="xs">
            {isAlarming
              ? 'This includes a changed checksum: installations then get the other file.'
              : 'New versions are enabled. Known versions stay enabled or disabled.'}
          </Text>
        </>
      ),
      action: `Import ${count(versions.length, 'version')}`,
      danger: isAlarming,
      askReason: isAlarming ? 'required' : true,
      run: async (reason) => {
        const { userErrors } = await takeOver.mutateAsync({
          digest: feed.digest,
          versions,
          reason: reason ?? null,
        })
        if (userErrors.some(({ code }) => code === 'STALE'))
          return [
            'The feed or a version changed in the meantime. Close this dialog and review the feed again.',
          ]
        return showOutcome({ userErrors }, `${count(versions.length, 'version')} imported.`, onTaken)
      },
    })

  return (
    <Group gap="xs" p="sm">
      <ActionButton
        onClick={ask}
        disabledReason={versions.length === 0 ? 'Select the versions to import first.' : undefined}
      >
        {versions.length === 0 ? 'Import' : `Import ${count(versions.length, 'version')}`}
      </ActionButton>
      {fresh.some((version) => !picked.has(version)) && (
        <Button variant="default" onClick={() => onPick(fresh, true)}>
          Select all new
        </Button>
      )}
      {versions.length > 0 && (
        <Button variant="subtle" onClick={() => onPick(versions, false)}>
          Clear selection
        </Button>
      )}
    </Group>
  )
}
