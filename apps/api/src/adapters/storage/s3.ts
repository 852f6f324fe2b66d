import { createHash, randomUUID, type Hash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import {
  isStorageKey,
  piecesOf,
  RangeNotSatisfiable,
  TooLarge,
  type ByteRange,
  type Draft,
  type ListedFile,
  type OpenFile,
  type PutOptions,
  type Storage,
  type StoredFile,
} from '../../kernel/storage.js'
import { DraftFile } from './draft-file.js'
import { guarded as onDisk } from './files.js'
import { PartFile } from './part-file.js'
import { guarded, hasStatus, present } from './s3-failures.js'
import { TimedClient } from './s3-client.js'
import { PartsUpload } from './s3-parts.js'

/** A file up to this size is sent as one; a larger one in parts of it, since its size is unknown until its end. */
const partSize = 8 * 1024 ** 2

/** Limit of the parts that are sent at once; they alone are held in memory. */
const mostSent = 16

/** The time without a byte after which the server counts as away, in milliseconds. */
const longestSilence = 20_000

/** The lifetime of an address in the bucket, in seconds (contract §19): clients follow a redirect at once. */
const longestRedirect = 60

const connections = { maxSockets: Infinity }

/**
 * The secret comes as user and password of the address, or by the ways that clients of S3 know: the variables
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine. What has not come whole yet
 * waits in `folder`.
 */
export function openS3Storage(
  url: URL,
  folder = tmpdir(),
  timeout = longestSilence,
  redirects = false,
): Storage {
  const endpoint = url.searchParams.get('endpoint')
  const isPathStyle = url.searchParams.get('path-style') ?? String(endpoint !== null)
  const region = url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1'
  const settings: S3ClientConfig = {
    region,
    forcePathStyle: isPathStyle === 'true',
    // Servers other than the original one often do not know all checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A request that waits for a connection would be silent, however well the server is.
    requestHandler: { connectionTimeout: 5000, httpAgent: connections, httpsAgent: connections },
    ...(endpoint !== null && { endpoint }),
    ...(url.username !== '' && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  const client = new TimedClient(settings, timeout)
  const place = { bucket: url.hostname, prefix: prefix === '' ? '' : `${prefix}/`, folder, redirects }
  return new S3Storage(client, place)
}

interface S3Place {
  readonly bucket: string
  readonly prefix: string
  readonly folder: string
  /** True: clients may be sent to the bucket itself. */
  readonly redirects: boolean
}

/** Storage in one bucket of an S3-compatible server, below an optional prefix that ends in a slash. */
class S3Storage implements Storage {
  private readonly sending = pLimit(mostSent)

  constructor(
    private readonly client: TimedClient,
    private readonly place: S3Place,
  ) {}

  async put(key: string, stream: Readable, options: PutOptions = {}): Promise<StoredFile> {
    options.signal?.throwIfAborted()
    const target = this.target(key)
    // The stream may fail while it is not read, before the copy or after its end: that must not end the process.
    stream.on('error', () => undefined)
    const hash = createHash('sha256')
    const parts = new PartsUpload(this.client, target)
    let size = 0
    try {
      for await (const { part, isLast } of this.inParts(stream, hash, options)) {
        size += part.size
        const since = performance.now()
        await this.sending(async () => {
          const bytes = await part.read()
          if (isLast && !parts.hasBegun) await this.putWhole(target, bytes, since)
          else await parts.send(bytes, since)
        })
      }
      if (parts.hasBegun) await parts.complete()
    } catch (error) {
      await parts.abort()
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  /** Writes a file that has no name, so that a killed process leaves nothing; it is sent when it is settled. */
  async draft(): Promise<Draft> {
    const path = join(this.place.folder, `engine-draft-${randomUUID()}`)
    const file = await onDisk(async () => {
      const opened = await open(path, 'wx+', 0o600)
      await rm(path)
      return opened
    })
    const settle = async (key: string): Promise<void> => {
      await this.put(key, file.createReadStream({ start: 0, autoClose: false }))
    }
    return new DraftFile(file, { settle, close: async () => undefined })
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | undefined> {
    if (range && !(range.start >= 0 && range.start <= (range.end ?? Infinity))) return this.refuseRange(key)
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    const command = new GetObjectCommand({ ...this.target(key), Range })
    try {
      const found = await present(() => this.client.send(command))
      if (!found) return undefined
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength)
      const stream = await this.client.receive(found.Body as Readable)
      return { stream, pieces: piecesOf(stream), size }
    } catch (error) {
      if (isUnsatisfiable(error)) return this.refuseRange(key)
      throw error
    }
  }

  async addressOf(key: string): Promise<string | undefined> {
    if (!this.place.redirects) return undefined
    return this.client.sign(new GetObjectCommand(this.target(key)), longestRedirect)
  }

  async stat(key: string): Promise<{ readonly size: number } | undefined> {
    const command = new HeadObjectCommand(this.target(key))
    const found = await present(() => this.client.send(command))
    return found && { size: found.ContentLength ?? 0 }
  }

  async remove(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.target(key))
    await present(() => this.client.send(command))
  }

  async *list(folder: string): AsyncGenerator<ListedFile> {
    const { Key } = this.target(folder)
    let ContinuationToken: string | undefined
    do {
      const wanted = { Bucket: this.place.bucket, Prefix: `${Key}/`, ContinuationToken }
      const page = await guarded(() => this.client.send(new ListObjectsV2Command(wanted)))
      for (const { Key: found = '', Size: size = 0, LastModified } of page.Contents ?? []) {
        const key = found.slice(this.place.prefix.length)
        if (isStorageKey(key)) yield { key, size, modifiedAt: LastModified ?? new Date() }
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  /**
   * Returns 0: what is sent in parts is no file before its end, and a rule of the bucket removes what never
   * ended.
   */
  async removeUnfinished(): Promise<number> {
    return 0
  }

  async check(): Promise<void> {
    const key = `checks/${randomUUID()}`
    await this.put(key, Readable.from([Buffer.from('probe')]))
    await this.remove(key)
  }

  /** The stream in pieces of one size, the last one shorter or empty. Throws `TooLarge`, leaving the rest unread. */
  private async *inParts(stream: Readable, hash: Hash, { limit, signal }: PutOptions): AsyncGenerator<Part> {
    let part = await PartFile.open(this.place.folder)
    let size = 0
    try {
      if (signal) addAbortSignal(signal, stream)
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length
        if (limit !== undefined && size > limit) throw new TooLarge(limit)
        hash.update(chunk)
        await part.add(chunk)
        if (part.size <= partSize) continue
        yield { part, isLast: false }
        await part.close()
        part = await PartFile.open(this.place.folder)
      }
      yield { part, isLast: true }
    } finally {
      await part.close()
    }
  }

  private async putWhole(target: Target, Body: Buffer, since: number): Promise<void> {
    const command = new PutObjectCommand({ ...target, Body, ContentLength: Body.length })
    await guarded(() => this.client.send(command, since))
  }

  private async refuseRange(key: string): Promise<undefined> {
    const found = await this.stat(key)
    if (found) throw new RangeNotSatisfiable(found.size)
  }

  private target(key: string): Target {
    if (!isStorageKey(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
    return { Bucket: this.place.bucket, Key: `${this.place.prefix}${key}` }
  }
}

interface Target {
  readonly Bucket: string
  readonly Key: string
}

interface Part {
  readonly part: PartFile
  readonly isLast: boolean
}

function isUnsatisfiable(error: unknown): boolean {
  return error instanceof Error && hasStatus(error.cause, 416)
}
