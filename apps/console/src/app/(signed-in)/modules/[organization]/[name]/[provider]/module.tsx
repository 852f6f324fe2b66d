'use client'

import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { addressOf, useModuleActions } from '~/app/(signed-in)/modules/actions'
import { Badges } from '~/app/(signed-in)/modules/badges'
import { putAwayUpload } from '~/app/(signed-in)/overview/put-away'
import type { ModuleDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { Crumbs } from '~/ui/crumbs'
import { Banner } from '~/ui/feedback/banner'
import { StateDot } from '~/ui/feedback/state-dot'
import { Link } from '~/ui/link'
import { TextLink } from '~/ui/links'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { type Tab, Tabs, useTab } from '~/ui/tabs'
import { listed, shortened } from '~/ui/text'
import { Note } from '~/ui/texts'
import { UserText } from '~/ui/user-text'
import { WithRail } from '~/ui/with-rail'
import type { VersionDocuments } from './documents/find-documents'
import { FollowButton } from './follow-button'
import { type FoundModule, type FoundVersion, ModuleDetail, type Shown } from './queries'
import { Rail } from './rail'
import { moduleTrail } from './trail'
import { useVersionDocuments } from './documents/version-documents'
import type { CliFacts } from './words'

const ModuleActivity = lazy(async () => ({ default: (await import('./module-activity')).ModuleActivity }))

export function Module({ initial, ...shown }: Shown & { initial: ModuleDetailQuery }) {
  const known = initial.registryModuleNamespace?.registryModule
  const { namespace: organization = '', name = '', provider = '' } = known ?? {}
  const { data } = useQuery({
    ...query(ModuleDetail, { organization, name, provider }),
    initialData: initial,
  })
  const found = data.registryModuleNamespace?.registryModule
  if (!found && known?.usableOnly) return <NotSharedAnyMore />
  // Deleted a moment ago: the page is about to be left.
  const module = found ?? known
  return module ? <Detail module={module} cli={data.cli} shown={shown} /> : null
}

function Detail({ module, cli, shown }: { module: FoundModule; cli: CliFacts; shown: Shown }) {
  const router = useRouter()
  const actionsOf = useModuleActions(({ namespace }) => router.push(paths.modulesOf(namespace)))
  // The actions on a module that is only shared are in their own tab.
  const actions = module.usableOnly ? [] : actionsOf(module)
  useActionsOfPage(actions, (label) => `${label}: ${addressOf(module)}`)
  useVisit({ kind: 'MODULE', label: addressOf(module), path: paths.module(module) })
  const documents = useVersionDocuments(module, shown, useSearchParams().get('tab'))
  const tabs = tabsOf(module, shown)
  const further = furtherOf(shown, documents)
  const tab = useTab([...tabs, ...further], formerTabs)
  // A document without a tab is read in place of the README.
  const here = tabs.some(({ key }) => key === tab) ? tab : 'readme'
  const version = module.versions.nodes.find((each) => each.version === shown.version)
  const { namespace, description } = module
  const isFirst = here === tabs[0]?.key
  // The list of versions has it too.
  const failed = isFirst ? failedOf(module) : undefined

  return (
    <>
      <Crumbs trail={trailOf(module, shown)} />
      <PageHeader
        title={shown.part?.path ? shown.part.path : `${module.name}/${module.provider}`}
        tab={`${module.name}/${module.provider} · ${namespace}`}
        afterTitle={version?.deprecation ? <VersionStatus version={version} /> : <Badges module={module} />}
        actions={
          <>
            <FollowButton module={module} />
            <PageActions actions={actions} />
          </>
        }
      />
      <Stack gap="md">
        {description !== null && (
          <Note maw={720} style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Note>
        )}
        {module.sharing && <SharedNotice sharing={module.sharing} namespace={namespace} />}
        <LifecycleNotice module={module} version={version} />
        {failed && <Refused module={module} version={failed} />}
        {version && version.warnings.length > 0 && <Warnings sentences={version.warnings} />}
        <Tabs label={`About ${namespace}/${module.name}`} tabs={tabs} here={here} />
        <WithRail rail={<Rail module={module} version={version} cli={cli} shown={shown} further={further} />}>
          <TabContent tab={tab} module={module} cli={cli} shown={shown} documents={documents} />
        </WithRail>
      </Stack>
      {/* What else happened stands below what a module is, and not below each of its lists. */}
      <Suspense>
        {isFirst && !module.usableOnly && !shown.part?.path && <ModuleActivity module={module} />}
      </Suspense>
    </>
  )
}

/** Status of the shown version, which matters more than that of the module. */
const VersionStatus = ({ version: { version, deprecation } }: { version: FoundVersion }) =>
  deprecation?.status === 'REVOKED' ? (
    <StateDot tone="bad">{`${version} revoked`}</StateDot>
  ) : (
    <StateDot tone="warning">{`${version} deprecated`}</StateDot>
  )

/** Returns the breadcrumb from a folder to its module and its organization. */
function trailOf(module: FoundModule, { version, part }: Shown) {
  const trail = moduleTrail(module, version === undefined ? {} : { version })
  return part?.path ? trail : trail.slice(0, -1)
}

type Props = { namespace: string; sharing: NonNullable<FoundModule['sharing']> }

/** The owner of the module, and why the viewer sees it. */
function SharedNotice({ namespace, sharing }: Props) {
  const { withAll, organizations, organizationCount } = sharing
  return (
    <Text size="sm">
      It belongs to <strong>{namespace}</strong>, which shares its modules with{' '}
      {withAll ? 'every organization' : <strong>{listed(organizations, organizationCount)}</strong>}.
    </Text>
  )
}

/** The sharing was withdrawn while the page was open. */
// Most come for the README; what the other tabs need is fetched with them.
const NotSharedAnyMore = dynamic(async () => (await import('./not-shared-any-more')).NotSharedAnyMore)
const Declarations = dynamic(async () => (await import('./declarations/declarations')).Declarations)
const Document = dynamic(async () => (await import('./documents/document')).Document)
const Examples = dynamic(async () => (await import('./documents/examples')).Examples)
const ExampleCode = dynamic(async () => (await import('./documents/examples')).ExampleCode)
const Versions = dynamic(async () => (await import('./versions/versions')).Versions)
const WaysToPublish = dynamic(
  async () => (await import('~/app/(signed-in)/modules/ways-to-publish')).WaysToPublish,
)
// Not from the server: fields that are shown before their code has come would forget what is typed into them.
const Usage = dynamic(async () => (await import('./usage/usage')).Usage, {
  ssr: false,
  // As high as the window: what stands below is seen to move by no one.
  loading: () => <Skeleton height="80vh" />,
})

/** The tabs whose contents stand on others now: what they were called leads there. */
const formerTabs: Readonly<Record<string, string>> = {
  ...{ outputs: 'inputs', requirements: 'dependencies', folders: 'dependencies' },
  ...{ use: 'usage', downloads: 'usage' },
}

/** Returns the tabs: what the shown version says and declares, and the versions and use of the module. */
function tabsOf(module: FoundModule, { part }: Shown): readonly Tab[] {
  const versions = { key: 'versions', label: 'Versions', count: module.versions.totalCount }
  const usage = { key: 'usage', label: 'Usage' }
  if (!part)
    return module.usableOnly ? [versions] : [{ key: 'publish', label: 'How to publish' }, versions, usage]
  const { inputs, outputs, resources, providers, dependencies } = part.counts
  const declared = [
    { key: 'readme', label: 'README' },
    { key: 'inputs', label: 'Inputs and outputs', count: inputs + outputs },
    { key: 'resources', label: 'Resources', count: resources },
    { key: 'dependencies', label: 'Dependencies', count: providers + dependencies },
  ]
  if (part.path.startsWith('examples/')) return [{ key: 'code', label: 'Code' }, ...declared]
  if (part.path !== '') return [...declared, usage]
  return [...declared, versions, usage]
}

/** Returns what can be read besides the README, which the rail leads to; documents are known last. */
const furtherOf = ({ part, folders }: Shown, { changelog, licence }: VersionDocuments): readonly Tab[] =>
  part?.path === ''
    ? [
        ...(folders.examples > 0 ? [{ key: 'examples', label: 'Examples', count: folders.examples }] : []),
        ...(changelog === undefined ? [] : [{ key: 'changelog', label: 'Changelog' }]),
        ...(licence === undefined ? [] : [{ key: 'licence', label: 'Licence' }]),
      ]
    : []

type TabContentProps = {
  tab: string
  module: FoundModule
  cli: CliFacts
  shown: Shown
  documents: VersionDocuments
}

function TabContent({ tab, module, cli, shown, documents }: TabContentProps) {
  const { version, part, folders, readme } = shown
  if (tab === 'versions') return <Versions module={module} shown={version} />
  if (tab === 'usage')
    return <Usage module={module} version={version} part={part} folders={folders} cli={cli} />
  if (!part || version === undefined)
    return (
      <Paper p="md">
        <WaysToPublish
          module={module}
          version={module.versions.nodes[0]?.version ?? '1.0.0'}
          inBrowser={module.canPublish ? 'upload' : undefined}
        />
      </Paper>
    )
  const at = { module, version, part }
  if (tab === 'inputs' || tab === 'resources' || tab === 'dependencies')
    return <Declarations {...at} tab={tab} folders={folders} />
  if (tab === 'changelog')
    return <Document {...at} title="Changelog" path={documents.changelog ?? ''} isChangelog />
  if (tab === 'licence')
    return <Document {...at} title="Licence" path={documents.licence ?? ''} isChangelog={false} />
  if (tab === 'examples') return <Examples module={module} version={version} folders={folders} />
  if (tab === 'code')
    return (
      <Paper p="md" component="section" aria-label="Code">
        <ExampleCode module={module} version={version} path={part.path} />
      </Paper>
    )
  return (
    <Paper p="md" component="section" aria-label="README">
      <VisuallyHidden>
        <h2>README</h2>
      </VisuallyHidden>
      {readme ?? <Note>No README.</Note>}
    </Paper>
  )
}

type LifecycleProps = { module: FoundModule; version: FoundVersion | undefined }

/** Notice of all there is to know before the shown version is used, or before there is one. */
function LifecycleNotice({ module, version }: LifecycleProps) {
  const { deprecation, endOfLife } = version ?? {}
  if (endOfLife) return <EndOfLifeNotice endOfLife={endOfLife} />
  if (deprecation) return <DeprecationNotice what="version" deprecation={deprecation} />
  if (!version) return <NothingPublished module={module} />
  return null
}

/** The newest version, where its upload failed and was not put away. */
function failedOf({ versions, canPublish }: FoundModule): FoundVersion | undefined {
  const [latest] = versions.nodes
  return latest?.status === 'FAILED' && latest.putAwayAt === null && canPublish ? latest : undefined
}

/** Warnings about the archive from when it was published. */
const Warnings = ({ sentences }: { sentences: readonly string[] }) => (
  <Banner color="yellow" icon={IconAlertTriangle} title="Before you use this version" role="status">
    {sentences.map((sentence) => (
      <span key={sentence} style={{ display: 'block', overflowWrap: 'anywhere' }}>
        <UserText text={sentence.charAt(0).toUpperCase() + sentence.slice(1)} />
      </span>
    ))}
  </Banner>
)

function NothingPublished({ module }: { module: FoundModule }) {
  const [latest] = module.versions.nodes
  if (latest?.status === 'FAILED' || module.status === 'SETUP_COMPLETE') return null
  return (
    <Banner color="harbor" icon={IconUpload} title="Nothing is published yet" role="status">
      {latest ? `Version ${latest.version} waits for its archive.` : 'No versions yet.'}{' '}
      {module.canPublish && (
        <TextLink href={paths.modulePublish(module, latest ? { version: latest.version } : {})}>
          Upload it in the browser
        </TextLink>
      )}
    </Banner>
  )
}

/** A failed upload, as a line: what was refused and why, to repeat or to put away. */
function Refused({ module, version }: { module: FoundModule; version: FoundVersion }) {
  const ask = useAsk()
  const label = `${addressOf(module)} ${version.version}`
  return (
    <Paper component="section" aria-label="Failed upload" px="md" py="xs">
      <Group gap="xs" justify="space-between" fz="sm">
        <StateDot tone="bad">{`The upload of ${version.version} was refused`}</StateDot>
        <Group gap="xs">
          <Anchor component={Link} href={paths.modulePublish(module, { version: version.version })} size="sm">
            Upload it again
          </Anchor>
          <Button size="compact-xs" variant="default" onClick={() => ask(putAwayUpload(version.id, label))}>
            Put away
          </Button>
        </Group>
      </Group>
      <Note style={{ overflowWrap: 'anywhere' }}>{shortened(version.error ?? 'Unknown reason.', 300)}</Note>
    </Paper>
  )
}
