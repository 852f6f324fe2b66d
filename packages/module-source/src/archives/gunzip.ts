import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { bytesOfKind, fileKind } from '@engine/shared'
import { ArchiveRefused } from '../archive.js'

/**
 * The unpacked bytes of a gzip stream, no faster than they are taken, off the main thread. Several gzip members in
 * a row are one stream, as for every reader; anything else behind the last one is refused.
 *
 * Destroys the source when it ends, fails or is left early. Throws `ArchiveRefused`, an AbortError, or what the
 * source failed with.
 */
export async function* gunzipped(source: Readable, signal?: AbortSignal): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  const seen = { bytes: 0, start: Buffer.alloc(0), ended: false }
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (seen.start.length < bytesOfKind)
        seen.start = Buffer.concat([seen.start, chunk.subarray(0, bytesOfKind)])
      seen.bytes += chunk.length
      yield chunk
    }
    seen.ended = true
  }
  signal?.throwIfAborted()
  // What fails in here destroys `gunzip`, and so reaches the loop below.
  pipeline(counted, gunzip, signal ? { signal } : {}).catch(() => undefined)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk
    if (!seen.ended || gunzip.bytesWritten < seen.bytes) throw trailingData()
  } catch (error) {
    throw seen.bytes === 0 && isZlibError(error) ? notGzip(seen.start) : refusal(error, seen.start)
  } finally {
    gunzip.destroy()
    source.destroy()
  }
}

function refusal(error: unknown, start: Buffer): unknown {
  if (!isZlibError(error)) return error
  if (error.code === 'Z_BUF_ERROR') return new ArchiveRefused('truncated', 'the archive is truncated')
  if (start[0] !== 0x1f || start[1] !== 0x8b) return notGzip(start)
  // A further member that does not begin like one.
  if (error.message === 'incorrect header check') return trailingData()
  return new ArchiveRefused('damaged', `the archive is damaged (${error.message})`)
}

function isZlibError(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR' || error.code === 'Z_NEED_DICT'
}

function notGzip(start: Buffer): ArchiveRefused {
  const kind = fileKind(start)
  const came = kind === undefined ? '' : `: ${kind} came`
  return new ArchiveRefused('not-gzip', `the archive is not a gzip file${came}`)
}

const trailingData = (): ArchiveRefused =>
  new ArchiveRefused('trailing-data', 'there is something behind the end of the gzip file')
