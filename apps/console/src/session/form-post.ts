import { NextResponse, type NextRequest } from 'next/server'
import { ApiError } from '../data/answer'
import { callerOf, type Caller } from './upstream'

/**
 * Reads the named texts of a posted JSON object and hands them on; what is not text counts as empty, and
 * the API says so. An API that gives no answer becomes an error of the same shape as GraphQL's.
 */
export async function handlePost<Name extends string>(
  request: NextRequest,
  names: readonly Name[],
  handle: (caller: Caller, fields: Record<Name, string>) => Promise<NextResponse>,
): Promise<NextResponse> {
  const body: unknown = await request.json().catch(() => null)
  const sent = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}))
  const text = (name: Name): string => {
    const value: unknown = sent.get(name)
    return typeof value === 'string' ? value : ''
  }
  const fields = Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>
  try {
    return await handle(callerOf(request.headers), fields)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { message, code } = error
    const status = code === 'RATE_LIMITED' ? 429 : 502
    return NextResponse.json({ errors: [{ message, extensions: { code } }] }, { status })
  }
}
