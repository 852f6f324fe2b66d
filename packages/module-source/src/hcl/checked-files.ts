import { isOfOneEngine } from '@engine/shared/module-files'
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
 * What no engine so far takes, in files that all of them read: a newer one may know it. Pages begin a warning with a capital
 * letter, so it does not begin with the path.
 */
export function unknownIn(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => !isOfOneEngine(path.slice(path.lastIndexOf('/') + 1)))
    .flatMap((file) =>
      faultsIn(file)
        .filter(({ kind }) => kind === 'unknown')
        .map((fault) => keptSentence(`in ${located(file, fault)}`)),
    )
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
