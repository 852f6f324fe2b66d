import { createReadStream } from 'node:fs'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { providerDocAt, providerDocLimits } from '@engine/shared/provider-docs'
import { withArchive } from './archive.js'
import { Fault } from './fault.js'
import { contentsIn } from './folder.js'
import { refusal, type Resource } from './platform.js'
import type { Progress } from './progress.js'
import type { ReleaseFile } from './provider-release.js'
import { asFault } from './read-module.js'
import type { ReleaseDelivery } from './release-delivery.js'
import { visible } from './report.js'
import { docsLine, inWords, type DocsCounts } from './words.js'

const limits = { ...providerDocLimits, holds: 'documentation' }

/** The documentation of a version, packed and found right by the rules of the platform. */
export interface PackedDocs extends ReleaseFile, DocsCounts {
  /** Paths that are not packed. */
  readonly leftOut: readonly string[]
}

/** Packs the documentation in a folder, if there shall be one, and gives it to `use`. Throws a `Fault` with what is wrong. */
export async function withDocs<T>(
  folder: string | undefined,
  use: (docs: PackedDocs | undefined) => Promise<T>,
): Promise<T> {
  if (folder === undefined) return use(undefined)
  const { files, leftOut } = await contentsOf(folder)
  return withArchive(folder, files, async ({ path, size }) => {
    if (size > limits.archive)
      throw new Fault(
        'module',
        `${folder}: its archive has ${inWords(size)}, and a platform takes ${inWords(limits.archive)}`,
      )
    return use({ name: folder, path, size, ...(await pagesIn(folder, path)), leftOut })
  }).catch((error: unknown) => {
    throw asFault(error)
  })
}

/** A folder of documentation that is not there is a fault of the release, as a missing zip is. */
async function contentsOf(folder: string) {
  try {
    return await contentsIn(folder, limits)
  } catch (error) {
    throw error instanceof Fault ? new Fault('module', error.message) : error
  }
}

/** Reads the archive as the platform does. */
async function pagesIn(folder: string, path: string): Promise<DocsCounts> {
  const { sizes } = await readModuleArchive(createReadStream(path), {
    holdsModule: false,
    limits: { entries: 2 * limits.files, unpackedSize: limits.unpacked },
  })
  const places = [...sizes.keys()].map((each) => providerDocAt(each))
  const ignored = places.filter((place) => place === undefined).length
  const pages = new Set(places.flatMap((place) => (place ? [`${place.category}/${place.slug}`] : [])))
  if (pages.size === 0)
    throw new Fault(
      'module',
      `${folder} has no page of documentation: index.md, guides/, resources/ and data-sources/ with .md files are looked for in it and in its docs/, or its website/docs/`,
    )
  return { pages: pages.size, ignored }
}

/** Replaces the documentation of a version. Returns a line about what the platform took. */
export async function sendDocs(
  docs: PackedDocs,
  { links }: Resource,
  delivery: ReleaseDelivery,
  progress: Progress,
): Promise<string> {
  const link = links['docs-upload']
  if (link === undefined)
    throw new Fault('refused', `${docs.name}: the platform gave no link to upload documentation to`)
  const [answer] = await delivery.run([{ file: docs, link }])
  const taken = (answer?.document as { readonly meta?: UploadedDocs } | undefined)?.meta
  if (!answer || !taken) throw answer ? refusal(answer) : new Fault('refused', 'the platform did not answer')
  for (const { path, message } of taken.warnings) progress.warn(`${visible(path)}: ${visible(message)}`)
  progress.clear()
  return docsLine(taken)
}

/** `meta` of the answer to an upload. */
interface UploadedDocs extends DocsCounts {
  readonly warnings: readonly { readonly path: string; readonly message: string }[]
}
