import { isOfOneEngine } from '@engine/shared/module-files'
import { knownBlocks } from '../given-names.js'
import { keptSentence, SourceRefused } from '../module-source.js'
import { valueOf, type Block, type BlockFault, type ParsedFile } from './syntax.js'

/** Throws what is wrong with the blocks of the files of a folder, with the file and the line. */
export function checkFiles(files: readonly ParsedFile[]): void {
  for (const file of files)
    for (const fault of faultsIn(file))
      if (fault.kind === 'inner' || (fault.kind === 'missing' && !file.isOverride))
        throw new SourceRefused(located(file, fault))
  checkRequiredProviders(files.filter(({ isOverride }) => !isOverride))
}

/**
 * What no engine so far takes, in files that all of them read: a newer one may know it; and what only some take. Pages
 * begin a warning with a capital letter, so it does not begin with the path.
 */
export function unknownIn(files: readonly ParsedFile[]): string[] {
  return files.flatMap((file) => {
    const isOfAll = !isOfOneEngine(file.path.slice(file.path.lastIndexOf('/') + 1))
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
      message: `there is a block ${JSON.stringify(keyword.slice(0, 100))}, which engines refuse, unless a newer one knows it`,
      kind: 'unknown',
    }))
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

function requiredIn(block: Block): unknown[] {
  return block.labels.length === 0 ? [valueOf(block, 'required_providers') ?? []].flat() : []
}
