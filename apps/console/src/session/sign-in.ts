import { NextResponse } from 'next/server'
import { graphql } from '../data/generated'
import type { SignInInput } from '../data/generated/graphql'
import { askAs } from './ask'
import { writeSession } from './cookie'
import type { Caller } from './upstream'

const SignIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      token
      user {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Signs in at the API and keeps its token in the sealed cookie; the page learns only who it is. */
export async function signIn(caller: Caller, input: SignInInput): Promise<NextResponse> {
  const { signIn } = await askAs(caller, SignIn, { input })
  const { token, user, userErrors } = signIn
  if (!token || !user) return NextResponse.json({ userErrors })
  const response = NextResponse.json({ userErrors: [], userId: user.id })
  await writeSession(response, { token })
  return response
}
