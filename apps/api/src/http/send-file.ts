import type { IncomingMessage, ServerResponse } from 'node:http'
import { RangeNotSatisfiable, type ByteRange, type FilePieces, type OpenFile } from '../kernel/storage.js'
import { namesTag } from './etags.js'
import { contextOf, type Answering } from './request-context.js'

export interface SentFile {
  readonly type: string
  /** The `Content-Disposition` from `attachmentOf`. */
  readonly disposition: string
  /** Size in bytes. */
  readonly size: number
  /** A strong tag, in its quotes. */
  readonly tag: string
  /** True for a file that is the same for all callers, and no secret. */
  readonly isPublic?: boolean
  readonly content: Buffer | StoredContent
}

/** The bytes of a file that is stored. */
export interface StoredContent {
  /** The storage key: no other bytes ever have it. */
  readonly key: string
  open(range: ByteRange | undefined): Promise<OpenFile>
  /** Returns an address at which clients fetch it instead; undefined where there is none, or absent: they never do. */
  elsewhere?(): Promise<string | undefined>
}

/** A cache of the bytes of small files, by their storage keys. */
export interface BytesCache {
  cachedBytes(key: string): Buffer | undefined
  /** Returns what caches bytes that are read from now on; undefined while nothing is cached. */
  adding(): ((key: string, bytes: Buffer) => void) | undefined
}

/** The largest file whose bytes are cached, in bytes: a larger one is read faster than many of them can be cached. */
const mostCached = 256 * 1024

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Sends a file, or one range of it, no faster than the client takes it: small ones from the cache, others in pieces. A
 * client that leaves ends the reading. A file that cannot be opened throws before any header is set.
 */
export async function sendFile(
  req: IncomingMessage,
  res: Answering,
  file: SentFile,
  cache: BytesCache | undefined = cachedBytesOf(res),
): Promise<void> {
  if (namesTag(req.headers['if-none-match'] ?? '', file.tag)) return end(res, 304, sharedHeaders(file))
  if (req.method !== 'GET') return end(res, 200, fileHeaders(file))
  const range = wantedRange(req, file)
  const { content } = file
  if (Buffer.isBuffer(content)) return sendBytes(res, file, range, content)
  const address = range ? undefined : await content.elsewhere?.()
  if (address !== undefined) return redirect(res, address)
  const cached = cache?.cachedBytes(content.key)
  if (cached) return sendBytes(res, file, range, cached)
  const opened = await openContent(content, range, cache)
  await sendPieces(res, opened.pieces, () => {
    // Of a file that was altered, what is announced and what is sent are still the same.
    writeHead(res, file, range, opened.size)
  })
}

/** Sends the client to where the file is. Nothing keeps the answer: its address is good for a minute. */
function redirect(res: Answering, address: string): void {
  res.statusCode = 302
  setHeaders(res, ['Location', address, 'Cache-Control', 'no-store', 'Content-Length', '0'])
  res.end()
}

/**
 * Sends pieces one after the other; `begin` sets the headers once the first is there; errors before that are thrown. Later
 * ones break the connection: an answer that is too short, or whose file has changed, must not look whole.
 */
export async function sendPieces(res: Answering, pieces: FilePieces, begin: () => void): Promise<void> {
  const left = leavingOf(res)
  try {
    let piece = await Promise.race([pieces.next(), left])
    begin()
    const length = Number(res.getHeader('content-length'))
    let at = 0
    let sent: Promise<unknown> | undefined
    for (; piece; piece = await Promise.race([pieces.next(), left])) {
      at += piece.length
      if (at > length) throw new Error('a file is longer than was announced')
      await sent
      sent = Promise.race([write(res, piece), left])
      // It is awaited later, and may fail before.
      sent.catch(() => undefined)
    }
    await sent
    if (at < length) throw new Error('a file is shorter than was announced')
    res.end()
  } catch (error) {
    if (!res.headersSent && !res.destroyed) throw error
    if (!(error instanceof ClientLeft)) contextOf(res).log.error(...broken(error))
    // From here on nothing of a piece is sent, so that its memory may be used again.
    res.destroy()
  } finally {
    await pieces.close()
  }
}

