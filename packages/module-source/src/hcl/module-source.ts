import { setImmediate } from 'node:timers/promises'
import {
  isReadme,
  isSourceFile,
  placeOf,
  SourceRefused,
  type ModulePart,
  type ReadModuleSource,
} from '../module-source.js'
import { declarationsIn } from './declarations.js'
import type { HclThreads } from './hcl-threads.js'
import { readFile } from './read-file.js'
import { storable, type ParsedFile } from './syntax.js'

const mostSource = 4 * 1024 ** 2
const mostDeclared = 20_000
const longestReadme = 256 * 1024
/** Of all READMEs together; those beyond are left out. */
const mostReadme = 2 * 1024 ** 2

type Folder = Map<string, Buffer>

/** Reads modules by these threads. */
export function moduleSourceReader(threads: HclThreads): ReadModuleSource {
  return async (files) => {
    const folders = byFolder(files)
    checkSize(folders)
    const parts: ModulePart[] = []
    let readmes = 0
    let blocks = 0
    for (const [path, folder] of folders) {
      const readme = readmeIn(folder)
      readmes += readme.length
      const parsed = await readPart(threads, path, folder, (more) => checkCount((blocks += more)))
      parts.push({ path, readme: readmes > mostReadme ? '' : readme, ...declarationsIn(parsed) })
      // Other work runs between the parts.
      await setImmediate()
    }
    const below = (prefix: string) => parts.filter(({ path }) => path.startsWith(prefix))
    const root = parts.find(({ path }) => path === '')
    if (!root) throw new SourceRefused('the module has no sources at its root')
    return { root, submodules: below('modules/'), examples: below('examples/') }
  }
}

/** Only those with sources, by path. */
function byFolder(files: ReadonlyMap<string, Buffer>): Map<string, Folder> {
  const folders = new Map<string, Folder>()
  for (const path of [...files.keys()].sort()) {
    const place = placeOf(path)
    const bytes = files.get(path)
    if (!place || !bytes) continue
    const folder = folders.get(place.folder) ?? new Map<string, Buffer>()
    folders.set(place.folder, folder.set(place.name, bytes))
  }
  return new Map([...folders].filter(([, folder]) => [...folder.keys()].some(isSourceFile)).sort())
}

function checkSize(folders: ReadonlyMap<string, Folder>): void {
  let size = 0
  for (const folder of folders.values())
    for (const [name, bytes] of folder) if (isSourceFile(name)) size += bytes.length
  if (size > mostSource)
    throw new SourceRefused(`the source files are together larger than ${mostSource / 1024 ** 2} MiB`)
}

/** More than a person can read; what is answered stays of a size that can be sent. */
function checkCount(blocks: number): void {
  if (blocks > mostDeclared)
    throw new SourceRefused(`the module declares more than ${mostDeclared.toLocaleString('en')} things`)
}

/** Counts the blocks of each file before anything is made of them. */
async function readPart(
  threads: HclThreads,
  path: string,
  folder: Folder,
  count: (blocks: number) => void,
): Promise<ParsedFile[]> {
  const parsed: ParsedFile[] = []
  for (const [name, bytes] of folder) {
    if (!isSourceFile(name)) continue
    const file = path === '' ? name : `${path}/${name}`
    const isOverride = /^(.*_)?override\.tf(\.json)?$/.test(name)
    const blocks = await readFile(threads, file, bytes)
    count(blocks.length)
    parsed.push({ path: file, isOverride, blocks })
  }
  return parsed
}

function readmeIn(folder: Folder): string {
  const names = [...folder.keys()].filter(isReadme)
  const name = names.find((each) => /\.md$/i.test(each)) ?? names[0]
  const bytes = name === undefined ? undefined : folder.get(name)
  return bytes ? storable(new TextDecoder().decode(bytes.subarray(0, longestReadme))) : ''
}
