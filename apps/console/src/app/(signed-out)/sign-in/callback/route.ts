import type { NextRequest } from 'next/server'
import { readFlow } from '~/session/sign-on-flow'
import { finishSignOn } from '~/session/single-sign-on'
import { callerOf } from '~/session/upstream'

/** Address that the provider sends the browser back to; its configuration names this very address. */
export const GET = async (request: NextRequest) =>
  finishSignOn(callerOf(request.headers), await readFlow(request.cookies), request.nextUrl.search)
