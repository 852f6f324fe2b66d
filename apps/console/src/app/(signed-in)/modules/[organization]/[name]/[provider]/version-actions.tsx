'use client'

import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { addressOf, managersOnly } from '~/app/(signed-in)/modules/actions'
import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import { endOfLifeActions } from '~/app/(signed-in)/end-of-life/actions'
import type { FoundModule, FoundVersion } from './queries'

const notPublished = 'It is not published.'

const impact = {
  DEPRECATED: 'It keeps working. Its page and the registry say not to use it any more. You can undo this.',
  REVOKED:
    'From this moment it cannot be installed, not even where it is in use already: the next run there fails with your reason. It leaves all lists. You can undo it.',
}

/** What can be done with a version; `shown` is the one the page is about. */
export function useVersionActions(
  module: FoundModule,
  shown: string | undefined,
): (version: FoundVersion) => Action[] {
  const router = useRouter()
  const update = useChange('registryModuleVersionUpdate')
  const remove = useChange('registryModuleVersionDelete')
  const stays = module.canDelete ? undefined : managersOnly

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
    const upload: Action = {
      label: version.status === 'FAILED' ? 'Upload again' : 'Upload',
      icon: IconUpload,
      disabledReason: module.canPublish ? undefined : managersOnly,
      run: () => router.push(paths.modulePublish(module, { version: version.version })),
    }
    return [
      ...(unpublished === undefined ? [] : [upload]),
      ...deprecationActions(
        { id: version.id, label: version.version, deprecation: version.deprecation },
        { impact, update: update.mutateAsync, disabledReason: stays, unpublished },
      ),
      ...(version.deprecation === null
        ? endOfLifeActions(
            { id: version.id, label: version.version, endOfLife: version.endOfLife },
            { update: update.mutateAsync, disabledReason: stays ?? unpublished },
          )
        : []),
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
