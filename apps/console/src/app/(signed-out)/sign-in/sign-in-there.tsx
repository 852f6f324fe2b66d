'use client'

import { SignInForm } from '~/shell/sign-in-form'

type Props = {
  target: string
  /** Another way stands before it. */
  isSecond: boolean
}

/** Signs in and loads the page that was asked for anew, as the one who is now signed in. */
export function SignInThere({ target, isSecond }: Props) {
  return <SignInForm isSecond={isSecond} onSignedIn={() => window.location.assign(target)} />
}
