'use client'

import {
  IconRosetteDiscountCheck,
  IconRosetteDiscountCheckOff,
  IconCode,
  IconPencil,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { ModuleActionFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
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

/** How people and the engine name it. */
export const addressOf = ({ namespace, name, provider }: Module): string => `${namespace}/${name}/${provider}`

export const managersOnly = 'Only for those who manage the modules of this organization.'

/** What can be done with a module, the same in the list, on its page and in the palette. */
export function useModuleActions(onDeleted?: (module: Module) => void): (module: Module) => Action[] {
  const router = useRouter()
  const remove = useChange('registryModuleDelete')
  const verify = useChange('registryModuleVerifiedSet')
  const isAdministrator = useMay('SITE_ORGANIZATIONS_WRITE')

  const askAndDelete = (module: Module) => {
    const address = addressOf(module)
    confirm({
      title: `Delete ${address}?`,
      children:
        'All its versions are deleted and can no longer be installed, not even where they are in use. Their numbers cannot be used again, not even by a new module of this name. This cannot be undone.',
      action: `Delete ${module.name}`,
      danger: true,
      askReason: 'required',
      typed: address,
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id: module.id, reason }), `${address} is deleted.`, () =>
          onDeleted?.(module),
        ),
    })
  }

  const askAndVerify = (module: Module) => {
    const { id, verified } = module
    const address = addressOf(module)
    confirm({
      title: verified ? `Remove trust from ${address}?` : `Mark ${address} as trusted?`,
      children: verified
        ? 'It keeps working; it is no longer marked as trusted.'
        : 'Its users see that the administrators of this site trust it, including later versions.',
      action: verified ? 'Remove trust' : `Trust ${module.name}`,
      danger: verified,
      askReason: verified ? 'required' : true,
      run: async (reason) =>
        showOutcome(
          await verify.mutateAsync({ id, verified: !verified, reason }),
          `${address} is ${verified ? 'no longer trusted' : 'trusted'}.`,
        ),
    })
  }

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
    ...(isAdministrator
      ? [
          module.verified
            ? { label: 'Remove trust', icon: IconRosetteDiscountCheckOff, run: () => askAndVerify(module) }
            : { label: 'Mark as trusted', icon: IconRosetteDiscountCheck, run: () => askAndVerify(module) },
        ]
      : []),
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      disabledReason: module.canDelete ? undefined : managersOnly,
      run: () => askAndDelete(module),
    },
  ]
  const use = (module: Module): Action => ({
    label: 'Use it',
    icon: IconCode,
    run: () => router.push(paths.module(module, { tab: 'usage' })),
  })

  return (module) => (module.usableOnly ? [use(module)] : manage(module))
}
