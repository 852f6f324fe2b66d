'use client'

import { Anchor, Group, NativeSelect, Text } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { addressOf } from '~/app/(signed-in)/modules/actions'
import { moduleArchive, paths } from '~/paths'
import { Sparkline } from '~/ui/charts/sparkline'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Copy } from '~/ui/copy'
import { type Fact, FactList, recordFacts } from '~/ui/fact-list'
import { KeptSettings } from '~/ui/kept-settings'
import { TextLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { Section } from '~/ui/section'
import { sizeText } from '~/ui/text'
import type { FoundModule, FoundVersion, Shown } from './queries'
import classes from './rail.module.css'
import { isRootUncallable, SubmoduleCalls } from './submodule-calls'
import { type CliFacts, consumerName, moduleCall, sourceOf } from './words'

type Props = { module: FoundModule; version: FoundVersion | undefined; cli: CliFacts; shown: Shown }

/** What is needed of a module at a glance, whichever tab is open: how it is called, and who uses it. */
export const Rail = ({ module, version, cli, shown }: Props) => (
  <aside className={classes['rail']} aria-label="At a glance">
    <Call module={module} cli={cli} shown={shown} />
    <Section title="Details">
      <Downloads module={module} />
      <FactList facts={factsOf(module, version)} />
      {version?.status === 'OK' && <Archive module={module} version={version} />}
    </Section>
    <Consumers module={module} />
    <Folders module={module} shown={shown} />
    {module.keptSettings.some(({ value }) => value !== false) && (
      <KeptSettings settings={module.keptSettings} />
    )}
  </aside>
)

function Call({ module, cli, shown: { version, part, folders } }: Omit<Props, 'version'>) {
  const address = sourceOf(cli, module)
  const source = part?.path ? `${address}//${part.path}` : address
  return (
    <Section title="Module call">
      <Group gap={4} wrap="nowrap" mb="xs">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {addressOf(module)}
        </Text>
        <Copy text={address} what="address of the module" />
      </Group>
      {version !== undefined && (
        <>
          <VersionSelect module={module} version={version} />
          {isRootUncallable({ part, folders }) ? (
            <SubmoduleCalls module={module} cli={cli} version={version} folders={folders} />
          ) : (
            <CodeToCopy
              text={moduleCall(source, version, part?.name ?? module.name, [], part?.configurationAliases)}
              what="the snippet"
            />
          )}
        </>
      )}
    </Section>
  )
}

/** Shows another version, on the same tab. Those that cannot be installed any more can still be read about. */
function VersionSelect({ module, version }: { module: FoundModule; version: string }) {
  const router = useRouter()
  const tab = useSearchParams().get('tab')
  const show = (wanted: string) =>
    router.push(paths.module(module, { version: wanted, ...(tab !== null && { tab }) }))
  const published = module.versions.nodes
    .filter(({ status }) => status === 'OK')
    .map((each) => ({ value: each.version, label: labelOf(each, module.newestVersion?.version) }))
  // One that is older than the list reaches.
  const isListed = published.some(({ value }) => value === version)
  return (
    <NativeSelect
      aria-label="Version"
      mb="xs"
      data={isListed ? published : [...published, version]}
      value={version}
      onChange={(event) => show(event.currentTarget.value)}
    />
  )
}

function labelOf({ version, deprecation }: FoundVersion, newest: string | undefined): string {
  if (deprecation) return `${version} (${deprecation.status.toLowerCase()})`
  return version === newest ? `${version} (newest)` : version
}

const Downloads = ({ module: { downloadsHistory: history } }: { module: FoundModule }) =>
  history && history.days.some((day) => day.count > 0) ? (
    <Sparkline days={history.days} what="Downloads" className={classes['sparkline']} />
  ) : null

function factsOf(module: FoundModule, version: FoundVersion | undefined): Fact[] {
  const { publisher, sourceUrl, downloads } = module
  return [
    ['Downloads', downloads.toLocaleString('en')],
    ...(version ? factsOfVersion(version) : []),
    ['Source', sourceUrl === null ? 'not named' : <SourceLink key="source" url={sourceUrl} />],
    ['Created by', publisher || 'unknown'],
    ...recordFacts(module),
  ]
}

/** Of a version that is published; another has no archive. */
function factsOfVersion({ publishedAt, size, sha256 }: FoundVersion): Fact[] {
  if (publishedAt === null || size === null || sha256 === null) return []
  return [
    ['Published', <Moment key="published" at={publishedAt} />],
    ['Archive', sizeText(size)],
    [
      'SHA-256',
      <span key="sha256">
        {sha256.slice(0, 12)}… <Copy text={sha256} what="SHA-256 of the archive" />
      </span>,
    ],
  ]
}

type ArchiveProps = { module: FoundModule; version: FoundVersion }

/** What was published, to be read file by file or taken away. */
const Archive = ({ module, version: { version, deprecation } }: ArchiveProps) => (
  <Group gap="md" mt="sm" fz="sm">
    <TextLink href={paths.moduleFiles(module, { version })}>Browse files</TextLink>
    {deprecation?.status !== 'REVOKED' && (
      <Anchor href={moduleArchive(module, version)} inherit underline="always">
        Download archive
      </Anchor>
    )}
  </Group>
)

const SourceLink = ({ url }: { url: string }) => (
  <Anchor href={url} rel="noreferrer" inherit>
    {url.replace(/^https?:\/\//, '')}
  </Anchor>
)

/** Who downloaded most of late. Viewers who may only use the module are not told. */
function Consumers({ module }: { module: FoundModule }) {
  const { nodes = [], totalCount = 0 } = module.downloadsHistory?.consumers ?? {}
  if (nodes.length === 0) return null
  return (
    <Section title="Consumers in 30 days">
      <ul className={classes['list']}>
        {nodes.map((consumer) => (
          <li key={consumer.organizationId ?? 'people'}>
            <span>{consumerName(consumer)}</span>
            <span>{consumer.count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <Text size="sm" mt={4}>
          <TextLink href={paths.module(module, { tab: 'usage' })}>All {totalCount} consumers</TextLink>
        </Text>
      )}
    </Section>
  )
}

const mostFolders = 8

function Folders({ module, shown: { version, folders } }: Pick<Props, 'module' | 'shown'>) {
  const submodules = folders.paths.filter((path) => path.startsWith('modules/'))
  if (version === undefined || submodules.length === 0) return null
  return (
    <Section title="Submodules">
      <ul className={classes['list']}>
        {submodules.slice(0, mostFolders).map((path) => (
          <li key={path}>
            <TextLink href={paths.module(module, { version, part: path })}>{path}</TextLink>
          </li>
        ))}
      </ul>
      {submodules.length > mostFolders && (
        <Text size="sm" mt={4}>
          <TextLink href={paths.module(module, { version, tab: 'inputs' })}>All submodules</TextLink>
        </Text>
      )}
    </Section>
  )
}
