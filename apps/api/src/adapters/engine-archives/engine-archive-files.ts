import type { Readable } from 'node:stream'
import {
  ArchiveUnreachable,
  type OpenEngineArchiveFile,
} from '../../domain/engine-versions/engine-archive.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'

/** Limit in bytes: far more than any archive of an engine there has ever been. */
const sizeLimit = 2 * 1024 ** 3
/** Time limit in milliseconds. */
const timeLimit = 60 * 60_000

/** Reads archives by the one way out, with all of its guards. */
export function engineArchiveFiles(
  outbound: Outbound,
  { limit = sizeLimit, timeout = timeLimit } = {},
): OpenEngineArchiveFile {
  return async (url, signal) => {
    try {
      const request = {
        purpose: 'engine-versions',
        method: 'GET',
        url: new URL(url),
        timeout,
        limit,
        signal,
      } as const
      const { status, headers, body } = await outbound.open(request)
      if (status === 200) return { size: sizeOf(headers), content: explained(body) }
      body.destroy()
      throw new ArchiveUnreachable(`it was answered with ${status}`)
    } catch (error) {
      throw unreachable(error)
    }
  }
}

/** The size of a compressed body is not known before its end. */
function sizeOf(headers: Readonly<Record<string, string>>): number | undefined {
  const said = headers['content-length'] ?? ''
  return /^\d{1,15}$/.test(said) && headers['content-encoding'] === undefined ? Number(said) : undefined
}

async function* explained(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (error) {
    throw unreachable(error)
  }
}

const unreachable = (error: unknown): unknown =>
  error instanceof OutboundError ? new ArchiveUnreachable(error.message, { cause: error }) : error
