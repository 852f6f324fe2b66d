import type { Request, Response } from 'express'
import { pipeline } from 'node:stream/promises'
import { namesTag } from '../http/etags.js'
import { contextOf } from '../http/request-context.js'
import { RangeNotSatisfiable, type ByteRange, type OpenFile } from '../kernel/storage.js'

export interface SentFile {
  readonly type: string
  /** What it is saved as; letters, digits and `+-._` only. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** A strong tag, in its quotes. */
  readonly tag: string
  open(range: ByteRange | undefined): Promise<OpenFile>
}

/** Streams a file, or one range of it, no faster than the client takes it. A client that leaves ends the reading. */
export async function sendFile(req: Request, res: Response, file: SentFile): Promise<void> {
  res.setHeader('ETag', file.tag).setHeader('Accept-Ranges', 'bytes')
  if (namesTag(req.get('if-none-match') ?? '', file.tag)) return void res.status(304).end()
  const range = req.method === 'GET' ? wantedRange(req, file) : undefined
  const opened = req.method === 'GET' ? await file.open(range) : undefined
  // Of a file that was altered, what is announced and what is sent are still the same.
  const size = opened?.size ?? file.size
  const [start, end] = range ? [range.start, Math.min(range.end, size - 1)] : [0, size - 1]
  if (range) res.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${size}`)
  res.setHeader('Content-Type', file.type).setHeader('Content-Length', end - start + 1)
  res.setHeader('Content-Disposition', `attachment; filename="${file.name}"`)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (!opened) return void res.end()
  try {
    await pipeline(opened.stream, res)
  } catch (error) {
    if (hasLeft(error)) return
    contextOf(res).log.error({ error: String(error) }, 'a file could not be sent to its end')
  }
}

/** Undefined for the whole: also for several ranges at once, and for what is no range of bytes (RFC 9110, §14.2). */
function wantedRange(
  req: Request,
  { size, tag }: SentFile,
): (Required<ByteRange> & { end: number }) | undefined {
  const condition = req.get('if-range')
  if (condition !== undefined && condition !== tag) return undefined
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(req.get('range')?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const [start, end] =
    from === '' ? [Math.max(0, size - Number(to)), size - 1] : [Number(from), Number(to || size - 1)]
  if (from !== '' && to !== '' && end < start) return undefined
  if (start >= size) throw new RangeNotSatisfiable(size)
  return { start, end: Math.min(end, size - 1) }
}

function hasLeft(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('ERR_STREAM_') || code === 'ECONNRESET' || code === 'EPIPE'
}
