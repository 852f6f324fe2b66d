import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ReleaseFeedError, type ReadReleaseFeed } from '../../domain/engine-versions/release-feed.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'

/** Limit in bytes: far more than all versions of an engine there have ever been. */
const sizeLimit = 16 * 1024 * 1024
/** Time limit in milliseconds. */
const timeLimit = 30_000

/** Reads the feed at `place`, the path of a file or an http(s) address; undefined where none is named. */
export function releaseFeedReader(
  place: string | undefined,
  outbound: Outbound,
): ReadReleaseFeed | undefined {
  if (place === undefined) return undefined
  return async () => parse(await (place.includes('://') ? fetched(new URL(place), outbound) : stored(place)))
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new ReleaseFeedError('it is no JSON', { cause: error })
  }
}

async function stored(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > sizeLimit) throw new ReleaseFeedError('the file is larger than 16 MiB')
    return await readFile(path)
  } catch (error) {
    if (error instanceof ReleaseFeedError) throw error
    throw new ReleaseFeedError((error as Error).message, { cause: error })
  }
}

async function fetched(url: URL, outbound: Outbound): Promise<Buffer> {
  const headers = { accept: 'application/json' }
  try {
    const { status, body } = await outbound.open({
      purpose: 'engine-versions',
      method: 'GET',
      url,
      headers,
      timeout: timeLimit,
      limit: sizeLimit,
    })
    if (status === 200) return await buffer(body)
    body.destroy()
    throw new ReleaseFeedError(`it was answered with ${status}`)
  } catch (error) {
    if (error instanceof OutboundError) throw new ReleaseFeedError(error.message, { cause: error })
    throw error
  }
}
