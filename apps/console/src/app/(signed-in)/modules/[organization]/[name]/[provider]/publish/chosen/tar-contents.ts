import { isSourceFile, sourcesAmong } from '@engine/shared/module-files'
import { createTarDecoder } from 'modern-tar'
import type { FileToPublish } from './found'
import { Unusable } from './unusable'

/** What a gzip tar holds, with the texts of the sources at its root, by name. Throws `Unusable`. */
export async function tarContents(archive: Blob, name: string) {
  const files: FileToPublish[] = []
  const texts = new Map<string, string>()
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
      if (header.type === 'file' && !path.includes('/') && isSourceFile(path))
        texts.set(path, await new Response(body).text())
      else await body.cancel()
    }
  } catch {
    throw new Unusable(`${name} cannot be read as a gzip tar. Make it again, or choose the folder.`)
  }
  const names = new Set(sourcesAmong([...texts.keys()]))
  return { files, hasLinks, sources: new Map([...texts].filter(([path]) => names.has(path))) }
}
