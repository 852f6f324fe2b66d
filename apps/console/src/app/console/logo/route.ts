import { type NextRequest, NextResponse } from 'next/server'
import { config } from '~/config'

/** The logo of the installation, which pages for strangers show too. `proxy.ts` sets its policy. */
export function GET(request: NextRequest): NextResponse {
  const { logo } = config()
  if (!logo) return new NextResponse('There is no logo.\n', { status: 404 })
  const isAddressed = request.nextUrl.searchParams.get('v') === logo.hash
  return new NextResponse(logo.bytes, {
    headers: {
      'Content-Type': logo.type,
      'Cache-Control': isAddressed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
