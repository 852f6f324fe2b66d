'use client'

import { Anchor, Group, Stack, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
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
import { hiddenOf, namedOption } from '~/ui/lists/found-options'
import { PlainSelect } from '~/ui/lists/plain-select'
import { useRouter } from '~/ui/navigation'
import { Section } from '~/ui/section'
import { SourceLink } from '~/ui/source-link'
import type { Tab } from '~/ui/tabs'
import { numberText, shortened, sizeText } from '~/ui/text'
import { Nothing } from '~/ui/texts'
import type { FoundModule, FoundVersion, Shown } from './queries'
import classes from './rail.module.css'
import { type CliFacts, consumerName, isRootUncallable, moduleCall, sourceOf, versionInstead } from './words'

// Few modules have a root that cannot be called.
const SubmoduleCalls = dynamic(async () => (await import('./declarations/submodule-calls')).SubmoduleCalls)

type Props = { module: FoundModule; version: FoundVersion | undefined; cli: CliFacts; shown: Shown }

type RailProps = Props & {
  /** Documents of the version besides the README. */
  further: readonly Tab[]
}

/** Facts of a module that are needed at a glance on every tab: how to call it, and who uses it. */
export const Rail = ({ module, version, cli, shown, further }: RailProps) => (
  <>
    <Call module={module} version={version} cli={cli} shown={shown} />
    <Documents module={module} shown={shown} further={further} />
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

/** Code to copy into a configuration, with a link to one whose inputs are filled in. */
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

/**
 * Notice that the version should not be used, with a link to a better one: above its call, or in its place.
 */
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

/**
 * Select that shows another version on the same tab. Versions that can no longer be installed can still be
 * read about.
 */
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
  const older = hiddenOf(module.versions)
  return (
    <PlainSelect
      aria-label="Version"
      options={[
        ...published,
        ...(isListed ? [] : [namedOption(version)]),
        ...(older > 0
          ? [{ ...namedOption(`${numberText(older)} older on the tab Versions`), disabled: true }]
          : []),
      ]}
      value={version}
      onChange={show}
    />
  )
}

function labelOf({ version, deprecation }: FoundVersion, newest: string | undefined): string {
  if (deprecation) return `${version} (${deprecation.status.toLowerCase()})`
  return version === newest ? `${version} (newest)` : version
}

/** Links to what can be read of the version, one of which may be shown. */
function Documents({
  module,
  shown: { version, part },
  further,
}: Pick<RailProps, 'module' | 'shown' | 'further'>) {
  if (version === undefined || part?.path !== '') return null
  return (
    <Section title="Documents">
      <Group gap="0.25rem 0.5rem" fz="sm">
        {[{ key: 'readme', label: 'README' }, ...further].map(({ key, label, count }: Tab) => (
          <TextLink key={key} href={paths.module(module, { version, tab: key })}>
            {label}
            {count !== undefined && ` ${numberText(count)}`}
          </TextLink>
        ))}
      </Group>
    </Section>
  )
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
    ['Created by', publisher || 'Unknown'],
    ...recordFacts(module),
  ]
}

/** Returns the facts of a published version; another one has no archive. */
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

/** Links to the published archive: read about it, browse its files, download it. */
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

/** Organizations with the most recent downloads. Viewers who may only use the module do not see them. */
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
          <TextLink href={`${paths.module(module, { tab: 'usage' })}#users`}>
            All {totalCount} consumers
          </TextLink>
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
