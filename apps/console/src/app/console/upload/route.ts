import { type NextRequest, NextResponse } from 'next/server'
import { config } from '~/config'
import { readSession } from '~/session/cookie'
import { refusalOf } from '~/session/guard'
import { secured } from '~/session/outside-proxy'
import { uploadTarget } from '~/session/targets'
import { headersOf } from '~/session/upstream'

/** Names the upload link, which is too long and too secret for an address. */
const linkHeader = 'x-engine-upload'

/**
 * The browser's way to put a file to the API by an upload link, to a host that its pages may not connect to. The file
 * flows through; nothing of it is stored. So that nothing buffers it on the way, this one endpoint lies outside of
 * `proxy.ts` and does for itself what that does for all others.
 */
export async function PUT(request: NextRequest): Promise<NextResponse> {
  const reason = refusalOf(request)
  if (reason !== undefined) return answer(refused(reason), 403)
  if ((await readSession(request.cookies)) === undefined) return answer(refused('Sign in first.'), 401)
  const target = uploadTarget(request.headers.get(linkHeader))
  if (target === undefined) return answer(refused('This is no upload link.'), 400)
  return passOn(request, target)
}

async function passOn(request: NextRequest, target: string): Promise<NextResponse> {
  const caller = { requestId: crypto.randomUUID(), forwardedFor: request.headers.get('x-forwarded-for') }
  const headers = headersOf(caller)
  headers.set('content-type', 'application/octet-stream')
  const length = request.headers.get('content-length')
  if (length !== null) headers.set('content-length', length)
  try {
    const response = await fetch(config().apiUrl + target, {
      method: 'PUT',
      headers,
      body: request.body,
      duplex: 'half',
      cache: 'no-store',
      redirect: 'error',
      signal: request.signal,
    } as RequestInit)
    return answer(await response.text(), response.status, caller.requestId)
  } catch {
    return answer(refused('The API does not answer.'), 502, caller.requestId)
  }
}

/** Returns a body in the shape of the API's errors. */
const refused = (detail: string): string => JSON.stringify({ errors: [{ detail }] })

function answer(body: string, status: number, requestId: string = crypto.randomUUID()): NextResponse {
  const headers = { 'content-type': 'application/json' }
  return secured(new NextResponse(body === '' ? null : body, { status, headers }), requestId)
}
