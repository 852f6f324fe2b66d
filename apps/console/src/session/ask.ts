import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache, type ComponentType, createElement } from 'react'
import { type Answer, dataOf, isNoAnswer, isUnauthenticated, parseAnswer, unreachable } from '../data/answer'
import { graphql } from '../data/generated'
import type { SitePermission, TypedDocumentString } from '../data/generated/graphql'
import { paths } from '../paths'
import { readSession } from './cookie'
import { sendInTurn } from '../data/send-in-turn'
import { safeNextPath } from './next-path'
import { callerOf, pathHeader, sendToApi, type Caller } from './upstream'

/** A page that takes longer says that the API does not answer, and tries again by itself. */
const pageTimeout = 10_000

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
    const send = () => sendToApi(JSON.stringify({ query: document, variables }), caller, pageTimeout)
    // A sign-in that a limit refuses is told at once.
    const response = await (caller.token === undefined ? send() : sendInTurn(send))
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
    cli {
      words
    }
  }
`)

/**
 * Finds the user of this session, their rights and the ways to sign in; null without a session. Queried once
 * for each page.
 */
export const findViewer = cache(async () => {
  const session = await readSession(await cookies())
  if (session === undefined) return null
  const caller = callerOf(await headers(), session.token)
  const answer = await answerTo(caller, ViewerQuery, {})
  if (isUnauthenticated(answer)) return null
  const { viewer, singleSignOn, setup, cli } = dataOf(answer, caller.requestId)
  return viewer && { ...viewer, singleSignOn, hasPasswords: setup.hasPasswords, hasCli: cli.words.length > 0 }
})

/**
 * Returns the viewer, or redirects: to the sign-in page without a session, and to the set-up of a second
 * factor if the user has to do that, since the API answers nothing else until then.
 */
export const currentViewer = async () => {
  const viewer = (await findViewer()) ?? (await signInFirst())
  if (viewer.needsTwoFactor && (await pathnameHere()) !== paths.twoFactor()) redirect(paths.twoFactor())
  return viewer
}

/** The address of the page that is being rendered, without its query. */
export const pathnameHere = async (): Promise<string> =>
  (await headers()).get(pathHeader)?.split('?')[0] ?? paths.overview()

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
