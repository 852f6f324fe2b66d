'use client'

import { IconTrash } from '@tabler/icons-react'
import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import { graphql } from '~/data/generated'
import type { ProviderActionFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { count } from '~/ui/plural'

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
  const remove = useChange('registryProviderDelete')
  const update = useChange('registryProviderUpdate')
  const askAndDelete = (provider: Provider) => {
    const { id, name, namespace, versions } = provider
    const address = `${namespace}/${name}`
    confirm({
      title: `Delete ${address}?`,
      children: consequenceOf(provider),
      action: `Delete ${name}`,
      danger: true,
      askReason: true,
      ...(versions.totalCount > 0 && { typed: name }),
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id, reason }), `${address} is deleted.`, onDeleted),
    })
  }
  const deprecate = (provider: Provider): Action[] =>
    provider.registryName === 'PUBLIC'
      ? []
      : deprecationActions(
          { ...provider, label: `${provider.namespace}/${provider.name}` },
          { impact, update: update.mutateAsync },
        )
  return (provider) =>
    provider.canDelete
      ? [
          ...deprecate(provider),
          { label: 'Delete', icon: IconTrash, danger: true, run: () => askAndDelete(provider) },
        ]
      : []
}
