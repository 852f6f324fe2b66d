import { NextResponse } from 'next/server'
import { config } from '../config'
import { graphql } from '../data/generated'
import { paths } from '../paths'
import { askAs } from './ask'
import { writeSession } from './cookie'
import type { SignOnProblem } from './sign-on-problems'
import { clearFlow, writeFlow, type SignOnFlow } from './sign-on-flow'
import type { Caller } from './upstream'

const SingleSignOnStart = graphql(`
  mutation SingleSignOnStart($input: SingleSignOnStartInput) {
    singleSignOnStart(input: $input) {
      url
      flow {
        state
        nonce
        codeVerifier
        authenticatedAfter
      }
    }
  }
`)

const SingleSignOnFinish = graphql(`
  mutation SingleSignOnFinish($input: SingleSignOnFinishInput!) {
    singleSignOnFinish(input: $input) {
      problem
      token
      user {
        id
      }
    }
  }
`)

/**
 * Sends the browser to the provider; a sealed cookie holds what proves its return. With `asksAgain` the
 * person has to sign in there again.
 */
export async function beginSignOn(
  caller: Caller,
  next: string,
  { asksAgain = false } = {},
): Promise<NextResponse> {
  try {
    const { singleSignOnStart } = await askAs(caller, SingleSignOnStart, { input: { asksAgain } })
    const { url, flow } = singleSignOnStart
    if (!url || !flow) return backToSignIn('UNAVAILABLE', next)
    const response = leadTo(new URL(url))
    await writeFlow(response, { ...flow, next })
    return response
  } catch {
    return backToSignIn('UNAVAILABLE', next)
  }
}

/** The browser is back, with the provider's answer in its query: a session, or why there is none. */
export async function finishSignOn(
  caller: Caller,
  flow: SignOnFlow | undefined,
  answer: string,
): Promise<NextResponse> {
  if (!flow) return backToSignIn('UNPROVEN')
  const { next, ...proof } = flow
  try {
    const { singleSignOnFinish } = await askAs(caller, SingleSignOnFinish, { input: { flow: proof, answer } })
    const { problem, token } = singleSignOnFinish
    if (!token) return backToSignIn(problem ?? 'UNPROVEN', next)
    const response = leadTo(new URL(next, config().origin))
    await writeSession(response, { token })
    clearFlow(response)
    return response
  } catch {
    return backToSignIn('UNAVAILABLE', next)
  }
}

function backToSignIn(problem: SignOnProblem, next = '/'): NextResponse {
  const path = paths.signIn({ problem, ...(next !== '/' && { next }) })
  const response = leadTo(new URL(path, config().origin))
  clearFlow(response)
  return response
}

function leadTo(url: URL): NextResponse {
  const response = NextResponse.redirect(url, 303)
  response.headers.set('cache-control', 'no-store')
  return response
}
