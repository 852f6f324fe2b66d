'use client'

import { IconArchive, IconArchiveOff, IconBan, IconTrash, IconUpload } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { addressOf, managersOnly } from '~/app/(signed-in)/modules/actions'
import { ModuleVersionDelete } from '~/app/(signed-in)/modules/changes'
import type { FoundModule, FoundVersion } from './queries'

/** Deprecates, revokes or restores. */
const ModuleVersionUpdate = graphql(`
  mutation ModuleVersionUpdate($input: RegistryModuleVersionUpdateInput!) {
    registryModuleVersionUpdate(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const notPublished = 'It is not published.'

/** What can be done with a version; `shown` is the one the page is about. */
export function useVersionActions(
  module: FoundModule,
  shown: string | undefined,
): (version: FoundVersion) => Action[] {
  const router = useRouter()
  const update = useChange(ModuleVersionUpdate)
  const remove = useChange(ModuleVersionDelete)
  const stays = module.canDelete ? undefined : managersOnly

  const askAndRestore = ({ id, version }: FoundVersion) =>
    confirm({
      title: `Restore ${version}?`,
      children: 'It can be used again, and users are no longer asked to upgrade.',
      action: `Restore ${version}`,
      askReason: true,
      run: async (reason) =>
        showOutcome(await update.mutateAsync({ id, deprecation: null, reason }), `${version} is restored.`),
    })

  const askAndDelete = ({ id, version, status }: FoundVersion) => {
    const name = `${module.name} ${version}`
    confirm({
      title: `Delete ${name}?`,
      children:
        status === 'OK'
          ? `${addressOf(module)} ${version} can no longer be installed, not even where it is in use. The number ${version} cannot be used again. This cannot be undone. To keep others from using it, revoke it instead.`
          : 'Nothing was published under this number, so it can be used again.',
      action: `Delete ${version}`,
      danger: true,
      askReason: 'required',
      typed: name,
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id, reason }), `${name} is deleted.`, () => {
          if (version === shown) router.replace(paths.module(module, { tab: 'versions' }))
        }),
    })
  }

  return (version) => {
    const unpublished = version.status === 'OK' ? undefined : notPublished
    const state = version.deprecation?.status
    const ask = async (status: 'DEPRECATED' | 'REVOKED') => {
      const { askLifecycle } = await import('./lifecycle-dialog')
      askLifecycle(version, status, ({ reason, link }) =>
        update.mutateAsync({
          id: version.id,
          deprecation: { status, reason, link: link === '' ? null : link },
          reason,
        }),
      )
    }
    const upload: Action = {
      label: version.status === 'FAILED' ? 'Upload again' : 'Upload',
      icon: IconUpload,
      disabledReason: module.canPublish ? undefined : managersOnly,
      run: () => router.push(paths.modulePublish(module, { version: version.version })),
    }
    const deprecate: Action = {
      label: 'Deprecate',
      icon: IconArchive,
      disabledReason: stays ?? unpublished,
      run: () => void ask('DEPRECATED'),
    }
    const revoke: Action = {
      label: 'Revoke',
      icon: IconBan,
      danger: true,
      disabledReason: stays ?? unpublished,
      run: () => void ask('REVOKED'),
    }
    const restore: Action = {
      label: 'Restore',
      icon: IconArchiveOff,
      disabledReason: stays,
      run: () => askAndRestore(version),
    }
    return [
      ...(unpublished === undefined ? [] : [upload]),
      ...(state === 'DEPRECATED' ? [] : [deprecate]),
      ...(state === 'REVOKED' ? [] : [revoke]),
      ...(state === undefined ? [] : [restore]),
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        disabledReason: stays,
        run: () => askAndDelete(version),
      },
    ]
  }
}
