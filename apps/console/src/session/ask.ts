import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache, type ComponentType, createElement } from 'react'
import { type Answer, dataOf, isNoAnswer, isUnauthenticated, parseAnswer, unreachable } from '../data/answer'
import { graphql } from '../data/generated'
import type { SitePermission, TypedDocumentString } from '../data/generated/graphql'
import { paths } from '../paths'
import { readSession } from './cookie'
import { safeNextPath } from './next-path'
import { callerOf, pathHeader, sendToApi, type Caller } from './upstream'

/** A page that takes longer says that the API does not answer, and tries again by itself. */
const patience = 10_000

/**
 * Asks the API from the console's server, as the caller.
 * @throws ApiError when there is no good answer.
 */
export async function askAs<Data, Variables>(
  caller: Caller,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return dataOf(await answerTo(caller, document, variables), caller.requestId)
}

async function answerTo<Data, Variables>(
  caller: Caller,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  try {
    const response = await sendToApi(JSON.stringify({ query: document, variables }), caller, patience)
    return parseAnswer<Data>(await response.text(), response.status)
  } catch {
    return unreachable
  }
}

/** Asks as the person whose page is being rendered; leads to the sign-in page without a session. */
export async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const session = await readSession(await cookies())
  const caller = callerOf(await headers(), session?.token)
  const answer = await answerTo(caller, document, variables)
  if (isUnauthenticated(answer)) return signInFirst()
  // A session that has to set up a second factor is led there: it was refused for that.
  if (answer.errors && !isNoAnswer(answer)) await currentViewer()
  return dataOf(answer, caller.requestId)
}

async function signInFirst(): Promise<never> {
  redirect(paths.signIn({ next: safeNextPath((await headers()).get(pathHeader)) }))
}

const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      user {
        id
        username
        email
      }
      permissions
      maximumTokenLifetime
      cliLoginLifetime
      needsTwoFactor
    }
    singleSignOn {
      name
    }
    setup {
      hasPasswords
    }
  }
`)

/** Who has this session, what they may do and how else one signs in here; null without one. Asked once a page. */
export const findViewer = cache(async () => {
  const session = await readSession(await cookies())
  if (session === undefined) return null
  const caller = callerOf(await headers(), session.token)
  const answer = await answerTo(caller, ViewerQuery, {})
  if (isUnauthenticated(answer)) return null
  const { viewer, singleSignOn, setup } = dataOf(answer, caller.requestId)
  return viewer && { ...viewer, singleSignOn, hasPasswords: setup.hasPasswords }
})

/**
 * Like `findViewer`, but leads to the sign-in page without a session, and a user who has to set up a second factor to
 * the page for that: the API answers nothing else until then.
 */
export const currentViewer = async () => {
  const viewer = (await findViewer()) ?? (await signInFirst())
  const [pathname] = (await headers()).get(pathHeader)?.split('?') ?? []
  if (viewer.needsTwoFactor && pathname !== paths.twoFactor()) redirect(paths.twoFactor())
  return viewer
}

/** Answers like a page that does not exist without the permission. */
export async function requirePermission(permission: SitePermission): Promise<void> {
  if (!(await currentViewer()).permissions.includes(permission)) notFound()
}

/** A page that is there for those who have the permission. */
export const pageFor = (permission: SitePermission, Page: ComponentType) =>
  async function PageForSome() {
    await requirePermission(permission)
    return createElement(Page)
  }
