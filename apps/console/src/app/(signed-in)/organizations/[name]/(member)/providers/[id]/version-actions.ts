'use client'

import { IconTrash } from '@tabler/icons-react'
import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import type { Deprecation } from '~/app/(signed-in)/deprecation/facts'
import { endOfLifeActions } from '~/app/(signed-in)/end-of-life/actions'
import type { EndOfLife } from '~/app/(signed-in)/end-of-life/facts'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'

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

const unpublishedReason = ({ published }: Version) => (published ? undefined : 'It is not published.')

/** What can be done with a version by those who manage the provider. */
export function useVersionActions(provider: string, onDeleted?: () => void): (version: Version) => Action[] {
  const remove = useChange('registryProviderVersionDelete')
  const update = useChange('registryProviderVersionUpdate')
  const askToDelete = ({ id, version, published }: Version) =>
    confirm({
      title: `Delete ${provider} ${version}?`,
      children: `Its platforms and files are deleted too. ${
        published
          ? `Installations of this version then fail, and the number ${version} cannot be used again.`
          : 'It cannot be installed yet.'
      } This cannot be undone.`,
      action: `Delete ${version}`,
      danger: true,
      askReason: true,
      run: async (reason) =>
        showOutcome(
          await remove.mutateAsync({ id, reason }),
          `${provider} ${version} is deleted.`,
          onDeleted,
        ),
    })
  return (version) => [
    ...deprecationActions(
      { ...version, label: version.version },
      {
        impact,
        update: update.mutateAsync,
        unpublished: unpublishedReason(version),
      },
    ),
    ...(version.deprecation === null
      ? endOfLifeActions(
          { ...version, label: version.version },
          { update: update.mutateAsync, disabledReason: unpublishedReason(version) },
        )
      : []),
    { label: 'Delete', icon: IconTrash, danger: true, run: () => askToDelete(version) },
  ]
}
