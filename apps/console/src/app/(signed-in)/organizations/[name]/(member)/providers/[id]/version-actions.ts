'use client'

import { IconTrash } from '@tabler/icons-react'
import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import type { Deprecation } from '~/app/(signed-in)/deprecation/badge'
import { endOfLifeActions } from '~/app/(signed-in)/end-of-life/actions'
import type { EndOfLife } from '~/app/(signed-in)/end-of-life/badge'
import { change, useChange } from '~/data/use-change'
import { useAct } from '~/shell/act'
import type { Action } from '~/ui/action-button'

type Version = {
  id: string
  version: string
  published: boolean
  deprecation: Deprecation | null
  endOfLife: EndOfLife | null
}

const impact = {
  DEPRECATED:
    'It keeps working, and the CLI prints your reason at every init that uses this provider. You can undo this.',
  REVOKED:
    'From this moment it cannot be installed, not even where it is in use already. It leaves all lists. You can undo this.',
}

/** What can be done with a version by those who manage the provider. */
export function useVersionActions(provider: string, onDeleted?: () => void): (version: Version) => Action[] {
  const act = useAct()
  const { mutateAsync: update } = useChange('registryProviderVersionUpdate')
  return (found) => {
    const { id, version, published, deprecation } = found
    const thing = { ...found, label: version }
    const unpublished = published ? undefined : 'It is not published.'
    return [
      ...deprecationActions(thing, { act, impact, update, unpublished }),
      ...(deprecation === null ? endOfLifeActions(thing, { act, update, disabledReason: unpublished }) : []),
      act({
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        change: change('registryProviderVersionDelete', { id }),
        question: {
          title: `Delete ${provider} ${version}?`,
          body: `Its platforms and files are deleted too. ${
            published
              ? `Installations of this version then fail, and the number ${version} cannot be used again.`
              : 'It cannot be installed yet.'
          } This cannot be undone.`,
          confirm: `Delete ${version}`,
          danger: true,
          reason: true,
        },
        done: `${provider} ${version} is deleted.`,
        after: onDeleted,
      }),
    ]
  }
}
