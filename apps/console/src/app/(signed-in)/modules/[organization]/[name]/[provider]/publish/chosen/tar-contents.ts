import { isModuleSource } from '@engine/shared/module-files'
import { createTarDecoder } from 'modern-tar'
import type { FileToPublish, Sized } from './found'
import { Unusable } from './unusable'

/**
 * Returns the entries of a gzip tar, with the contents of the files that declare its interface. Throws
 * `Unusable`.
 */
export async function tarContents(archive: Blob, name: string) {
  const files: FileToPublish[] = []
  const sources: Sized[] = []
  let hasLinks = false
  try {
    const tar = archive.stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(createTarDecoder())
    const entries = tar.getReader()
    for (let next = await entries.read(); !next.done; next = await entries.read()) {
      const { header, body } = next.value
      const path = header.name
        .split('/')
        .filter((part) => part !== '' && part !== '.')
        .join('/')
      hasLinks ||= header.type === 'symlink' || header.type === 'link'
      if (header.type === 'file') files.push({ path, size: header.size })
      if (header.type === 'file' && isModuleSource(path)) {
        const contents = await new Response(body).blob()
        sources.push({ path, size: contents.size, open: async () => contents })
      } else await body.cancel()
    }
  } catch {
    throw new Unusable(`${name} cannot be read as a gzip tar. Make it again, or choose the folder.`)
  }
  return { files, hasLinks, sources }
}
