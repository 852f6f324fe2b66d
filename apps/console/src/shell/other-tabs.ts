import { useEffect } from 'react'
import { shutGate, signedInAgain, whyShut } from '../data/sign-in-gate'
import { hearOtherTabs, tellOtherTabs } from '../data/tabs'

/** All tabs share one session: what one does to it, the others say at once. */
export function useOtherTabs(userId: string): void {
  // Who came back from a sign-in elsewhere has told nobody yet.
  useEffect(() => tellOtherTabs({ kind: 'signed-in', userId }), [userId])
  useEffect(
    () =>
      hearOtherTabs((news) => {
        if (news.kind === 'signed-out') void shutGate('signed-out')
        else if (news.userId !== userId) void shutGate('somebody-else')
        else if (whyShut() !== undefined) signedInAgain()
      }),
    [userId],
  )
}
