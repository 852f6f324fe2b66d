'use client'

import { Alert, Anchor, Badge, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconFileAlert, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { addressOf, useModuleActions } from '~/app/(signed-in)/modules/actions'
import { Badges } from '~/app/(signed-in)/modules/badges'
import { WaysToPublish } from '~/app/(signed-in)/modules/ways-to-publish'
import type { ModuleDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { Crumbs } from '~/ui/crumbs'
import { NothingDrawing } from '~/ui/drawings'
import { Empty } from '~/ui/empty'
import { Link } from '~/ui/link'
import { LinkButton, TextLink } from '~/ui/links'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { type Tab, Tabs, useTab } from '~/ui/tabs'
import { listed } from '~/ui/text'
import { Note } from '~/ui/texts'
import { WithRail } from '~/ui/with-rail'
import type { VersionDocuments } from './documents-among'
import { FollowButton } from './follow-button'
import { type FoundModule, type FoundVersion, ModuleDetail, type Shown } from './queries'
import { Rail } from './rail'
import { moduleTrail } from './trail'
import { useVersionDocuments } from './version-documents'
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
  // What can be done with a module that is only shared has a tab of its own.
  const actions = module.usableOnly ? [] : actionsOf(module)
  useActionsOfPage(actions, (label) => `${label}: ${addressOf(module)}`)
  useVisit({ kind: 'MODULE', label: addressOf(module), path: paths.module(module) })
  const documents = useVersionDocuments(module, shown, useSearchParams().get('tab'))
  const tabs = tabsOf(module, shown, documents)
  const here = useTab(tabs, formerTabs)
  const version = module.versions.nodes.find((each) => each.version === shown.version)
  const { namespace, description } = module

  return (
    <>
      <Crumbs trail={trailOf(module, shown)} />
      <PageHeader
        title={shown.part?.path ? shown.part.path : `${module.name}/${module.provider}`}
        tab={`${module.name}/${module.provider} · ${namespace}`}
        beside={version?.deprecation ? <Standing version={version} /> : <Badges module={module} />}
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
        {version && version.warnings.length > 0 && <Warnings sentences={version.warnings} />}
        <Tabs label={`About ${namespace}/${module.name}`} tabs={tabs} here={here} />
        <WithRail rail={<Rail module={module} version={version} cli={cli} shown={shown} />}>
          <TabContent tab={here} module={module} cli={cli} shown={shown} documents={documents} />
        </WithRail>
      </Stack>
      <Suspense>{!module.usableOnly && !shown.part?.path && <ModuleActivity module={module} />}</Suspense>
    </>
  )
}

/** What became of the version that is shown, which counts more than how the module stands. */
const Standing = ({ version: { version, deprecation } }: { version: FoundVersion }) =>
  deprecation?.status === 'REVOKED' ? (
    <Badge color="red">{version} revoked</Badge>
  ) : (
    <Badge color="orange">{version} deprecated</Badge>
  )

/** Up from the module to its organization, and from a folder of it to the module. */
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
const NotSharedAnyMore = () => (
  <Paper>
    <title>This module is no longer available</title>
    <Empty
      icon={NothingDrawing}
      title="This module is no longer available"
      action={<LinkButton href={paths.modules()}>Go to modules</LinkButton>}
    >
      It was deleted, or is no longer shared with you.
    </Empty>
  </Paper>
)

// Most come for the README; what the other tabs need is fetched with them.
const Declarations = dynamic(async () => (await import('./declarations')).Declarations)
const Document = dynamic(async () => (await import('./document')).Document)
const Examples = dynamic(async () => (await import('./examples')).Examples)
const ExampleCode = dynamic(async () => (await import('./examples')).ExampleCode)
const Versions = dynamic(async () => (await import('./versions')).Versions)
// Not from the server: fields that are shown before their code has come would forget what is typed into them.
const Usage = dynamic(async () => (await import('./usage')).Usage, {
  ssr: false,
  loading: () => <Skeleton height={320} />,
})

/** The tabs whose contents stand on others now: what they were called leads there. */
const formerTabs: Readonly<Record<string, string>> = {
  ...{ outputs: 'inputs', requirements: 'dependencies', folders: 'dependencies' },
  ...{ use: 'usage', downloads: 'usage' },
}

/** What there is to look at: of a version what it says and declares, of every module its versions and its use. */
function tabsOf(module: FoundModule, { part, folders }: Shown, documents: VersionDocuments): readonly Tab[] {
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
  return [
    ...declared,
    { key: 'examples', label: 'Examples', count: folders.examples },
    versions,
    usage,
    // They come last, because they are known last.
    ...(documents.changelog === undefined ? [] : [{ key: 'changelog', label: 'Changelog' }]),
    ...(documents.licence === undefined ? [] : [{ key: 'licence', label: 'Licence' }]),
  ]
}

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

/** What one has to know before one uses the version that is shown, or before there is any. */
function LifecycleNotice({ module, version }: LifecycleProps) {
  const { deprecation, endOfLife } = version ?? {}
  if (endOfLife) return <EndOfLifeNotice endOfLife={endOfLife} />
  if (deprecation) return <DeprecationNotice what="version" deprecation={deprecation} />
  if (!version) return <NothingPublished module={module} />
  const [latest] = module.versions.nodes
  return latest?.status === 'FAILED' && module.canPublish ? (
    <Refused module={module} version={latest} />
  ) : null
}

/** What its archive gave cause to say when it was published. */
const Warnings = ({ sentences }: { sentences: readonly string[] }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="Before you use this version">
    {sentences.map((sentence) => (
      <Text key={sentence} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence.charAt(0).toUpperCase() + sentence.slice(1)}
      </Text>
    ))}
  </Alert>
)

function NothingPublished({ module }: { module: FoundModule }) {
  const [latest] = module.versions.nodes
  if (latest?.status === 'FAILED') return <Refused module={module} version={latest} />
  if (module.status === 'SETUP_COMPLETE') return null
  return (
    <Alert color="harbor" icon={<IconUpload size={18} />} title="Nothing is published yet">
      {latest ? `Version ${latest.version} waits for its archive.` : 'No versions yet.'}{' '}
      {module.canPublish && (
        <TextLink href={paths.modulePublish(module, latest ? { version: latest.version } : {})}>
          Upload it in the browser
        </TextLink>
      )}
    </Alert>
  )
}

function Refused({ module, version: { version, error } }: { module: FoundModule; version: FoundVersion }) {
  return (
    <Alert color="red" icon={<IconFileAlert size={18} />} title={`The upload of ${version} was refused`}>
      <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {error ?? 'Unknown reason.'}
      </Text>
      {module.canPublish && (
        <Anchor component={Link} href={paths.modulePublish(module, { version })} size="sm">
          Upload it again
        </Anchor>
      )}
    </Alert>
  )
}
