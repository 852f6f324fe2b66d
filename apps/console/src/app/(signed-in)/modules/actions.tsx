'use client'

import {
  IconCode,
  IconPencil,
  IconRosetteDiscountCheck,
  IconRosetteDiscountCheckOff,
  IconUpload,
} from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { ModuleActionFactsFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { type ModuleAddress, paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { useRouter } from '~/ui/navigation'

export const ModuleActionFacts = graphql(`
  fragment ModuleActionFacts on RegistryModule {
    id
    namespace
    name
    provider
    canDelete
    canPublish
    verified
    usableOnly
  }
`)

type Module = ModuleActionFactsFragment

/** Returns the address of a module, as people and the engine write it. */
export const addressOf = ({ namespace, name, provider }: ModuleAddress): string =>
  `${namespace}/${name}/${provider}`

export const managersOnly = 'Only for those who manage the modules of this organization.'

/** Returns the actions on a module, the same in the list, on its page and in the palette. */
export function useModuleActions(onDeleted?: (module: Module) => void): (module: Module) => Action[] {
  const router = useRouter()
  const act = useAct()
  const isAdministrator = useMay('SITE_ORGANIZATIONS_WRITE')

  const manage = (module: Module): Action[] => [
    {
      label: 'Publish a version',
      icon: IconUpload,
      disabledReason: module.canPublish ? undefined : managersOnly,
      run: () => router.push(paths.modulePublish(module)),
    },
    {
      label: 'Edit',
      icon: IconPencil,
      disabledReason: module.canDelete ? undefined : managersOnly,
      run: () => router.push(paths.moduleEdit(module)),
    },
    ...(isAdministrator ? [act(module.verified ? distrust(module) : trust(module))] : []),
    deletion(act, {
      name: addressOf(module),
      short: module.name,
      disabledReason: module.canDelete ? undefined : managersOnly,
      change: change('registryModuleDelete', { id: module.id }),
      body: 'Its versions can no longer be installed, even where they are in use. A new module of this name cannot use their numbers. This cannot be undone.',
      reason: 'required',
      typed: addressOf(module),
      after: () => onDeleted?.(module),
    }),
  ]
  const use = (module: Module): Action => ({
    label: 'Use it',
    icon: IconCode,
    run: () => router.push(paths.module(module, { tab: 'usage' })),
  })

  return (module) => (module.usableOnly ? [use(module)] : manage(module))
}

const trust = (module: Module) => ({
  label: 'Mark as trusted',
  icon: IconRosetteDiscountCheck,
  change: change('registryModuleVerifiedSet', { id: module.id, verified: true }),
  question: {
    title: `Mark ${addressOf(module)} as trusted?`,
    body: 'Its users see that the administrators of this site trust it, including later versions.',
    confirm: `Trust ${module.name}`,
    reason: true as const,
  },
  done: `${addressOf(module)} is trusted.`,
})

const distrust = (module: Module) => ({
  label: 'Remove trust',
  icon: IconRosetteDiscountCheckOff,
  change: change('registryModuleVerifiedSet', { id: module.id, verified: false }),
  question: {
    title: `Remove trust from ${addressOf(module)}?`,
    body: 'It keeps working; it is no longer marked as trusted.',
    confirm: 'Remove trust',
    danger: true,
    reason: 'required' as const,
  },
  done: `${addressOf(module)} is no longer trusted.`,
})
