import { keptSentence } from '../module-source.js'
import { isComputed, textOf, type ParsedFile } from './syntax.js'

interface Called {
  readonly source: string
  readonly isComputed: boolean
  readonly at: string
}

/** The source of a call by its label, and where it is written: an override file replaces what the others say. */
function sourcesIn(files: readonly ParsedFile[]): Map<string, Called> {
  const found = new Map<string, Called>()
  for (const isOverride of [false, true])
    for (const file of files)
      for (const block of file.isOverride === isOverride ? file.blocks : []) {
        const source = block.keyword === 'module' ? textOf(block, 'source') : ''
        const called = { source, isComputed: isComputed(block), at: `${file.path}:${block.line}` }
        if (source !== '') found.set(block.labels[0] ?? '', called)
      }
  return found
}

/**
 * Names the first call of a folder's files that no engine follows: to a folder that is not among `places`, which are those
 * of the archive, or to what is no address. Undefined where there is none. Sources that are computed are passed over.
 */
export function deadCallIn(
  path: string,
  files: readonly ParsedFile[],
  places: ReadonlySet<string>,
): string | undefined {
  for (const [name, { source, at, ...called }] of sourcesIn(files)) {
    if (called.isComputed) continue
    const title = `${at}: module ${JSON.stringify(name)}`
    if (/^\.\.?(\/|$)/.test(source)) {
      const place = placeOf(path, source)
      if (place !== undefined && places.has(place)) continue
      const why = place === undefined ? 'leads out of the archive' : 'is not in the archive'
      return keptSentence(
        `${title} calls the folder ${JSON.stringify(source)}, which ${why}: include it, or correct the source`,
      )
    }
    // One of a registry has three parts at least; each other one has a host or a scheme.
    if (/^[\w-]+(?:\/[\w-]+)?$/.test(source))
      return keptSentence(
        `${title} has the source ${JSON.stringify(source)}, which is no address: one of a folder begins with ./, one of a registry is namespace/name/provider`,
      )
  }
  return undefined
}

/** The folder that a source leads to from another; undefined for one that leads out. */
function placeOf(path: string, source: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  for (const part of source.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
