import { NextResponse, type NextRequest } from 'next/server'
import { graphql } from '~/data/generated'
import { askAs } from '~/session/ask'
import { clearSession, readSession } from '~/session/cookie'
import { callerOf } from '~/session/upstream'

const SignOut = graphql(`
  mutation SignOut {
    signOut {
      signedOut
    }
  }
`)

/** Ends the session at the API. The cookie, the only place of its token, goes even if the API does not answer. */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const session = await readSession(request.cookies)
  if (session !== undefined)
    await askAs(callerOf(request.headers, session.token), SignOut, {}).catch(() => undefined)
  const response = new NextResponse(null, { status: 204 })
  clearSession(response)
  return response
}
