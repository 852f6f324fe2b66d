'use client'

import { SignInForm } from '~/shell/sign-in-form'

type Props = {
  target: string
  /** Another way stands before it. */
  isSecond: boolean
}

/** Signs in and reloads the requested page for the new session. */
export function SignInThere({ target, isSecond }: Props) {
  return <SignInForm isSecond={isSecond} onSignedIn={() => window.location.assign(target)} />
}
