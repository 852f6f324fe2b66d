import { NextResponse } from 'next/server'
import { graphql } from '../data/generated'
import type { SignInInput, SignInMutation, SignInVerifyInput } from '../data/generated/graphql'
import { askAs } from './ask'
import { writeSession } from './cookie'
import type { Caller } from './upstream'

const SignIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      token
      challenge
      user {
        id
      }
    }
  }
`)

const SignInVerify = graphql(`
  mutation SignInVerify($input: SignInVerifyInput!) {
    signInVerify(input: $input) {
      token
      user {
        id
      }
    }
  }
`)

/** Signs in at the API and keeps its token in the sealed cookie; the page learns only who it is. */
export async function signIn(caller: Caller, input: SignInInput): Promise<NextResponse> {
  const { signIn } = await askAs(caller, SignIn, { input })
  return answerTo(signIn)
}

/**
 * Signs in with what was made a moment ago, which nothing that is wrong here takes back: then the person signs in. So they
 * do where a code is needed.
 */
export async function signInWithNew(caller: Caller, input: SignInInput): Promise<NextResponse> {
  const answer = await askAs(caller, SignIn, { input }).catch(() => undefined)
  return answer?.signIn.token ? answerTo(answer.signIn) : NextResponse.json({ userErrors: [], made: true })
}

/** The second step. */
export async function verifySignIn(caller: Caller, input: SignInVerifyInput): Promise<NextResponse> {
  const { signInVerify } = await askAs(caller, SignInVerify, { input })
  return answerTo({ ...signInVerify, challenge: null })
}

async function answerTo({
  token,
  challenge,
  user,
  userErrors,
}: SignInMutation['signIn']): Promise<NextResponse> {
  if (challenge) return NextResponse.json({ userErrors, challenge })
  if (!token || !user) return NextResponse.json({ userErrors })
  const response = NextResponse.json({ userErrors: [], userId: user.id })
  await writeSession(response, { token })
  return response
}
