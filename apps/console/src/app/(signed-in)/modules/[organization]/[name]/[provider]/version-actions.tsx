'use client'

import { IconTrash, IconUpload } from '@tabler/icons-react'
import { change, useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import type { Action } from '~/ui/action'
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
  const act = useAct()
  const { mutateAsync: update } = useChange('registryModuleVersionUpdate')
  const stays = module.canDelete ? undefined : managersOnly
  return (version) => {
    const unpublished = version.status === 'OK' ? undefined : notPublished
    const upload: Action = {
      label: version.status === 'FAILED' ? 'Upload again' : 'Upload',
      icon: IconUpload,
      disabledReason: module.canPublish ? undefined : managersOnly,
      run: () => router.push(paths.modulePublish(module, { version: version.version })),
    }
    const thing = { ...version, label: version.version }
    const name = `${module.name} ${version.version}`
    return [
      ...(unpublished === undefined ? [] : [upload]),
      ...deprecationActions(thing, { act, impact, update, disabledReason: stays, unpublished }),
      ...(version.deprecation === null
        ? endOfLifeActions(thing, { act, update, disabledReason: stays ?? unpublished })
        : []),
      act({
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        disabledReason: stays,
        change: change('registryModuleVersionDelete', { id: version.id }),
        question: {
          title: `Delete ${name}?`,
          body:
            version.status === 'OK'
              ? `${addressOf(module)} ${version.version} can no longer be installed, not even where it is in use. The number ${version.version} cannot be used again. This cannot be undone. To keep others from using it, revoke it instead.`
              : 'Nothing was published under this number, so it can be used again.',
          confirm: `Delete ${version.version}`,
          danger: true,
          reason: 'required',
          typed: name,
        },
        done: `${name} is deleted.`,
        after: () => {
          if (version.version === shown) router.replace(paths.module(module, { tab: 'versions' }))
        },
      }),
    ]
  }
}
