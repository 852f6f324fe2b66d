import { isOfOneEngine } from '@engine/shared/module-files'
import { disputedBlocks, knownBlocks, queryBlocks, settingsBlocks } from '../given-names.js'
import { keptSentence, SourceRefused } from '../module-source.js'
import { valueOf, type Block, type BlockFault, type ParsedFile } from './syntax.js'

/** Throws what is wrong with the blocks of the files of a folder, with the file and the line. */
export function checkFiles(files: readonly ParsedFile[]): void {
  for (const file of files) {
    checkSettings(file)
    for (const fault of faultsIn(file))
      if (fault.kind === 'inner' || (fault.kind === 'missing' && !file.isOverride))
        throw new SourceRefused(located(file, fault))
  }
  const own = files.filter(({ isOverride }) => !isOverride)
  checkRequiredProviders(own)
  checkStorage(own)
  checkProviderMeta(own)
}

/**
 * Warnings about what no engine so far accepts, in files that all of them read, since a newer one may know
 * it; and about what only some accept. Pages begin a warning with a capital letter, so it does not begin with
 * the path.
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

/** A block of settings is known by its keyword, or by its contents where the keyword is that of another engine. */
const isSettings = ({ keyword, values }: Block): boolean =>
  settingsBlocks.has(keyword) ||
  values['required_version'] !== undefined ||
  values['required_providers'] !== undefined

function unknownBlocks({ blocks }: ParsedFile): BlockFault[] {
  return blocks
    .filter((block) => !knownBlocks.has(block.keyword) && !isSettings(block))
    .map(({ keyword, line }) => ({
      line,
      message: `there is a block ${JSON.stringify(keyword.slice(0, 100))}, which ${disputedBlocks.get(keyword) ?? 'engines refuse, unless a newer one knows it'}`,
      kind: 'unknown',
    }))
}

/**
 * Faults that the engine which reads query files finds in one; no engine reads them when it calls the module.
 */
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

/** Blocks with an unknown keyword have been read as settings, which they need not be. */
const faultsIn = ({ blocks }: ParsedFile): BlockFault[] =>
  blocks
    .filter(
      (block) => knownBlocks.has(block.keyword) || disputedBlocks.has(block.keyword) || isSettings(block),
    )
    .flatMap(({ faults = [] }) => faults)

const located = ({ path }: ParsedFile, { line, message }: BlockFault): string => `${path}:${line}: ${message}`

function checkSettings({ path, blocks }: ParsedFile): void {
  for (const { keyword, labels, line } of blocks)
    if (settingsBlocks.has(keyword) && labels.length > 0)
      throw new SourceRefused(
        `${path}:${line}: a ${keyword} block has no labels, this one has ${labels.length}: remove them`,
      )
}

/** A folder says once what it tells each provider. */
function checkProviderMeta(files: readonly ParsedFile[]): void {
  const found = new Map<string, string>()
  for (const { path, blocks } of files)
    for (const { line, values } of blocks)
      for (const name of JSON.parse(values['provider_meta'] ?? '[]') as string[]) {
        const at = `${path}:${line}`
        const known = found.get(name)
        if (known !== undefined)
          throw new SourceRefused(
            `${at}: provider_meta ${JSON.stringify(name)} is declared twice, first in the block at ${known}: make one of the two`,
          )
        found.set(name, at)
      }
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
      `${second.at}: a ${second.name} block cannot stand with the ${first.name} block at ${first.at}: keep one of the two`,
    )
}

function requiredIn(block: Block): unknown[] {
  return block.labels.length === 0 ? [valueOf(block, 'required_providers') ?? []].flat() : []
}
