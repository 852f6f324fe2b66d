import { SourceRefused } from '../module-source.js'
import { checkFiles } from './checked-files.js'
import { expressionText, valueOf, type Block, type ParsedFile } from './syntax.js'

/** Blocks that a folder may declare once. */
const declaring = new Set([
  ...['variable', 'output', 'module', 'resource', 'data', 'ephemeral', 'action', 'list', 'check'],
])

/** Blocks that an override file may not have. */
const notOverridden = new Set(['check', 'moved', 'removed', 'import'])

interface Placed extends Block {
  readonly path: string
}

/**
 * Merges what the files of a folder declare, sorted by labels, as the engine sees it: nothing twice, and
 * override files, which come last, change arguments of what the others declare. Throws `SourceRefused` with
 * the file and the line.
 */
export function mergedBlocks(files: readonly ParsedFile[]): Block[] {
  checkFiles(files)
  checkLocals(files)
  checkProviders(files)
  const found = new Map<string, Placed>()
  for (const { path, isOverride, blocks } of files)
    for (const block of blocks) {
      if (isOverride && notOverridden.has(block.keyword))
        throw new SourceRefused(
          `${path}:${block.line}: an override file cannot have ${titleOf(block)}: put it into another file`,
        )
      if (!declaring.has(block.keyword)) continue
      const key = keyOf(block)
      const known = found.get(key)
      if (known && !isOverride)
        throw new SourceRefused(
          `${path}:${block.line}: ${titleOf(block)} is declared twice, first at ${known.path}:${known.line}`,
        )
      if (!known && isOverride)
        throw new SourceRefused(
          `${path}:${block.line}: ${titleOf(block)} cannot be overridden, since no other file declares it`,
        )
      found.set(key, {
        ...block,
        ...known,
        path: known?.path ?? path,
        values: { ...known?.values, ...block.values },
      })
    }
  for (const block of found.values()) {
    checkCall(block)
    checkImplied(block)
  }
  return [...found]
    .map(([key, block]) => ({ bytes: Buffer.from(key), block }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ block }) => block)
}

/** Checks the type of a block whose provider nothing names: it begins with the name of that provider. */
function checkImplied(block: Placed): void {
  if (!['resource', 'data', 'ephemeral'].includes(block.keyword)) return
  const [type = ''] = block.labels
  const [implied = ''] = type.split('_')
  if (valueOf(block, 'provider') === undefined && /^$|^-|--|-$/.test(implied))
    throw new SourceRefused(
      `${block.path}:${block.line}: ${titleOf(block)} has a type that begins with no name of a provider: correct the type`,
    )
}

/** Checks a call: only what comes from a registry has versions. */
function checkCall(block: Placed): void {
  if (block.keyword !== 'module') return
  const [source, version] = ['source', 'version'].map((name) => valueOf(block, name))
  if (typeof source === 'string' && typeof version === 'string' && /^\.\.?\//.test(source))
    throw new SourceRefused(
      `${block.path}:${block.line}: ${titleOf(block)} has a version, but its source is a folder: remove the version`,
    )
}

/** The engine takes no name of a local value twice either. */
function checkLocals(files: readonly ParsedFile[]): void {
  const found = new Map<string, string>()
  for (const { path, isOverride, blocks } of files)
    for (const { keyword, line, values } of blocks) {
      if (keyword !== 'locals') continue
      for (const name of JSON.parse(values['names'] ?? '[]') as string[]) {
        const known = found.get(name)
        if (isOverride) {
          if (known !== undefined) continue
          throw new SourceRefused(
            `${path}:${line}: the local value ${JSON.stringify(name)} cannot be overridden, since no other file declares it`,
          )
        }
        if (known !== undefined)
          throw new SourceRefused(
            `${path}:${line}: the local value ${JSON.stringify(name)} is declared twice, first in the block at ${known}`,
          )
        found.set(name, `${path}:${line}`)
      }
    }
}

/** A folder has one configuration of a provider without an alias, and one of each alias. */
function checkProviders(files: readonly ParsedFile[]): void {
  const found = new Map<string, string>()
  for (const { path, isOverride, blocks } of files)
    for (const block of blocks) {
      if (block.keyword !== 'provider') continue
      const alias = expressionText(valueOf(block, 'alias')).replace(/^"(.*)"$/, '$1')
      const title = `${titleOf(block)} ${alias === '' ? 'without an alias' : `with the alias ${JSON.stringify(alias)}`}`
      const key = keyOf({ ...block, labels: [...block.labels, alias] })
      const known = found.get(key)
      if (isOverride) {
        if (known !== undefined || alias === '') continue
        throw new SourceRefused(
          `${path}:${block.line}: ${title} cannot be overridden, since no other file declares it`,
        )
      }
      if (known !== undefined)
        throw new SourceRefused(
          `${path}:${block.line}: ${title} is declared twice, first at ${known}: remove one, or give it another alias`,
        )
      found.set(key, `${path}:${block.line}`)
    }
}

function keyOf({ keyword, labels }: Block): string {
  return [keyword, ...labels].join('\u0000')
}

function titleOf({ keyword, labels }: Block): string {
  return [keyword, ...labels.map((label) => JSON.stringify(label))].join(' ')
}
