'use client'

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ModuleDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { Crumbs } from '~/ui/crumbs'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { addressOf, useModuleActions } from '~/app/(signed-in)/modules/actions'
import { Badges } from '~/app/(signed-in)/modules/badges'
import { Note } from '~/ui/texts'
import { ModuleDetail, type FoundModule, type Shown } from './queries'
import type { CliFacts } from './snippet'
import { Rail } from './rail'
import classes from './rail.module.css'
import { formerTabs, TabContent, tabsOf } from './tab-content'
import { NotSharedAnyMore, SharedNotice } from './shared-notice'
import { Tabs, useTab } from '~/ui/tabs'
import { VersionNotices } from './version-notices'

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
  const tabs = tabsOf(module, shown)
  const here = useTab(tabs, formerTabs)
  const version = module.versions.nodes.find((each) => each.version === shown.version)
  const { namespace, description } = module

  return (
    <>
      <Crumbs trail={trailOf(module, shown)} />
      <PageHeader
        title={shown.part?.path ? shown.part.path : `${module.name}/${module.provider}`}
        tab={`${module.name}/${module.provider} · ${namespace}`}
        beside={<Badges module={module} />}
        actions={<PageActions actions={actions} />}
      />
      <Stack gap="md">
        {description !== null && (
          <Note maw={720} style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Note>
        )}
        {module.sharing && <SharedNotice sharing={module.sharing} namespace={namespace} />}
        <VersionNotices module={module} version={version} />
        <Tabs label={`About ${namespace}/${module.name}`} tabs={tabs} here={here} />
        <div className={classes['page']}>
          <div style={{ minWidth: 0 }}>
            <TabContent tab={here} module={module} cli={cli} shown={shown} />
          </div>
          <Rail module={module} version={version} cli={cli} shown={shown} />
        </div>
      </Stack>
      <Suspense>{!module.usableOnly && !shown.part?.path && <ModuleActivity module={module} />}</Suspense>
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
