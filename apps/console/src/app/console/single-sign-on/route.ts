import type { NextRequest } from 'next/server'
import { safeNextPath } from '../../../session/next-path'
import { beginSignOn } from '../../../session/single-sign-on'
import { callerOf } from '../../../session/upstream'

export const GET = (request: NextRequest) =>
  beginSignOn(callerOf(request.headers), safeNextPath(request.nextUrl.searchParams.get('next')))
