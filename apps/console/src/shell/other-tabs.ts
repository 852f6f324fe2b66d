import { useEffect } from 'react'
import { shutGate, signedInAgain, whyShut } from '../data/sign-in-gate'
import { listenToOtherTabs, tellOtherTabs } from '../data/tabs'

/** All tabs share one session: what one does to it, the others show at once. */
export function useOtherTabs(userId: string): void {
  // After a sign-in at a provider the other tabs do not know yet.
  useEffect(() => tellOtherTabs({ kind: 'signed-in', userId }), [userId])
  useEffect(
    () =>
      listenToOtherTabs((news) => {
        if (news.kind === 'signed-out') void shutGate('signed-out')
        else if (news.userId !== userId) void shutGate('other-user')
        else if (whyShut() !== undefined) signedInAgain()
      }),
    [userId],
  )
}
