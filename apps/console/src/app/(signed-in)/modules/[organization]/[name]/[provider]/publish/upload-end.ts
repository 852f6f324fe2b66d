import { incremented, isPreRelease } from '@engine/shared'

/** Version as the API returns it; `updatedAt` is that of its module, which every finished upload sets. */
export type VersionState = {
  status: 'PENDING' | 'OK' | 'FAILED'
  error: string | null
  /** Size of its archive in bytes, once it is published. */
  size: number | null
  updatedAt: string
}

export type End =
  | { step: 'published' }
  | { step: 'refused'; reasons: readonly string[] }
  /** The version waits still: nothing came of it. */
  | { step: 'broken off' }
  /** All was sent, and the platform may be at work on it still, or does not answer. */
  | { step: 'unknown' }

type Polling = {
  /** Time limit in milliseconds. */
  limit: number
  now: () => number
  wait: () => Promise<void>
}

/**
 * Asks, until the limit is reached, how an upload with a broken connection ended. A question that fails is asked again:
 * what broke the connection may last. `before` is how things were before the upload.
 */
export async function uploadEnd(
  ask: () => Promise<VersionState | undefined>,
  before: VersionState | undefined,
  { limit, now, wait }: Polling,
): Promise<End> {
  const until = now() + limit
  for (;;) {
    const found = await ask().catch(() => undefined)
    const end = found && endOf(found, before)
    if (end) return end
    if (now() >= until) return { step: found ? 'broken off' : 'unknown' }
    await wait()
  }
}

/** Undefined while it has not ended: a refusal may be that of the try before. */
function endOf(found: VersionState, before: VersionState | undefined): End | undefined {
  if (found.status === 'OK') return { step: 'published' }
  const isOld = before?.status === 'FAILED' && before.updatedAt === found.updatedAt
  if (found.status !== 'FAILED' || isOld) return undefined
  return { step: 'refused', reasons: [found.error ?? 'Unknown reason.'] }
}

/** The number that is likely meant after this one: the next patch of a release, the first release otherwise. */
export function nextVersion(newest: string | undefined): string {
  if (newest === undefined) return '1.0.0'
  return isPreRelease(newest) ? '' : incremented(newest, 'patch')
}