/** Names a file for saving: letters, digits and `+-._` only. */
export const attachmentOf = (name: string): string => `attachment; filename="${name}"`

/**
 * Returns the headers of the file's answers, 304 too; names and values alternate. No proxy may pack it again: its bytes
 * have a checksum, and most of them are packed already.
 */
export const sharedHeaders = ({ tag, isPublic }: SentFile): string[] => [
  ...['ETag', tag, 'Accept-Ranges', 'bytes'],
  ...['Cache-Control', `${isPublic ? 'public' : 'private'}, no-cache, no-transform`],
]

/** Returns the headers of an answer with the file, or with `length` bytes of it; every answer has `nosniff`. */
export const fileHeaders = (file: SentFile, length = file.size): string[] => [
  ...sharedHeaders(file),
  ...['Content-Type', file.type, 'Content-Length', String(length)],
  ...['Content-Disposition', file.disposition],
]

/** Opens stored content; of a small file that is read as a whole, the bytes are cached at its end. */
async function openContent(
  { key, open }: StoredContent,
  range: Range | undefined,
  cache: BytesCache | undefined,
): Promise<Pick<OpenFile, 'pieces' | 'size'>> {
  const add = range ? undefined : cache?.adding()
  const opened = await open(range)
  if (!add || opened.size > mostCached) return opened
  const { size } = opened
  return { size, pieces: copying(opened.pieces, size, (bytes) => add(key, bytes)) }
}

/** Copies pieces while they are read, and hands the copy on once it is whole. */
function copying(pieces: FilePieces, size: number, whole: (bytes: Buffer) => void): FilePieces {
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  return {
    async next() {
      const piece = await pieces.next()
      if (piece) at += piece.copy(bytes, at)
      else if (at === size) whole(bytes)
      return piece
    },
    close: () => pieces.close(),
  }
}

function sendBytes(res: ServerResponse, file: SentFile, range: Range | undefined, bytes: Buffer): void {
  if (range && range.start >= bytes.length) throw new RangeNotSatisfiable(bytes.length)
  writeHead(res, file, range, bytes.length)
  res.end(range ? bytes.subarray(range.start, range.end + 1) : bytes)
}

function writeHead(res: ServerResponse, file: SentFile, range: Range | undefined, size: number): void {
  const [start, last] = range ? [range.start, Math.min(range.end, size - 1)] : [0, size - 1]
  res.statusCode = range ? 206 : 200
  if (range) res.setHeader('Content-Range', `bytes ${start}-${last}/${size}`)
  setHeaders(res, fileHeaders(file, last - start + 1))
}

function end(res: ServerResponse, status: number, headers: readonly string[]): void {
  res.statusCode = status
  setHeaders(res, headers)
  res.end()
}

/** Sets headers whose names and values alternate. */
export function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

/** The end of an answer whose client has left. */
class ClientLeft extends Error {}

/** Rejects with `ClientLeft` once the connection of an answer is closed. */
function leavingOf(res: ServerResponse): Promise<never> {
  const left = new Promise<never>((_resolve, reject) => {
    const leave = (): void => reject(new ClientLeft())
    if (res.destroyed) leave()
    else res.once('close', leave)
  })
  left.catch(() => undefined)
  return left
}

/** Writes a piece; fulfilled once the connection has taken all of it. */
function write(res: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    res.write(piece, (error) => {
      if (error) reject(new ClientLeft())
      else resolve()
    })
  })
}

const broken = (error: unknown) => [{ error: String(error) }, 'a file could not be sent to its end'] as const

/** Parses a range; undefined for the whole: also for several ranges, and for units other than bytes (RFC 9110, §14.2). */
function wantedRange({ headers }: IncomingMessage, { size, tag }: SentFile): Range | undefined {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== tag) return undefined
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const [start, last] =
    from === '' ? [Math.max(0, size - Number(to)), size - 1] : [Number(from), Number(to || size - 1)]
  if (from !== '' && to !== '' && last < start) return undefined
  if (start >= size) throw new RangeNotSatisfiable(size)
  return { start, end: Math.min(last, size - 1) }
}

function cachedBytesOf(res: Answering): BytesCache | undefined {
  return res.locals['bytes'] as BytesCache | undefined
}
