import { post } from '../data/request'
import { tellOtherTabs } from '../data/tabs'
import { endpoints, paths } from '../paths'
import { forgetThings } from './recent-things'

/** Ends the session, in other tabs too, and loads the sign-in page anew: nothing of this person stays. */
export async function signOut(userId: string): Promise<void> {
  await post(endpoints.signOut, {})
  forgetThings(userId)
  tellOtherTabs({ kind: 'signed-out' })
  window.location.assign(paths.signIn())
}
