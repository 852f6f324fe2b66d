import { post } from '../data/request'
import { tellOtherTabs } from '../data/tabs'
import { endpoints, paths } from '../paths'
import { forgetThings } from './recent-things'

/**
 * Ends the session and loads the sign-in page anew, so that nothing of this person stays in this browser. Other tabs are
 * notified.
 */
export async function signOut(userId: string): Promise<void> {
  await post(endpoints.signOut, {})
  forgetThings(userId)
  tellOtherTabs({ kind: 'signed-out' })
  window.location.assign(paths.signIn())
}
