import type { Request, Response } from 'express'
import type { OriginFile } from '../domain/origin-files/origin-file.js'
import type { FetchedFile } from '../domain/origin-files/origin-files.service.js'
import { namesTag } from '../http/etags.js'
import { cacheAnswer, type CachePolicy } from '../http/response-cache.js'
import {
  attachmentOf,
  fileHeaders,
  sendFile,
  sendPieces,
  setHeaders,
  type SentFile,
} from '../http/send-file.js'
import { hours } from '../kernel/clock.js'
import type { ByteRange, OpenFile } from '../kernel/storage.js'

/** The time for which an answer is cached: the use of a file is recorded behind it. */
export const originFileCachedFor = hours(1)

/** A file of an origin, stored here or not yet. */
export interface SentOriginFile {
  readonly filename: string
  readonly type: string
  /** The digest that it must have; undefined where it was never seen. */
  readonly sha256: string | undefined
  readonly file: OriginFile | undefined
  readonly policy: CachePolicy
  fetchFile(): Promise<OriginFile | FetchedFile>
  open(file: OriginFile, range?: ByteRange): Promise<OpenFile>
  addressOf(file: OriginFile): Promise<string | undefined>
}

/** Sends a file of an origin: a stored one, or what arrives from its origin meanwhile. */
export async function sendOriginFile(req: Request, res: Response, found: SentOriginFile): Promise<void> {
  const facts = {
    type: found.type,
    disposition: attachmentOf(found.filename.replace(/[^A-Za-z0-9+._-]/g, '_')),
  }
  const sendStored = (file: OriginFile): Promise<void> => {
    const sent: SentFile = {
      // A file of this name never has other bytes than those of the digest.
      ...{ ...facts, size: file.size, tag: `"${file.sha256}"` },
      content: {
        key: file.storageKey,
        open: (range) => found.open(file, range),
        elsewhere: () => found.addressOf(file),
      },
    }
    cacheAnswer(res, { status: 200, file: sent, ...found.policy })
    return sendFile(req, res, sent)
  }
  if (found.file) return sendStored(found.file)
  const tag = found.sha256 === undefined ? undefined : `"${found.sha256}"`
  if (tag && namesTag(req.get('if-none-match') ?? '', tag)) return void res.status(304).end()
  const fetched = await found.fetchFile()
  if (!('pieces' in fetched)) return sendStored(fetched)
  const { announced } = fetched
  const headers = fileHeaders({ ...facts, tag: tag ?? '', size: announced ?? 0, content: Buffer.alloc(0) })
  const begin = (): void => {
    res.statusCode = 200
    setHeaders(res, headers)
    // Without a length the answer goes in chunks, whose end is missing where the file is broken off.
    if (announced === undefined) res.removeHeader('Content-Length')
    // A part of it is not to be had before the whole has arrived.
    res.removeHeader('Accept-Ranges')
    if (!tag) res.removeHeader('ETag')
  }
  const pieces = fetched.pieces()
  if (req.method === 'GET') return sendPieces(res, pieces, begin)
  begin()
  await pieces.close()
  res.end()
}
