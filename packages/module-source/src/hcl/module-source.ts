import { setImmediate } from 'node:timers/promises'
import {
  isOfOneEngine,
  isOverrideFile,
  isQueryFile,
  isReadme,
  isSourceFile,
  placeOf,
  sourcesAmong,
} from '@engine/shared/module-files'
import { keptSentence, SourceRefused, type ReadModuleSource } from '../module-source.js'
import type { HclThreads } from './hcl-threads.js'
import { unfitForWindows } from '../windows-names.js'
import {
  describeModule,
  mostTold,
  type FileText,
  type ParsedFolder,
  type ParsedModule,
} from './module-description.js'
import { readFile } from './read-file.js'
import { storable } from './syntax.js'

const mostSource = 4 * 1024 ** 2
const mostDeclared = 20_000
const longestReadme = 512 * 1024
/** Limit of all READMEs together; those beyond it are left out. */
const mostReadme = 2 * 1024 ** 2

type Folder = Map<string, Buffer>

type Files = ReadonlyMap<string, Buffer>

/** The limit of all folders together was passed, so that no folder alone is to blame. */
class TooMuch extends SourceRefused {}

/** Reads modules by these threads. */
export function moduleSourceReader(threads: HclThreads): ReadModuleSource {
  return async (files, paths) => describeModule(await parseModule(threads, files, paths))
}

/**
 * Parses all files of a module, up to the first fault that refuses it: what is wrong before comes first. `paths` are those
 * of all files of its archive; without them it is not looked at whether called folders are there.
 */
export async function parseModule(
  threads: HclThreads,
  files: Files,
  paths?: Iterable<string> | undefined,
): Promise<ParsedModule> {
  const read = byFolder(files)
  checkSize(read)
  const called = [...read].filter(([path]) => !path.startsWith('examples/'))
  const isForOneEngine = called.some(([, folder]) => [...folder.keys()].some(isOfOneEngine))
  const parsed: ParsedFolder[] = []
  const unreadReadmes: string[] = []
  const unreadQueries: string[] = []
  // They may be asked for once only.
  const all = paths && [...paths]
  const unfit = all ? await unfitForWindows(all, mostTold) : []
  const common = { unreadReadmes, unreadQueries, unfit, places: all && foldersOf(all) }
  let readmes = 0
  let blocks = 0
  for (const [path, folder] of read) {
    const { text, unread } = readmeIn(folder)
    readmes += text.length
    const readme = readmes > mostReadme ? '' : text
    if (unread !== undefined) unreadReadmes.push(path === '' ? unread : `${path}/${unread}`)
    try {
      const count = (more: number) => checkCount((blocks += more))
      const files = await parseFolder(threads, path, folder, count)
      const queries = await parseQueries(threads, path, folder, { count, unread: unreadQueries })
      parsed.push({ path, readme, files: [...files, ...queries] })
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error
      parsed.push({ path, readme, files: [], fault: error.message })
      const isTooMuch = error instanceof TooMuch
      if (isTooMuch || !path.startsWith('examples/'))
        return { folders: parsed, isTooMuch, isForOneEngine, ...common }
    }
    // Other work runs between the folders.
    await setImmediate()
  }
  return { folders: parsed, isTooMuch: false, isForOneEngine, ...common }
}

/** The folders that files lie in, the root included. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set([''])
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      // Those above it are known as well.
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return folders
}

/** The root, and those with sources, by path. */
function byFolder(files: Files): Map<string, Folder> {
  const folders = new Map<string, Folder>([['', new Map()]])
  for (const path of [...files.keys()].sort()) {
    const place = placeOf(path)
    const bytes = files.get(path)
    if (!place || !bytes) continue
    const folder = folders.get(place.folder) ?? new Map<string, Buffer>()
    folders.set(place.folder, folder.set(place.name, bytes))
  }
  return new Map([...folders].filter(([path, folder]) => path === '' || hasSources(folder)).sort())
}

function hasSources(folder: Folder = new Map()): boolean {
  return [...folder.keys()].some(isSourceFile)
}

function checkSize(folders: ReadonlyMap<string, Folder>): void {
  let size = 0
  for (const folder of folders.values())
    for (const [name, bytes] of folder) if (isSourceFile(name) || isQueryFile(name)) size += bytes.length
  if (size > mostSource)
    throw new TooMuch(`the source files are together larger than ${mostSource / 1024 ** 2} MiB`)
}

/** More than a person can read; what is answered stays of a size that can be sent. */
function checkCount(blocks: number): void {
  if (blocks > mostDeclared)
    throw new TooMuch(`the module declares more than ${mostDeclared.toLocaleString('en')} things`)
}

/** Counts the blocks of each file before anything is made of them. */
async function parseFolder(
  threads: HclThreads,
  path: string,
  folder: Folder,
  count: (blocks: number) => void,
): Promise<FileText[]> {
  const parsed: FileText[] = []
  for (const name of sourcesAmong([...folder.keys()])) {
    const file = path === '' ? name : `${path}/${name}`
    const { json, count: blocks } = await readFile(threads, file, folder.get(name) ?? Buffer.alloc(0))
    count(blocks)
    parsed.push({ path: file, isOverride: isOverrideFile(name), json })
  }
  return parsed
}

interface Queries {
  readonly count: (blocks: number) => void
  /** Takes why one could not be read, which stops nothing: no engine reads it when it calls the module. */
  readonly unread: string[]
}

async function parseQueries(
  threads: HclThreads,
  path: string,
  folder: Folder,
  { count, unread }: Queries,
): Promise<FileText[]> {
  const parsed: FileText[] = []
  for (const name of [...folder.keys()].filter(isQueryFile)) {
    const file = path === '' ? name : `${path}/${name}`
    try {
      const { json, count: blocks } = await readFile(threads, file, folder.get(name) ?? Buffer.alloc(0))
      count(blocks)
      parsed.push({ path: file, isOverride: false, isQuery: true, json })
    } catch (error) {
      if (!(error instanceof SourceRefused) || error instanceof TooMuch) throw error
      unread.push(keptSentence(`the query file cannot be read: ${error.message}`))
    }
  }
  return parsed
}

interface Readme {
  readonly text: string
  /** The name of a file that is neither UTF-8 nor marked as UTF-16. */
  readonly unread?: string
}

function readmeIn(folder: Folder): Readme {
  const names = [...folder.keys()].filter(isReadme)
  const name = names.find((each) => /\.md$/i.test(each)) ?? names[0]
  const bytes = name === undefined ? undefined : folder.get(name)?.subarray(0, longestReadme)
  if (name === undefined || !bytes) return { text: '' }
  // As shells of Windows write what is sent to a file, with a mark at its start.
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  if (marked !== undefined) return { text: storable(new TextDecoder(marked).decode(bytes)) }
  const text = storable(new TextDecoder().decode(bytes))
  return isText(bytes) ? { text } : { text, unread: name }
}

/** The last character may be cut. */
function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
