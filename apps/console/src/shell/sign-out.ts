import { post } from '../data/request'
import { tellOtherTabs } from '../data/tabs'
import { endpoints, paths } from '../paths'

/**
 * Ends the session and loads the sign-in page anew, so that nothing of this person stays in memory. Other tabs are
 * notified.
 */
export async function signOut(): Promise<void> {
  await post(endpoints.signOut, {})
  tellOtherTabs({ kind: 'signed-out' })
  window.location.assign(paths.signIn())
}
