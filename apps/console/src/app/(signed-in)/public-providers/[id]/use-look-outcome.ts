import { useEffect } from 'react'
import { useInvalidate } from '~/data/use-change'
import { toastDone, toastFailure } from '~/ui/toast'
import { nameOf } from '../words'

type Looked = {
  namespace: string
  name: string
  lookedAt: string
  comparedAt: string | null
  lookError: string | null
}

/** An origin that has not answered until then will not, in milliseconds. */
const patience = 20_000

/** Says how a look ended that goes on behind its answer: `before` is the provider as it was when the look began. */
export function useLookOutcome(before: Looked | undefined, now: Looked | null, end: () => void): void {
  const invalidate = useInvalidate()
  const outcome = before && now ? lookOutcome(before, now) : undefined
  const isUnderWay = before !== undefined
  useEffect(() => {
    if (outcome === undefined) return
    end()
    void invalidate()
    if (outcome.failure !== null) toastFailure(new Error(outcome.failure))
    else toastDone(`${outcome.name} was looked at.`)
    // Only how it ended says that it ended.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome?.name, outcome?.failure])
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => {
      end()
      toastFailure(new Error('The origin did not answer in time.'))
    }, patience)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnderWay])
}

/** Undefined while it goes on: it ends with the comparison of its digests, or with why its origin cannot be asked. */
export function lookOutcome(
  before: Looked,
  now: Looked,
): { name: string; failure: string | null } | undefined {
  const isOver =
    now.comparedAt !== before.comparedAt || (now.lookError !== null && now.lookError !== before.lookError)
  return isOver ? { name: nameOf(now), failure: now.lookError } : undefined
}
