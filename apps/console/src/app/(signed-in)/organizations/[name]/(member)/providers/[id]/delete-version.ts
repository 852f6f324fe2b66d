'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/show-outcome'
import { confirm } from '~/ui/confirm'

const ProviderVersionDelete = graphql(`
  mutation ProviderVersionDelete($input: RegistryProviderVersionDeleteInput!) {
    registryProviderVersionDelete(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Version = { id: string; version: string; published: boolean }

/** Asks before a version of a provider goes. */
export function useAskToDeleteVersion(provider: string, onDeleted?: () => void): (version: Version) => void {
  const remove = useChange(ProviderVersionDelete)
  return ({ id, version, published }) =>
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
}
