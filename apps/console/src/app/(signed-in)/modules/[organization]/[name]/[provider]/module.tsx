'use client'

import { Grid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import type { ModuleDetailQuery } from '../../../../../../data/generated/graphql'
import { query } from '../../../../../../data/query'
import { paths } from '../../../../../../paths'
import { useQuickActions } from '../../../../../../shell/quick-actions'
import { Crumbs } from '../../../../../../ui/crumbs'
import { PageActions } from '../../../../../../ui/page-actions'
import { PageHeader } from '../../../../../../ui/page-header'
import { addressOf, useModuleActions } from '../../../actions'
import { Badges } from '../../../badges'
import { Facts } from './facts'
import { ModuleDetail, type FoundModule, type ShownPart } from './queries'
import type { CliFacts } from './snippet'
import { TabContent, tabsOf } from './tab-content'
import { Tabs, useTab } from './tabs'
import { VersionNotices } from './version-notices'
import { VersionSelect } from './version-select'

export type Shown = {
  /** The version that the address names, the newest otherwise; undefined while nothing is published. */
  version: string | undefined
  /** The folder of it that is looked at; undefined when nothing is known of the version. */
  part: ShownPart | undefined
  parts: readonly ShownPart[]
  /** What the server made of the README of that folder. */
  readme: ReactNode
}

export function Module({ initial, ...shown }: Shown & { initial: ModuleDetailQuery }) {
  const known = initial.organization?.registryModule
  const address = { name: known?.name ?? '', provider: known?.provider ?? '' }
  const { data } = useQuery({
    ...query('modules', ModuleDetail, { organization: initial.organization?.name ?? '', ...address }),
    initialData: initial,
  })
  // Deleted a moment ago: the page is about to be left.
  const module = data.organization?.registryModule ?? known
  return module ? <Detail module={module} cli={data.cli} shown={shown} /> : null
}

function Detail({ module, cli, shown }: { module: FoundModule; cli: CliFacts; shown: Shown }) {
  const router = useRouter()
  const actionsOf = useModuleActions(({ namespace }) => router.push(paths.modulesOf(namespace)))
  const actions = actionsOf(module)
  useQuickActions(
    actions
      .filter(({ disabledReason }) => disabledReason === undefined)
      .map(({ label, icon, run }) => ({ label: `${label}: ${addressOf(module)}`, icon, run })),
  )
  const tabs = tabsOf(module, shown)
  const here = useTab(tabs)
  const version = module.versions.nodes.find((each) => each.version === shown.version)
  const { namespace } = module

  return (
    <>
      <Crumbs trail={trailOf(module, shown)} />
      <PageHeader
        title={shown.part?.path ? shown.part.path : `${module.name}/${module.provider}`}
        beside={<Badges module={module} />}
        actions={<PageActions actions={actions} />}
      />
      <Stack gap="md">
        {module.description !== null && (
          <Text size="sm" c="dimmed" maw={720} style={{ overflowWrap: 'anywhere' }}>
            {module.description}
          </Text>
        )}
        <VersionNotices module={module} version={version} />
      </Stack>
      <Grid gap="md" mt="md">
        <Grid.Col span={{ base: 12, md: 8.5 }}>
          <Tabs label={`About ${namespace}/${module.name}`} tabs={tabs} here={here} />
          <TabContent tab={here} module={module} cli={cli} shown={shown} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 3.5 }}>
          <Stack gap="md">
            {shown.version !== undefined && <VersionSelect module={module} version={shown.version} />}
            <Facts module={module} version={version} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

/** Up from the module to its organization, and from a folder of it to the module. */
function trailOf(module: FoundModule, { version, part }: Shown) {
  const { namespace, name, provider } = module
  const inPart = part !== undefined && part.path !== ''
  return [
    { label: 'Modules', path: paths.modules() },
    { label: namespace, path: paths.modulesOf(namespace) },
    ...(inPart
      ? [
          {
            label: `${name}/${provider}`,
            path: paths.module(module, version === undefined ? {} : { version }),
          },
        ]
      : []),
  ]
}
