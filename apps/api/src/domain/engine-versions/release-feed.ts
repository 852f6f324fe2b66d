import type { EngineVersion, engineVersionCreation } from './engine-version.js'
import type { Raw } from '../../kernel/input.js'

/** Reads the feed that the configuration names, whole. Throws `ReleaseFeedError`. */
export type ReadReleaseFeed = () => Promise<unknown>

/** The message says what is wrong with the feed as such. */
export class ReleaseFeedError extends Error {}

type Creation = Raw<typeof engineVersionCreation>

/**
 * An entry of the feed as a creation that nobody has looked at yet. `enabled` is left out: whether people may use a
 * version is for the administrators of this platform to say (contract §4).
 */
export function creationOf(entry: object): Creation {
  const { version, url, sha, official, beta, deprecated, archs } = entry as Record<string, unknown>
  const deprecatedReason = (entry as Record<string, unknown>)['deprecated-reason']
  return { version, url, sha, official, beta, deprecated, deprecatedReason, archs }
}

/** What a log says of the feed after it was read. */
export interface FeedOutcome {
  readonly added: readonly EngineVersion[]
  readonly known: number
  readonly faulty: number
}
