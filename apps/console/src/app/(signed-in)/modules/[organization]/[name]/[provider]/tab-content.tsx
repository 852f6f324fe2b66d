'use client'

import { Paper, Skeleton, VisuallyHidden } from '@mantine/core'
import dynamic from 'next/dynamic'
import { WaysToPublish } from '~/app/(signed-in)/modules/ways-to-publish'
import { Note } from '~/ui/texts'
import type { FoundModule, Shown } from './queries'
import type { CliFacts } from './snippet'
import type { Tab } from '~/ui/tabs'

// Most come for the README; what the other tabs need is fetched with them.
const Declarations = dynamic(async () => (await import('./declarations')).Declarations)
const Examples = dynamic(async () => (await import('./examples')).Examples)
const ExampleCode = dynamic(async () => (await import('./example-code')).ExampleCode)
const Versions = dynamic(async () => (await import('./versions')).Versions)
// Not from the server: fields that are shown before their code has come would forget what is typed into them.
const Usage = dynamic(async () => (await import('./usage')).Usage, {
  ssr: false,
  loading: () => <Skeleton height={320} />,
})

/** The tabs whose contents stand on others now: what they were called leads there. */
export const formerTabs: Readonly<Record<string, string>> = {
  ...{ outputs: 'inputs', resources: 'inputs', requirements: 'inputs', folders: 'inputs' },
  ...{ use: 'usage', downloads: 'usage' },
}

/** What there is to look at: of a version what it says and declares, of every module its versions and its use. */
export function tabsOf(module: FoundModule, { part, folders }: Shown): readonly Tab[] {
  const versions = { key: 'versions', label: 'Versions', count: module.versions.totalCount }
  const usage = { key: 'usage', label: 'Usage' }
  if (!part)
    return module.usableOnly ? [versions] : [{ key: 'publish', label: 'How to publish' }, versions, usage]
  const declared = [
    { key: 'readme', label: 'README' },
    { key: 'inputs', label: 'Inputs and outputs', count: part.counts.inputs + part.counts.outputs },
  ]
  if (part.path.startsWith('examples/')) return [{ key: 'code', label: 'Code' }, ...declared]
  if (part.path !== '') return [...declared, usage]
  return [...declared, { key: 'examples', label: 'Examples', count: folders.examples }, versions, usage]
}

type Props = { tab: string; module: FoundModule; cli: CliFacts; shown: Shown }

export function TabContent({ tab, module, cli, shown }: Props) {
  const { version, part, folders, readme } = shown
  if (tab === 'versions') return <Versions module={module} shown={version} />
  if (tab === 'usage')
    return <Usage module={module} version={version} part={part} folders={folders} cli={cli} />
  if (!part || version === undefined)
    return (
      <Paper p="md">
        <WaysToPublish address={module} version={module.versions.nodes[0]?.version ?? '1.0.0'} />
      </Paper>
    )
  const at = { module, version, part }
  if (tab === 'inputs') return <Declarations {...at} folders={folders} />
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
