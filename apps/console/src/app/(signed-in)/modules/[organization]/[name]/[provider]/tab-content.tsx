'use client'

import { Paper, Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { WaysToPublish } from '~/app/(signed-in)/modules/ways-to-publish'
import { Note } from '~/ui/texts'
import type { FoundModule, Shown } from './queries'
import type { CliFacts } from './snippet'
import type { Tab } from './tabs'

// Most come for the README; what the other tabs need is fetched with them.
const Inputs = dynamic(async () => (await import('./declarations')).Inputs)
const Outputs = dynamic(async () => (await import('./declarations')).Outputs)
const Resources = dynamic(async () => (await import('./declarations')).Resources)
const Requirements = dynamic(async () => (await import('./declarations')).Requirements)
const Folders = dynamic(async () => (await import('./folders')).Folders)
const Downloads = dynamic(async () => (await import('./downloads')).Downloads)
// Not from the server: fields that are shown before their code has come would forget what is typed into them.
const UseModule = dynamic(async () => (await import('./use-module')).UseModule, {
  ssr: false,
  loading: () => <Skeleton height={320} />,
})
const Versions = dynamic(async () => (await import('./versions')).Versions)

/** What there is to look at: of a version what it declares, of every module its versions, and of one's own who downloads it. */
export function tabsOf(module: FoundModule, { part, folders }: Shown): readonly Tab[] {
  const versions = { key: 'versions', label: 'Versions', count: module.versions.totalCount }
  const downloads = { key: 'downloads', label: 'Downloads' }
  const forAll = module.usableOnly ? [versions] : [versions, downloads]
  if (!part) return module.usableOnly ? forAll : [{ key: 'publish', label: 'How to publish' }, ...forAll]
  return [
    { key: 'readme', label: 'README' },
    { key: 'use', label: 'Use it' },
    { key: 'inputs', label: 'Inputs', count: part.counts.inputs },
    { key: 'outputs', label: 'Outputs', count: part.counts.outputs },
    { key: 'resources', label: 'Resources', count: part.counts.resources },
    {
      key: 'requirements',
      label: 'Requirements',
      count: part.counts.providers + part.counts.dependencies,
    },
    ...(part.path === '' ? [{ key: 'folders', label: 'Folders', count: folders }, ...forAll] : []),
  ]
}

/** Those beside which there is no room for the facts. */
export const isWide = (tab: string): boolean => ['use', 'publish', 'versions', 'downloads'].includes(tab)

type Props = { tab: string; module: FoundModule; cli: CliFacts; shown: Shown }

export function TabContent({ tab, module, cli, shown }: Props) {
  const { version, part, folders, readme } = shown
  if (tab === 'versions') return <Versions module={module} shown={version} />
  if (tab === 'downloads') return <Downloads module={module} />
  if (!part || version === undefined)
    return (
      <Paper p="md">
        <WaysToPublish address={module} version={module.versions.nodes[0]?.version ?? '1.0.0'} />
      </Paper>
    )
  const at = { module, version, part }
  if (tab === 'use') return <UseModule {...at} cli={cli} />
  if (tab === 'inputs') return <Inputs {...at} />
  if (tab === 'outputs') return <Outputs {...at} />
  if (tab === 'resources') return <Resources {...at} />
  if (tab === 'requirements') return <Requirements {...at} />
  if (tab === 'folders') return <Folders {...at} count={folders} />
  return (
    <Paper p="md" component="section" aria-label="README">
      {readme ?? <Note>No README.</Note>}
    </Paper>
  )
}
