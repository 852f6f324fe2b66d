import { type NextRequest, NextResponse } from 'next/server'
import { readSession } from '~/session/cookie'
import { moduleFileTarget } from '~/session/targets'
import { callerOf, fetchFromApi } from '~/session/upstream'

/** Headers of a file that the browser needs. */
const handedOn = ['content-type', 'content-length', 'content-disposition', 'etag', 'cache-control']

/** The browser's way to pictures and archives of modules, which flow through. `proxy.ts` sets their policy. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const session = await readSession(request.cookies)
  if (session === undefined) return failure('Sign in first.', 401)
  const target = moduleFileTarget(request.nextUrl.searchParams)
  if (target === undefined) return failure('There is no such file.', 404)
  try {
    const caller = callerOf(request.headers, session.token)
    const response = await fetchFromApi(target, caller, request.signal)
    if (!response.ok) return failure('There is no such file.', response.status)
    const headers = handedOn.flatMap((name): [string, string][] => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return new NextResponse(response.body, { headers })
  } catch {
    return failure('The API does not answer.', 502)
  }
}

const failure = (text: string, status: number): NextResponse =>
  new NextResponse(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
