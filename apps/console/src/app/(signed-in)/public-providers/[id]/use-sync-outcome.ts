import { useEffect } from 'react'
import { useInvalidate } from '~/data/use-change'
import { toastDone, toastFailure } from '~/ui/feedback/toast'
import { nameOf } from '../words'

type Synced = {
  namespace: string
  name: string
  lookedAt: string
  comparedAt: string | null
  lookError: string | null
}

/** Time limit in milliseconds for an answer of the origin. */
const syncTimeout = 20_000

/** Reports how a sync ended, which runs in background: `before` is the provider as it was when the sync began. */
export function useSyncOutcome(before: Synced | undefined, now: Synced | null, end: () => void): void {
  const invalidate = useInvalidate()
  const outcome = before && now ? syncOutcome(before, now) : undefined
  const isUnderWay = before !== undefined
  useEffect(() => {
    if (outcome === undefined) return
    end()
    void invalidate()
    if (outcome.failure !== null) toastFailure(new Error(outcome.failure))
    else toastDone(`${outcome.name} is up to date with its origin.`)
    // Only how it ended says that it ended.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome?.name, outcome?.failure])
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => {
      end()
      toastFailure(new Error('The origin did not answer in time.'))
    }, syncTimeout)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnderWay])
}

/** Undefined while it goes on: it ends with the comparison of its digests, or with why its origin cannot be asked. */
export function syncOutcome(
  before: Synced,
  now: Synced,
): { name: string; failure: string | null } | undefined {
  const isOver =
    now.comparedAt !== before.comparedAt || (now.lookError !== null && now.lookError !== before.lookError)
  return isOver ? { name: nameOf(now), failure: now.lookError } : undefined
}
