import { Threads } from '@engine/threads'
import type { DownloadDocument, ReadOriginDocuments } from '../../domain/public-providers/provider-origins.js'
import { PublicRegistryError, type ListedOfOrigin } from '../../kernel/public-registry.js'
import { work } from './documents.mjs'

/** The documents that registries are asked for, by their paths. */
export type DocumentKind =
  | 'provider-versions'
  | 'provider-download'
  | 'module-versions'
  | 'module-list'
  | 'other'

export type Listing = ListedOfOrigin

export type Job =
  | {
      readonly what: 'translate'
      readonly kind: DocumentKind
      readonly bytes: Uint8Array
      /** The address that has answered. */
      readonly href: string
      /** The path at which clients ask for pages of lists. */
      readonly mount: string
    }
  | { readonly what: 'listing' | 'download' | 'detail'; readonly bytes: Uint8Array }

/** The result of a job; `bytes` only where they differ from the given ones. */
export interface Done {
  readonly fault?: string
  readonly bytes?: Uint8Array | undefined
  readonly listing?: Listing | undefined
  readonly download?: object | undefined
  readonly publishedAt?: string
}

/** Maximum size of a document that the main thread reads, in bytes: it takes a few milliseconds. */
const short = 64 * 1024

const unreadable = 'The public registry answered with a document that takes too long to read'

/** Reads documents of registries: long ones in threads, since a parser never yields. */
export class RegistryDocuments implements ReadOriginDocuments {
  private readonly threads = new Threads<Done>({
    ...{ size: 2, holdUp: 500, timeLimit: 10_000, memoryLimit: 512, lifetime: Infinity, queue: 100 },
    program: new URL('./documents-worker.mjs', import.meta.url),
    full: () =>
      new PublicRegistryError('busy', 'Too many long documents are being read. Try again in a few seconds.'),
  })

  /** The number of documents that threads read now, and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.threads.load
  }

  /** Translates the document for our clients. Throws `PublicRegistryError` for one that is no answer. */
  async translate(bytes: Buffer, about: Pick<Job & { what: 'translate' }, 'kind' | 'href' | 'mount'>) {
    const done = await this.done({ what: 'translate', bytes, ...about })
    return done.bytes ? Buffer.from(done.bytes) : bytes
  }

  async listing(bytes: Buffer): Promise<ListedOfOrigin | undefined> {
    return (await this.done({ what: 'listing', bytes })).listing
  }

  async download(bytes: Buffer): Promise<DownloadDocument | undefined> {
    return (await this.done({ what: 'download', bytes })).download as DownloadDocument | undefined
  }

  async publishedAt(bytes: Buffer): Promise<string | undefined> {
    return (await this.done({ what: 'detail', bytes })).publishedAt
  }

  close(): Promise<void> {
    return this.threads.close()
  }

  private async done(job: Job): Promise<Done> {
    const done = job.bytes.length <= short ? work(job) : await this.inThread(job)
    if (done.fault !== undefined) throw new PublicRegistryError('failed', done.fault)
    return done
  }

  private async inThread(job: Job): Promise<Done> {
    const ended = await this.threads.run(job, job.bytes.length)
    return ended.kind === 'answered' ? ended.answer : { fault: unreadable }
  }
}
