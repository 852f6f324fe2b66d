import { isOfOneEngine } from '@engine/shared/module-files'
import { disputedBlocks, knownBlocks, queryBlocks } from '../given-names.js'
import { keptSentence, SourceRefused } from '../module-source.js'
import { valueOf, type Block, type BlockFault, type ParsedFile } from './syntax.js'

/** Throws what is wrong with the blocks of the files of a folder, with the file and the line. */
export function checkFiles(files: readonly ParsedFile[]): void {
  for (const file of files)
    for (const fault of faultsIn(file))
      if (fault.kind === 'inner' || (fault.kind === 'missing' && !file.isOverride))
        throw new SourceRefused(located(file, fault))
  const own = files.filter(({ isOverride }) => !isOverride)
  checkRequiredProviders(own)
  checkStorage(own)
}

/**
 * What no engine so far takes, in files that all of them read: a newer one may know it; and what only some take. Pages
 * begin a warning with a capital letter, so it does not begin with the path.
 */
export function unknownIn(files: readonly ParsedFile[]): string[] {
  return files.flatMap((file) => {
    const isOfAll = !isOfOneEngine(file.path.slice(file.path.lastIndexOf('/') + 1))
    if (file.isQuery) return queryFaults(file).map((fault) => keptSentence(`in ${located(file, fault)}`))
    return [...(isOfAll ? unknownBlocks(file) : []), ...faultsIn(file)]
      .filter(({ kind }) => kind === 'partly' || (kind === 'unknown' && isOfAll))
      .map((fault) => keptSentence(`in ${located(file, fault)}`))
  })
}

/** A block of settings is known by what it says: its keyword is the engine's own name. */
const isSettings = ({ values }: Block): boolean =>
  values['required_version'] !== undefined || values['required_providers'] !== undefined

function unknownBlocks({ blocks }: ParsedFile): BlockFault[] {
  return blocks
    .filter((block) => !knownBlocks.has(block.keyword) && !isSettings(block))
    .map(({ keyword, line }) => ({
      line,
      message: `there is a block ${JSON.stringify(keyword.slice(0, 100))}, which ${disputedBlocks.get(keyword) ?? 'engines refuse, unless a newer one knows it'}`,
      kind: 'unknown',
    }))
}

/** What the engine that reads query files refuses in one; none reads them when it calls the module. */
function queryFaults(file: ParsedFile): BlockFault[] {
  const found = new Map<string, number>()
  return file.blocks.flatMap((block): BlockFault[] => {
    const { keyword, labels, line } = block
    const told = (message: string): BlockFault[] => [{ line, message, kind: 'partly' }]
    if (!queryBlocks.has(keyword))
      return told(
        `there is a block ${JSON.stringify(keyword.slice(0, 100))}, which query files cannot have: move it`,
      )
    if (keyword !== 'list') return [...(block.faults ?? [])]
    const title = [keyword, ...labels.map((label) => JSON.stringify(label.slice(0, 100)))].join(' ')
    const known = found.get(labels.join('.'))
    found.set(labels.join('.'), line)
    if (known !== undefined) return told(`${title} is declared twice, first in line ${known}: rename one`)
    return block.values['provider'] === undefined
      ? told(`${title} has no provider: add provider = …`)
      : [...(block.faults ?? [])]
  })
}

const faultsIn = ({ blocks }: ParsedFile): BlockFault[] => blocks.flatMap(({ faults = [] }) => faults)

const located = ({ path }: ParsedFile, { line, message }: BlockFault): string => `${path}:${line}: ${message}`

/** A folder has one block of them, apart from override files. */
function checkRequiredProviders(files: readonly ParsedFile[]): void {
  const [first, second] = files.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) => requiredIn(block).map(() => `${path}:${block.line}`)),
  )
  if (second !== undefined)
    throw new SourceRefused(
      `${second}: required_providers is declared twice, first in the block at ${first}: make one of the two`,
    )
}

/** A folder says once at most where its states are, though a module that is called need not. */
function checkStorage(files: readonly ParsedFile[]): void {
  const [first, second] = files.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) =>
      (JSON.parse(block.values['storage'] ?? '[]') as string[]).map((name) => ({
        name,
        at: `${path}:${block.line}`,
      })),
    ),
  )
  if (first && second)
    throw new SourceRefused(
      `${second.at}: there is a ${second.name} block beside the ${first.name} block at ${first.at}: keep one of the two`,
    )
}

function requiredIn(block: Block): unknown[] {
  return block.labels.length === 0 ? [valueOf(block, 'required_providers') ?? []].flat() : []
}
