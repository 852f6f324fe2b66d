'use client'

import dynamic from 'next/dynamic'
import type { CliFacts } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/snippet'
import type { Tab } from '~/ui/tabs'
import type { CurrentState, FoundWorkspace } from './queries'
import { NoState } from './no-state'
import { Resources } from './resources'

const Outputs = dynamic(async () => (await import('./outputs')).Outputs)
const States = dynamic(async () => (await import('./states')).States)
const Settings = dynamic(async () => (await import('./settings')).Settings)

/** What there is to look at of a workspace that one may read the states of. */
export const tabsOf = (state: CurrentState): readonly Tab[] => [
  {
    key: 'resources',
    label: 'Resources',
    ...(state && state.resourceCount !== null && { count: state.resourceCount }),
  },
  { key: 'outputs', label: 'Outputs' },
  { key: 'states', label: 'States' },
  { key: 'settings', label: 'Settings' },
]

type Props = { tab: string; workspace: FoundWorkspace; state: CurrentState; cli: CliFacts }

export function TabContent({ tab, workspace, state, cli }: Props) {
  if (tab === 'settings') return <Settings workspace={workspace} />
  if (!state) return <NoState workspace={workspace} cli={cli} />
  if (tab === 'outputs') return <Outputs state={state} />
  if (tab === 'states') return <States workspace={workspace} current={state} />
  return <Resources state={state} />
}
