import { isOfOneEngine, SourceRefused } from '../module-source.js'
import { valueOf, type Block, type ParsedFile } from './syntax.js'

/** Throws what is wrong with the blocks of the files of a folder, with the file and the line. */
export function checkFiles(files: readonly ParsedFile[]): void {
  for (const file of files) checkFaults(file)
  checkRequiredProviders(files.filter(({ isOverride }) => !isOverride))
}

function checkFaults({ path, isOverride, blocks }: ParsedFile): void {
  const isOneEngines = isOfOneEngine(path.slice(path.lastIndexOf('/') + 1))
  for (const { line, message, fineIn } of blocks.flatMap(({ faults = [] }) => faults))
    if (!(isOverride && fineIn === 'overrides') && !(isOneEngines && fineIn === 'one engine'))
      throw new SourceRefused(`${path}:${line}: ${message}`)
}

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
