import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * Builds the headers of every answer: the API answers data, so a browser that shows it loads nothing, frames it in no
 * page and sends no referrer. They are the same for every request, so helmet is asked once.
 */
export function securityHeaders(isHttps: boolean): readonly (readonly [string, string])[] {
  const headers: [string, string][] = []
  const setHeader = (name: string, value: string): void => void headers.push([name, value])
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    // Hosts below ours are not known here.
    strictTransportSecurity: isHttps && { includeSubDomains: false },
  })
  const failed = (error?: unknown): void => {
    if (error) throw error
  }
  write({} as IncomingMessage, { setHeader, removeHeader() {} } as unknown as ServerResponse, failed)
  return headers
}
