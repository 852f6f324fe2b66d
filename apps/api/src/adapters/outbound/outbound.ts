import { request as ask } from 'undici'
import {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from '../../kernel/outbound.js'
import { connectionFault } from '../../kernel/trust.js'
import { untilAborted } from '../../kernel/waiting.js'
import { readBody } from './body.js'
import { createRoutes, type Routing } from './routes.js'

const mostRedirects = 5

/** Headers of every request; no credential is among them. */
const defaultHeaders = { 'accept-encoding': 'gzip', 'user-agent': 'engine-platform' }

/** `routesOf` makes the ways out; a test may put one there that leads to no network. */
export function createOutbound(routing: Routing, routesOf = createRoutes): Outbound {
  const routeTo = routesOf(routing)

  /** One request, whose redirect is not followed. */
  async function once(
    { method, headers, receiversHeader: own, content: sent, limit }: OutboundRequest,
    url: URL,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const explain = (error: unknown): OutboundError => explained(error, url, signal)
    const mayReuse = method !== 'POST'
    // Looking up a name and connecting cannot be stopped, but the caller need not wait for it.
    const route = await untilAborted(routeTo(url, mayReuse), signal).catch((error: unknown) =>
      Promise.reject(explain(error)),
    )
    try {
      const { statusCode, body, ...rest } = await untilAborted(
        ask(route.url, {
          method,
          body: sent ?? null,
          headers: { ...defaultHeaders, ...(own && { [own.name]: own.value }), ...headers, host: url.host },
          dispatcher: route.dispatcher,
          reset: !mayReuse,
          signal,
        }),
        signal,
      )
      // A reader of the body gets the error from the reading itself.
      body.on('error', () => {})
      const flat = flatten(rest.headers)
      const content = method === 'HEAD' ? body : readBody(body, flat, { limit, explain })
      return { status: statusCode, headers: flat, url, body: content }
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    async open(request) {
      const tooLate = AbortSignal.timeout(request.timeout)
      const signal = request.signal ? AbortSignal.any([tooLate, request.signal]) : tooLate
      let url = followable(request.url)
      for (let redirects = 0; ; redirects++) {
        const response = await once(request, url, signal)
        if (!isRedirect(response) || isForOneServer(request)) return response
        response.body.destroy()
        if (redirects === mostRedirects) throw new OutboundError('malformed', 'there are too many redirects')
        url = followable(targetOf(response))
      }
    },
  }
}

/** No credentials, also none within the address. */
function followable(url: URL): URL {
  if (!/^https?:$/.test(url.protocol)) throw new OutboundError('refused', 'only http and https are followed')
  if (url.username || url.password) throw new OutboundError('refused', 'the address holds credentials')
  return url
}

/** Tells whether a request is for one server alone, so that redirects are not followed. */
const isForOneServer = ({
  method,
  headers,
  receiversHeader,
  isForOneServer: isAsked,
}: OutboundRequest): boolean =>
  isAsked === true || method === 'POST' || (headers?.authorization ?? receiversHeader) !== undefined

const isRedirect = ({ status, headers }: OutboundResponse): boolean =>
  [301, 302, 303, 307, 308].includes(status) && headers['location'] !== undefined

function targetOf({ headers: { location = '' }, url }: OutboundResponse): URL {
  if (!URL.canParse(location, url.href))
    throw new OutboundError('malformed', 'a redirect leads to no address')
  const target = new URL(location, url)
  if (url.protocol === 'https:' && target.protocol === 'http:')
    throw new OutboundError('refused', 'a redirect leads from https to http')
  return target
}

function explained(error: unknown, url: URL, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  if (signal.aborted) return new OutboundError('slow', `${url.host} was too slow`, { cause })
  if ('code' in cause && /^(Z_|ERR__ERROR|ERR_BROTLI|ERR_PADDING)/.test(String(cause.code)))
    return new OutboundError('malformed', `${url.host} packed its answer wrongly`, { cause })
  return new OutboundError('unreachable', `${url.host} could not be reached: ${connectionFault(cause)}`, {
    cause,
  })
}

function flatten(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), String(value)] as const],
  )
  return Object.fromEntries(entries)
}
