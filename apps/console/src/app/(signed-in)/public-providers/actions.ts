import { IconRefresh, IconWorldCheck, IconWorldOff } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { PublicProviderActionFactsFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { deletionObstacle, nameOf } from './words'

export const PublicProviderActionFacts = graphql(`
  fragment PublicProviderActionFacts on SitePublicProvider {
    id
    origin
    namespace
    name
    approvedForAll
    updatedAt
    counts {
      newestAvailable
      newestHeld
      newestHeldUntil
      held
      blocked
      altered
      unverified
      decided
      listedBy
    }
  }
`)

type Provider = PublicProviderActionFactsFragment

type Options = {
  /** Returns why the origin cannot be asked now. */
  syncObstacle: (provider: Provider) => string | undefined
  /** Called once a sync has begun. */
  onSync?: () => void
  onDeleted?: () => void
}

/** Returns the actions on a provider, the same in the list, on its page and in the palette. */
export function usePublicProviderActions({ syncObstacle, onSync, onDeleted }: Options) {
  const act = useAct()
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  return (provider: Provider): Action[] => {
    const { id, approvedForAll, updatedAt } = provider
    const name = nameOf(provider)
    if (!mayWrite) return []
    return [
      act({
        label: 'Sync now',
        icon: IconRefresh,
        disabledReason: syncObstacle(provider),
        change: change('sitePublicProviderLook', { id }),
        done: onSync ?? `Syncing ${name}.`,
      }),
      approvedForAll
        ? act({ label: 'Withdraw approval for all', icon: IconWorldOff, ...notForAll(provider) })
        : act({ label: 'Approve for all', icon: IconWorldCheck, ...forAll(provider) }),
      deletion(act, {
        name,
        disabledReason: deletionObstacle(provider),
        change: change('sitePublicProviderDelete', { id, expectedUpdatedAt: updatedAt }),
        body: 'All records of its versions and their use are deleted. If the CLI requests it again, it is discovered as if for the first time.',
        after: onDeleted,
      }),
    ]
  }
}

type Approvable = Pick<Provider, 'id' | 'namespace' | 'name' | 'updatedAt'>

const setForAll = ({ id, updatedAt }: Approvable, approvedForAll: boolean) =>
  change('sitePublicProviderUpdate', { id, approvedForAll, expectedUpdatedAt: updatedAt })

/** Approves a provider for every organization, once that is confirmed. */
export const forAll = (provider: Approvable) => ({
  change: setForAll(provider, true),
  question: {
    title: `Approve ${nameOf(provider)} for all?`,
    body: `Every organization may install ${nameOf(provider)}, including those created later.`,
    confirm: 'Approve for all',
    reason: true as const,
  },
  done: `${nameOf(provider)} is approved for all.`,
})

const notForAll = (provider: Approvable) => ({
  change: setForAll(provider, false),
  question: {
    title: `Withdraw the approval of ${nameOf(provider)}?`,
    body: 'Organizations that may only use listed providers can no longer install it, unless they list it or were allowed it.',
    confirm: 'Withdraw approval',
    danger: true,
    reason: true as const,
  },
  done: `${nameOf(provider)} is no longer approved for all.`,
})
