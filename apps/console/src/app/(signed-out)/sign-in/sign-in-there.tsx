'use client'

import { SignInForm } from '../../../shell/sign-in-form'

/** Signs in and loads the page that was asked for anew, as the one who is now signed in. */
export function SignInThere({ target }: { target: string }) {
  return <SignInForm onSignedIn={() => window.location.assign(target)} />
}
