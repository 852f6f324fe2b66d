'use client'

import { IconPencil } from '@tabler/icons-react'
import { deprecationActions } from '~/app/(signed-in)/deprecation/actions'
import { graphql } from '~/data/generated'
import type { ProviderActionFactsFragment } from '~/data/generated/graphql'
import { change, useChange } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { paths } from '~/paths'
import type { Action } from '~/ui/action-button'
import { useRouter } from '~/ui/navigation'
import { count } from '~/ui/text'

export const ProviderActionFacts = graphql(`
  fragment ProviderActionFacts on RegistryProvider {
    id
    name
    namespace
    registryName
    canDelete
    organization {
      id
      name
    }
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
  REVOKED: 'Its versions can no longer be installed, not even where they are in use. You can undo this.',
}

function consequenceOf({ registryName, versions: { totalCount } }: Provider): string {
  if (registryName === 'PUBLIC') return 'It is only removed from this list; the public registry still has it.'
  if (totalCount === 0) return 'It has no versions yet, so nothing is lost.'
  return `This also deletes ${count(totalCount, 'version')} and all files. Installing it will fail. This cannot be undone.`
}

/** Returns the actions on a provider; empty for viewers who may not change it. */
export function useProviderActions(onDeleted?: () => void): (provider: Provider) => Action[] {
  const act = useAct()
  const router = useRouter()
  const update = useChange('registryProviderUpdate')
  return (provider) => {
    const { id, name, namespace, registryName, versions, canDelete, organization } = provider
    if (!canDelete) return []
    const label = `${namespace}/${name}`
    return [
      ...(registryName === 'PUBLIC'
        ? []
        : [
            {
              label: 'Edit',
              icon: IconPencil,
              run: () => router.push(paths.providerEdit(organization.name, id)),
            },
            ...deprecationActions({ ...provider, label }, { act, impact, update: update.mutateAsync }),
          ]),
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
