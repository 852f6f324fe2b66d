import { NextResponse, type NextRequest } from 'next/server'
import { type Answer, isUnauthenticated, parseAnswer, unauthenticated, unreachable } from '~/data/answer'
import { clearSession, readSession } from '~/session/cookie'
import { refusalOf, refused } from '~/session/guard'
import { secured } from '~/session/outside-proxy'
import { callerOf, sendToApi, type Caller } from '~/session/upstream'

/**
 * The browser's way to the API, with the token of the sealed cookie. A session that is unknown there ends here too. It
 * lies outside of `proxy.ts`, and does for itself what that does for all others: nothing of a question is in memory
 * before its session is known. The server bounds its size.
 */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const caller = callerOf(request.headers)
  return secured(await answerTo(request, caller), caller.requestId)
}

async function answerTo(request: NextRequest, stranger: Caller): Promise<NextResponse> {
  const reason = refusalOf(request)
  if (reason !== undefined) return refused(reason)
  const session = await readSession(request.cookies)
  if (session === undefined) return signInFirst()

  try {
    // A browser that leaves before it has sent all of it needs no answer.
    const body = await request.text()
    const response = await sendToApi(body, { ...stranger, token: session.token })
    const answer = parseAnswer(await response.text(), response.status)
    if (isUnauthenticated(answer)) return signInFirst()
    const wait = response.headers.get('retry-after')
    return NextResponse.json(answer, {
      status: response.status,
      ...(wait !== null && { headers: { 'retry-after': wait } }),
    })
  } catch {
    return NextResponse.json(unreachable, { status: 502 })
  }
}

function signInFirst(): NextResponse {
  const response = failure('Sign in first.', unauthenticated, 401)
  clearSession(response)
  return response
}

function failure(message: string, code: string, status: number): NextResponse {
  const answer: Answer<never> = { errors: [{ message, extensions: { code } }] }
  return NextResponse.json(answer, { status })
}
