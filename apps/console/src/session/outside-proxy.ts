import type { NextResponse } from 'next/server'
import { config } from '../config'
import { securityHeaders } from './policy'
import { requestIdHeader } from './upstream'

/** Gives an answer the headers of all others, where its endpoint lies outside of `proxy.ts`. */
export function secured(response: NextResponse, requestId: string): NextResponse {
  const headers = securityHeaders(crypto.randomUUID(), config().secure, false)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  response.headers.set(requestIdHeader, requestId)
  return response
}
