'use client'

import { Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { addressOf } from '~/app/(signed-in)/modules/actions'
import { moduleArchive, paths } from '~/paths'
import { Address } from '~/ui/address'
import { Sparkline } from '~/ui/charts/sparkline'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Copy } from '~/ui/copy'
import { type Fact, FactList, recordFacts } from '~/ui/fact-list'
import { KeptSettings } from '~/ui/kept-settings'
import { LinkButton, TextLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { Section } from '~/ui/section'
import { numberText, shortened, sizeText } from '~/ui/text'
import { Nothing } from '~/ui/texts'
import type { FoundModule, FoundVersion, Shown } from './queries'
import classes from './rail.module.css'
import { isRootUncallable, SubmoduleCalls } from './submodule-calls'
import { type CliFacts, consumerName, moduleCall, sourceOf, versionInstead } from './words'

type Props = { module: FoundModule; version: FoundVersion | undefined; cli: CliFacts; shown: Shown }

/** What is needed of a module at a glance, whichever tab is open: how it is called, and who uses it. */
export const Rail = ({ module, version, cli, shown }: Props) => (
  <>
    <Call module={module} version={version} cli={cli} shown={shown} />
    <Consumers module={module} />
    <Folders module={module} shown={shown} />
    <Details module={module} version={version} />
    {module.keptSettings.some(({ value }) => value !== false) && (
      <KeptSettings settings={module.keptSettings} />
    )}
  </>
)

function Call({ module, version, cli, shown }: Props) {
  const isOneCall = shown.version !== undefined && !isRootUncallable(shown)
  return (
    <div className={isOneCall ? classes['sticky'] : undefined}>
      <Section title="Module call">
        <Group gap={4} wrap="nowrap" mb="xs">
          <Text size="sm" ff="monospace" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Address text={addressOf(module)} />
          </Text>
          <Copy text={sourceOf(cli, module)} what="address of the module" />
        </Group>
        {shown.version !== undefined && (
          <Stack gap="xs">
            <VersionSelect module={module} version={shown.version} />
            {version?.deprecation && <Instead module={module} version={version} />}
            {version?.deprecation?.status !== 'REVOKED' && (
              <CallCode module={module} version={shown.version} cli={cli} shown={shown} />
            )}
            {version?.status === 'OK' && <Archive module={module} version={version} />}
          </Stack>
        )}
      </Section>
    </div>
  )
}

type CallProps = Omit<Props, 'version'> & { version: string }

/** What is copied into a configuration, and the way to one with the inputs filled in. */
function CallCode({ module, version, cli, shown: { part, folders } }: CallProps) {
  if (isRootUncallable({ part, folders }))
    return <SubmoduleCalls module={module} cli={cli} version={version} folders={folders} />
  const source = sourceOf(cli, module, part?.path)
  const query = { version, ...(part?.path && { part: part.path }), tab: 'usage' }
  return (
    <>
      <CodeToCopy
        text={moduleCall(source, version, part?.name ?? module.name, [], part?.configurationAliases)}
        what="the snippet"
        language="hcl"
      />
      {!part?.path.startsWith('examples/') && (
        <LinkButton href={`${paths.module(module, query)}#workspace`} size="xs" variant="light">
          Create workspace from this module
        </LinkButton>
      )}
    </>
  )
}

type VersionProps = { module: FoundModule; version: FoundVersion }

/** That the version should not be used, and the way to one that can be: before its call, or in its place. */
function Instead({ module, version }: VersionProps) {
  const { deprecation, version: number } = version
  const tab = useSearchParams().get('tab')
  const isRevoked = deprecation?.status === 'REVOKED'
  const instead = versionInstead(module, version)
  return (
    <Stack gap="xs" className={classes['instead'] ?? ''} data-revoked={isRevoked}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <strong>{isRevoked ? `${number} cannot be installed.` : `${number} is deprecated.`}</strong>{' '}
        {deprecation?.reason && shortened(deprecation.reason, 140)}
      </Text>
      {instead !== undefined && (
        <LinkButton
          href={paths.module(module, { version: instead, ...(tab !== null && { tab }) })}
          size="xs"
          variant={isRevoked ? 'filled' : 'default'}
        >
          Use {instead}
        </LinkButton>
      )}
    </Stack>
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

/** All that is known, for those who look for it. */
const Details = ({ module, version }: Pick<Props, 'module' | 'version'>) => (
  <details className={classes['folded']}>
    <summary>
      <h2>Details</h2>
    </summary>
    <FactList facts={factsOf(module, version)} />
  </details>
)

function factsOf(module: FoundModule, version: FoundVersion | undefined): Fact[] {
  const { publisher, sourceUrl, downloads } = module
  return [
    ['Downloads', numberText(downloads)],
    ...(version ? factsOfVersion(version) : []),
    ['Source', sourceUrl === null ? <Nothing key="source" /> : <SourceLink key="source" url={sourceUrl} />],
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

/** What was published, to be read about, read file by file or taken away. */
const Archive = ({ module, version: { version, deprecation } }: VersionProps) => (
  <Group gap="0.25rem 0.75rem" fz="sm">
    <TextLink href={paths.moduleVersion(module, version)}>Release</TextLink>
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
    <Address text={url.replace(/^https?:\/\//, '')} />
  </Anchor>
)

/** Who downloaded most of late. Viewers who may only use the module are not told. */
function Consumers({ module }: { module: FoundModule }) {
  const { days = [], consumers } = module.downloadsHistory ?? {}
  const { nodes = [], totalCount = 0 } = consumers ?? {}
  if (nodes.length === 0) return null
  return (
    <Section title="Consumers in 30 days">
      <Sparkline days={days} what="Downloads" className={classes['sparkline']} />
      <ul className={classes['list']}>
        {nodes.map((consumer) => (
          <li key={consumer.organizationId ?? 'people'}>
            <span>{consumerName(consumer)}</span>
            <span>{numberText(consumer.count)}</span>
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
          <TextLink href={paths.module(module, { version, tab: 'dependencies' })}>All submodules</TextLink>
        </Text>
      )}
    </Section>
  )
}
