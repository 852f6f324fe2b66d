import type { NextRequest } from 'next/server'
import { safeNextPath } from '~/session/next-path'
import { beginSignOn } from '~/session/single-sign-on'
import { callerOf } from '~/session/upstream'

export const GET = ({ headers, nextUrl: { searchParams } }: NextRequest) =>
  beginSignOn(callerOf(headers), safeNextPath(searchParams.get('next')), {
    asksAgain: searchParams.has('again'),
  })
