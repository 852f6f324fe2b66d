import { BlobReader, BlobWriter, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { Found } from './found'
import { Unusable } from './unusable'

/** The files of a zip; their contents are unpacked when they are opened. Throws `Unusable`. */
export async function zipContents(zip: Blob, name: string): Promise<Found[]> {
  const entries = await new ZipReader(new BlobReader(zip), { useWebWorkers: false })
    .getEntries()
    .catch(() => {
      throw new Unusable(`${name} cannot be read as a zip. Make it again, or choose the folder.`)
    })
  const link = entries.find(({ symlink }) => symlink)
  if (link)
    throw new Unusable(
      `${name} holds the link ${link.filename}. Put what it leads to in its place, or choose the folder.`,
    )
  if (entries.some(({ encrypted }) => encrypted))
    throw new Unusable(`${name} is encrypted. Make it without a password, or choose the folder.`)
  return entries
    .filter((entry): entry is FileEntry => !entry.directory)
    .map((entry) => ({
      path: entry.filename,
      size: entry.uncompressedSize,
      canRun: entry.executable,
      open: () => entry.getData(new BlobWriter()),
    }))
}
