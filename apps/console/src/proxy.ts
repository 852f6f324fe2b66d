import { NextResponse, type NextRequest } from 'next/server'
import { config as settings } from './config'
import { shownOf } from './installation'
import { endpoints, isPage, needsSession, paths } from './paths'
import { readSession } from './session/cookie'
import { refused, refusalOf } from './session/guard'
import { safeNextPath } from './session/next-path'
import { foreignFilePolicy, securityHeaders } from './session/policy'
import { callerOf, isAnswering, pathHeader, requestIdHeader, requestIdOf } from './session/upstream'
import { unavailablePage } from './unavailable-page'

/**
 * Static files of the build change nothing and carry no secrets; all else passes here. Uploads and questions do not, since
 * the bodies of what passes are buffered in memory before anything is asked: they are guarded where they end.
 */
export const config = { matcher: '/((?!_next/static/|console/(?:upload|graphql)$).*)' }

/** Paths that serve files from users. */
const foreignFiles = new Set<string>([endpoints.moduleFile, endpoints.logo])

/** Seconds that a program should wait before it tries an unavailable platform again. */
const retryAfter = '5'

/** Every request passes here first: request id, guard against foreign pages, session, security headers. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64')
  const secure = {
    ...securityHeaders(nonce, settings().secure, process.env.NODE_ENV === 'development'),
    ...(foreignFiles.has(request.nextUrl.pathname) && foreignFilePolicy),
  }
  const requestId = requestIdOf(request.headers)

  const response =
    (await answerHere(request)) ??
    (await answerWithout(request, nonce, requestId)) ??
    passOn(request, requestId, secure)
  for (const [name, value] of Object.entries(secure)) response.headers.set(name, value)
  response.headers.set(requestIdHeader, requestId)
  return response
}

async function answerHere(request: NextRequest): Promise<NextResponse | undefined> {
  const { nextUrl } = request
  const reason = refusalOf(request)
  if (reason !== undefined) return refused(reason)
  if (!needsSession(nextUrl.pathname) || (await readSession(request.cookies))) return undefined
  const next = safeNextPath(nextUrl.pathname + nextUrl.search)
  return NextResponse.redirect(new URL(paths.signIn(next === '/' ? {} : { next }), settings().origin))
}

/**
 * The answer to a person while the platform does not answer. What a page that is shown asks for passes: it says so for
 * itself, and nothing that was typed there is lost.
 */
async function answerWithout(
  { method, headers, nextUrl }: NextRequest,
  nonce: string,
  requestId: string,
): Promise<NextResponse | undefined> {
  const isVisit =
    ['GET', 'HEAD'].includes(method) && (headers.get('sec-fetch-dest') ?? 'document') === 'document'
  if (!isVisit || !isPage(nextUrl.pathname) || (await isAnswering({ ...callerOf(headers), requestId })))
    return undefined
  return new NextResponse(unavailablePage(nonce, requestId, shownOf(settings())), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': retryAfter,
    },
  })
}

function passOn(request: NextRequest, requestId: string, secure: Record<string, string>): NextResponse {
  const headers = new Headers(request.headers)
  headers.set(requestIdHeader, requestId)
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search)
  // Next takes the nonce for its own scripts from this header of the request.
  headers.set('Content-Security-Policy', secure['Content-Security-Policy'] ?? '')
  return NextResponse.next({ request: { headers } })
}
