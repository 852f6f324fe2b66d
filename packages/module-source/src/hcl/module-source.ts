import { setImmediate } from 'node:timers/promises'
import {
  endingOfOneEngine,
  isOfOneEngine,
  isOverrideFile,
  isReadme,
  isSourceFile,
  placeOf,
  sourcesAmong,
} from '@engine/shared/module-files'
import { engineConstraintsOf, requirementsText } from '../module-documents.js'
import { SourceRefused, type ModulePart, type ModuleSource, type ReadModuleSource } from '../module-source.js'
import { unknownIn } from './checked-files.js'
import { declarationsIn, type Declared } from './declarations.js'
import type { HclThreads } from './hcl-threads.js'
import { readFile } from './read-file.js'
import { storable, type ParsedFile } from './syntax.js'

const mostSource = 4 * 1024 ** 2
const mostDeclared = 20_000
const longestReadme = 512 * 1024
/** Of all READMEs together; those beyond are left out. */
const mostReadme = 2 * 1024 ** 2

/** In bytes: what the versions of a module require is read for all of them at once. */
const mostRequired = 256 * 1024

/** Of each kind of warning. */
const mostTold = 10

const ofOneEngine = `it has sources in .${endingOfOneEngine} files, which not every engine reads`

type Folder = Map<string, Buffer>

/** Of all folders together, so that no folder alone is to blame. */
class TooMuch extends SourceRefused {}

/** Reads modules by these threads. */
export function moduleSourceReader(threads: HclThreads): ReadModuleSource {
  return async (files) => {
    const folders = byFolder(files)
    checkSize(folders)
    const parts: ModulePart[] = []
    const unreadable: string[] = []
    const unknown: string[] = []
    let readmes = 0
    let blocks = 0
    for (const [path, folder] of folders) {
      const readme = readmeIn(folder)
      readmes += readme.length
      const read = async () => {
        const parsed = await readPart(threads, path, folder, (more) => checkCount((blocks += more)))
        unknown.push(...unknownIn(parsed))
        return declarationsIn(parsed)
      }
      const declared = await (path.startsWith('examples/') ? orUnreadable(read, unreadable) : read())
      parts.push({ path, readme: readmes > mostReadme ? '' : readme, ...declared })
      // Other work runs between the parts.
      await setImmediate()
    }
    const below = (prefix: string) => parts.filter(({ path }) => path.startsWith(prefix))
    const root = parts.find(({ path }) => path === '')
    const submodules = below('modules/')
    if (!root || (!hasSources(folders.get('')) && submodules.length === 0))
      throw new SourceRefused('the module has no sources at its root, nor right in a folder of modules/')
    const called = [...folders].filter(([path]) => !path.startsWith('examples/'))
    const isForOneEngine = called.some(([, folder]) => [...folder.keys()].some(isOfOneEngine))
    const warnings = [
      ...(isForOneEngine ? [ofOneEngine] : []),
      ...unreadable.slice(0, mostTold),
      ...unknown.slice(0, mostTold),
    ]
    const source = { root, submodules, examples: below('examples/'), warnings }
    checkRequired(source)
    return source
  }
}

/** The root, and those with sources, by path. */
function byFolder(files: ReadonlyMap<string, Buffer>): Map<string, Folder> {
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

/** The engine never reads an example when the module is called, so that its faults do not stop a publication. */
async function orUnreadable(read: () => Promise<Declared>, unreadable: string[]): Promise<Declared> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof TooMuch) throw error
    unreadable.push(`the example cannot be read: ${error.message}`)
    return { ...declarationsIn([]), fault: error.message }
  }
}

function checkRequired(source: ModuleSource): void {
  const text = requirementsText(source) + JSON.stringify(engineConstraintsOf(source))
  if (Buffer.byteLength(text) > mostRequired)
    throw new SourceRefused(
      `what the module requires of the engine, of providers and of other modules takes more than ${mostRequired / 1024} KiB`,
    )
}

function checkSize(folders: ReadonlyMap<string, Folder>): void {
  let size = 0
  for (const folder of folders.values())
    for (const [name, bytes] of folder) if (isSourceFile(name)) size += bytes.length
  if (size > mostSource)
    throw new TooMuch(`the source files are together larger than ${mostSource / 1024 ** 2} MiB`)
}

/** More than a person can read; what is answered stays of a size that can be sent. */
function checkCount(blocks: number): void {
  if (blocks > mostDeclared)
    throw new TooMuch(`the module declares more than ${mostDeclared.toLocaleString('en')} things`)
}

/** Counts the blocks of each file before anything is made of them. */
async function readPart(
  threads: HclThreads,
  path: string,
  folder: Folder,
  count: (blocks: number) => void,
): Promise<ParsedFile[]> {
  const parsed: ParsedFile[] = []
  for (const name of sourcesAmong([...folder.keys()])) {
    const file = path === '' ? name : `${path}/${name}`
    const blocks = await readFile(threads, file, folder.get(name) ?? Buffer.alloc(0))
    count(blocks.length)
    parsed.push({ path: file, isOverride: isOverrideFile(name), blocks })
  }
  return parsed
}

function readmeIn(folder: Folder): string {
  const names = [...folder.keys()].filter(isReadme)
  const name = names.find((each) => /\.md$/i.test(each)) ?? names[0]
  const bytes = name === undefined ? undefined : folder.get(name)
  return bytes ? storable(new TextDecoder().decode(bytes.subarray(0, longestReadme))) : ''
}
