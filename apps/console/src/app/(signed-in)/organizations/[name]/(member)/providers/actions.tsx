'use client'

import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import { graphql } from '~/data/generated'
import type { ProviderActionFactsFragment } from '~/data/generated/graphql'
import { change, useChange } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { count } from '~/ui/text'

export const ProviderActionFacts = graphql(`
  fragment ProviderActionFacts on RegistryProvider {
    id
    name
    namespace
    registryName
    canDelete
    deprecation {
      ...DeprecationFacts
    }
    versions(page: { size: 1 }) {
      totalCount
    }
  }
`)

type Provider = ProviderActionFactsFragment

const impact = {
  DEPRECATED:
    'All its versions keep working, and the CLI prints your reason at every init that uses it. You can undo this.',
  REVOKED:
    'From this moment none of its versions can be installed, not even where they are in use already. You can undo this.',
}

function consequenceOf({ registryName, versions: { totalCount } }: Provider): string {
  if (registryName === 'PUBLIC') return 'It only leaves the list here; the public registry keeps it.'
  if (totalCount === 0) return 'It has no versions yet, so nothing is lost.'
  return `This also deletes ${count(totalCount, 'version')} and all files. Installing it will fail. This cannot be undone.`
}

/** What can be done with a provider by those who may; nothing for others. */
export function useProviderActions(onDeleted?: () => void): (provider: Provider) => Action[] {
  const act = useAct()
  const update = useChange('registryProviderUpdate')
  return (provider) => {
    const { id, name, namespace, registryName, versions, canDelete } = provider
    if (!canDelete) return []
    const label = `${namespace}/${name}`
    return [
      ...(registryName === 'PUBLIC'
        ? []
        : deprecationActions({ ...provider, label }, { act, impact, update: update.mutateAsync })),
      deletion(act, {
        name: label,
        short: name,
        change: change('registryProviderDelete', { id }),
        body: consequenceOf(provider),
        typed: versions.totalCount > 0 ? name : undefined,
        after: onDeleted,
      }),
    ]
  }
}
