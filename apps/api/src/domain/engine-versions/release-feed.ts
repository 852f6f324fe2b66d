import { parseCreation, type Raw } from '../../kernel/input.js'
import * as rules from './engine-version.js'
import type { EngineVersionCreation } from './engine-version.js'

/** Reads the feed that the configuration names, whole. Throws `ReleaseFeedError`. */
export type ReadReleaseFeed = () => Promise<unknown>

/** The error of a feed that cannot be used at all; the message says why. */
export class ReleaseFeedError extends Error {}

/** The entries, unchecked. Throws `ReleaseFeedError`. */
export async function entriesOf(read: ReadReleaseFeed): Promise<readonly unknown[]> {
  const feed = await read()
  if (Array.isArray(feed)) return feed
  throw new ReleaseFeedError('it is no JSON array')
}

/** Makes an unchecked creation of an entry of the feed; administrators alone enable a version (contract §4). */
export function creationOf(entry: unknown): Raw<typeof rules.engineVersionCreation> {
  const fields = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const { version, url, sha, official, beta, deprecated, archs } = fields
  return {
    version,
    url,
    sha,
    official,
    beta,
    deprecated,
    deprecatedReason: fields['deprecated-reason'],
    archs,
  }
}

/** Reads a version from an entry; facts that it leaves out are absent. Throws `invalid`. */
export function offerOf(entry: unknown): EngineVersionCreation {
  return parseCreation(rules.engineVersionCreation, creationOf(entry), rules.creationFaults)
}
