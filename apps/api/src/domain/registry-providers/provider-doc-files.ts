import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ArchiveRefused, type ReadModuleArchive } from '@engine/module-source/archive'
import { providerDocAt, providerDocLimits } from '@engine/shared/provider-docs'
import type { OperationContext } from '../../kernel/context.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { slicesOf } from '../../kernel/slices.js'
import { removeFiles, TooLarge, type Storage } from '../../kernel/storage.js'
import { readPage } from './provider-doc-page.js'
import type { ProviderDocPage, ProviderDocWarning, ReadProviderDocs } from './provider-doc.js'

const { archive: longestArchive, unpacked: longestUnpacked, files: mostFiles } = providerDocLimits

/** One archive is read at a time, since its pages are in memory; organizations take turns. */
const turns = { running: 1, waiting: 20, waitingInAll: 200 }

const full = () => unavailable('Too many archives of documentation are being read at once')

/** Warnings that an answer names; a faulty habit is usually in all pages. */
const mostWarnings = 100

/** Archives of documentation: stored while they are read, and not kept. */
export class ProviderDocFiles {
  private readonly queue = new FairQueue({ ...turns, full })

  constructor(
    private readonly storage: Storage,
    private readonly readArchive: ReadModuleArchive,
  ) {}

  /** Reads the pages of an archive. Throws `TooLarge` and `ArchiveRefused`. */
  async read(
    ctx: OperationContext,
    organizationId: string,
    stream: Readable,
    announcedSize = 0,
  ): Promise<ReadProviderDocs> {
    if (announcedSize > longestArchive) throw new TooLarge(longestArchive)
    const storageKey = `providers/docs/${randomUUID()}.tar.gz`
    await this.storage.put(storageKey, stream, { limit: longestArchive })
    try {
      return await this.queue.run(organizationId, () => this.pagesOf(storageKey))
    } finally {
      await removeFiles(ctx, this.storage, [storageKey])
    }
  }

  private async pagesOf(storageKey: string): Promise<ReadProviderDocs> {
    const opened = await this.storage.open(storageKey)
    if (!opened) throw new Error(`the stored file ${storageKey} is missing`)
    let files = 0
    const { contents } = await this.readArchive(opened.stream, {
      holdsModule: false,
      limits: {
        entries: 2 * mostFiles,
        unpackedSize: longestUnpacked,
        collectedSize: longestUnpacked,
      },
      collect: (path) => {
        if (++files > mostFiles)
          throw new ArchiveRefused('too-many-entries', `the archive has more than 5,000 files`)
        return providerDocAt(path) !== undefined
      },
    })
    return { ...(await pagesIn(contents)), ignored: files - contents.size }
  }
}

/** The pages, each of the first layout that has it. */
async function pagesIn(contents: ReadonlyMap<string, Buffer>): Promise<Omit<ReadProviderDocs, 'ignored'>> {
  const found = new Map<string, { page: ProviderDocPage; layout: number }>()
  const warnings: ProviderDocWarning[] = []
  for await (const slice of slicesOf([...contents], 3))
    for (const [path, bytes] of slice) {
      const place = providerDocAt(path)
      if (!place) continue
      const key = `${place.category}/${place.slug}`
      const other = found.get(key)
      const isLater = other !== undefined && other.layout <= place.layout
      if (other)
        warnings.push({
          path: isLater ? path : other.page.path,
          message: `The page ${key} is also in ${isLater ? other.page.path : path}, which is shown`,
        })
      if (isLater) continue
      const { page, warning } = readPage(path, place, bytes)
      if (warning) warnings.push(warning)
      found.set(key, { page, layout: place.layout })
    }
  return {
    pages: [...found.values()].map(({ page }) => page),
    warnings: warnings.sort((one, other) => (one.path < other.path ? -1 : 1)).slice(0, mostWarnings),
  }
}
