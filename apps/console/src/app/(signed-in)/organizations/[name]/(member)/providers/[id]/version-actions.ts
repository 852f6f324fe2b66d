'use client'

import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import { endOfLifeActions } from '~/app/(signed-in)/end-of-life/actions'
import type { ProviderVersionStateFactsFragment } from '~/data/generated/graphql'
import { change, useChange } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'

type Version = { id: string; version: string } & Pick<
  ProviderVersionStateFactsFragment,
  'published' | 'deprecation' | 'endOfLife'
>

const impact = {
  DEPRECATED:
    'It keeps working, and the CLI prints your reason at every init that uses this provider. You can undo this.',
  REVOKED:
    'It can no longer be installed, not even where it is in use. It is removed from all lists. You can undo this.',
}

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
      deletion(act, {
        name: `${provider} ${version}`,
        short: version,
        change: change('registryProviderVersionDelete', { id }),
        body: `Its platforms and files are deleted too. ${
          published
            ? `Installations of this version then fail, and the number ${version} cannot be used again.`
            : 'It cannot be installed yet.'
        } This cannot be undone.`,
        after: onDeleted,
      }),
    ]
  }
}
