import { post } from '../data/request'
import { tellOtherTabs } from '../data/tabs'
import { endpoints, paths } from '../paths'
import { forgetOrganizations } from './recent-organizations'
import { forgetThings } from './recent-things'
import { forgetUses } from './uses'

/**
 * Ends the session, in other tabs too, and reloads the sign-in page, so that no data of this person stays.
 */
export async function signOut(userId: string): Promise<void> {
  await post(endpoints.signOut, {})
  forgetThings(userId)
  forgetOrganizations(userId)
  forgetUses(userId)
  tellOtherTabs({ kind: 'signed-out' })
  window.location.assign(paths.signIn())
}
