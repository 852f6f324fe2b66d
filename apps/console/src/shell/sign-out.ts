import { post } from '../data/request'
import { endpoints, paths } from '../paths'

/** Ends the session and loads the sign-in page anew, so that nothing of this person stays in memory. */
export async function signOut(): Promise<void> {
  await post(endpoints.signOut, {})
  window.location.assign(paths.signIn())
}
