import { NextResponse, type NextRequest } from 'next/server'
import { type Answer, isUnauthenticated, parseAnswer, unauthenticated, unreachable } from '~/data/answer'
import { clearSession, readSession } from '~/session/cookie'
import { callerOf, sendToApi } from '~/session/upstream'

const largestBody = 1024 * 1024

/** The browser's way to the API, with the token of the sealed cookie. A session that is unknown there ends here too. */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const session = await readSession(request.cookies)
  if (session === undefined) return signInFirst()
  const body = await request.text()
  if (body.length > largestBody) return failure('The question is too long.', 'TOO_LONG', 413)

  try {
    const response = await sendToApi(body, callerOf(request.headers, session.token))
    const answer = parseAnswer(await response.text(), response.status)
    return isUnauthenticated(answer) ? signInFirst() : NextResponse.json(answer, { status: response.status })
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
