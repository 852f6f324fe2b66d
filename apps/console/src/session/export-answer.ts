import { type NextRequest, NextResponse } from 'next/server'
import { config } from '~/config'
import { paths } from '~/paths'
import { clearSession, readSession } from '~/session/cookie'
import { callerOf, fetchFromApi } from '~/session/upstream'

/**
 * Answers a browser with an export of the API, which `targetOf` finds in the query. The file flows through; nothing of
 * it is stored. Without a session it leads to the sign-in page, and from there to `next`.
 */
export async function answerExport(
  request: NextRequest,
  targetOf: (params: URLSearchParams) => string | undefined,
  next: string,
): Promise<NextResponse> {
  const session = await readSession(request.cookies)
  if (session === undefined) return signInFirst(next)
  const target = targetOf(request.nextUrl.searchParams)
  if (target === undefined) return failure('There is no such export.', 404)
  try {
    const caller = callerOf(request.headers, session.token)
    const response = await fetchFromApi(target, caller, request.signal)
    if (response.status === 401) return signInFirst(next)
    if (!response.ok) return failure('The export could not be made.', response.status)
    const names = ['content-type', 'content-disposition']
    const headers = names.map((name): [string, string] => [name, response.headers.get(name) ?? ''])
    return new NextResponse(response.body, { headers: [...headers, ['cache-control', 'no-store']] })
  } catch {
    return failure('The API does not answer.', 502)
  }
}

function signInFirst(next: string): NextResponse {
  const response = NextResponse.redirect(new URL(paths.signIn({ next }), config().origin), 303)
  clearSession(response)
  return response
}

const failure = (text: string, status: number): NextResponse =>
  new NextResponse(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
