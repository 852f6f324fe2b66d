import {
  cliIgnoreFile,
  isModuleSource,
  isReadme,
  isSourceFile,
  mostEntries,
  mostUnpacked,
  placeOf,
  sourceEndings,
  sourcesAmong,
  wrappingFolder,
} from '@engine/shared/module-files'
import {
  broughtBack,
  holdsPrivateKey,
  ignoreFile,
  longestKey,
  mayBeKey,
  publishedFiles,
} from '@engine/shared/published-files'
import type { PickedFiles } from '~/ui/file-drop'
import { count, shortened } from '~/ui/text'
import { type Declared, declaredIn } from './declared'
import type { FileToPublish, Found, Sized } from './found'
import { packed } from './packed'
import { tarContents } from './tar-contents'
import { Unusable } from './unusable'
import { zipContents } from './zip-contents'

export type ChosenModule = {
  name: string
  /** Files in the order of the archive. */
  files: readonly FileToPublish[]
  /** Number of files in the folder or zip that are not published. */
  leftOut: number
  /** Counted by a pattern; the platform reads it in earnest. */
  declared: Declared
  hasReadme: boolean
  submodules: readonly string[]
  examples: readonly string[]
  /** A gzip tar. */
  archive: Blob
  /** A gzip tar of what declares its interface alone. */
  packSources: (signal: AbortSignal) => Promise<Blob>
}

type Options = {
  signal: AbortSignal
  /** Gets how much is packed, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Reads what was chosen as a module, and packs what of it is published; what is a gzip tar already stays as it is.
 * Throws `Unusable` for what no platform would take.
 */
export async function chosenModule(given: PickedFiles, options: Options): Promise<ChosenModule> {
  const name = shortened(given.name, 60)
  const file = given.files.length === 1 ? await given.files[0]?.open() : undefined
  const kind = file && (await kindOf(file))
  if (kind === 'tar')
    throw new Unusable(`${name} is a tar without compression. Compress it with gzip, or choose the folder.`)
  return file && kind === 'gzip'
    ? chosenTar(name, file)
    : chosenFiles(name, file && kind === 'zip' ? await zipContents(file, name) : given.files, options)
}

async function chosenTar(name: string, archive: Blob): Promise<ChosenModule> {
  const { files, sources, hasLinks } = await tarContents(archive, name)
  checkSize(name, files)
  // What links lead to may be sources as well.
  if (!hasLinks) checkSources(name, files)
  return {
    ...factsOf(name, files),
    declared: declaredIn(await textsAtRoot(sources)),
    leftOut: 0,
    archive,
    packSources: hasLinks ? async () => archive : packing(sources),
  }
}

async function chosenFiles(
  name: string,
  given: readonly Found[],
  { signal, onProgress }: Options,
): Promise<ChosenModule> {
  const found = unwrapped(given)
  const kept = await published(found)
  if (kept.length === 0) throw new Unusable(`There is nothing in ${name} to publish.`)
  checkCount(name, kept)
  const files = await inParts(
    kept.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    sized,
  )
  checkSize(name, files)
  checkSources(name, files)
  const archive = await packed(files, signal, onProgress)
  return {
    ...factsOf(name, files),
    declared: declaredIn(await textsAtRoot(files)),
    leftOut: found.length - files.length,
    archive,
    packSources: packing(files.filter(({ path }) => isModuleSource(path))),
  }
}

const packing = (sources: readonly Sized[]) => (signal: AbortSignal) =>
  packed(sources, signal, () => undefined)

async function kindOf(file: Blob): Promise<'zip' | 'gzip' | 'tar' | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 262).arrayBuffer())
  const has = (text: string, at = 0) =>
    [...text].every((each, index) => each.charCodeAt(0) === bytes[at + index])
  if (has('PK')) return 'zip'
  if (has('\x1f\x8b')) return 'gzip'
  return has('ustar', 257) ? 'tar' : undefined
}

/** Returns the files without the single folder that zips have around everything. */
function unwrapped(files: readonly Found[]): readonly Found[] {
  if (files.some(({ path }) => isModuleSource(path))) return files
  const wrapping = wrappingFolder(files.map(({ path }) => path).filter(publishedFiles('')))
  const within = (path: string) => path.slice((wrapping ?? '').length + 1)
  const inside = files.filter(({ path }) => path.startsWith(`${wrapping}/`))
  return inside.some(({ path }) => isModuleSource(within(path)))
    ? inside.map((file) => ({ ...file, path: within(file.path) }))
    : files
}

/** Number of files that are read before the page may draw again. */
const atOnce = 100

async function inParts<Item, Outcome>(
  items: readonly Item[],
  look: (item: Item) => Outcome | Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let done = 0; done < items.length; done += atOnce) {
    outcomes.push(...(await Promise.all(items.slice(done, done + atOnce).map(look))))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return outcomes
}

async function published(files: readonly Found[]): Promise<Found[]> {
  const textOf = async (name: string) => (await files.find(({ path }) => path === name)?.open())?.text()
  const own = await textOf(ignoreFile)
  const isPublished = publishedFiles(own, await textOf(cliIgnoreFile))
  const isWanted = broughtBack(own)
  const judged = await inParts(
    files,
    async (file) => isPublished(file.path) && (isWanted(file.path) || !(await isKey(file))),
  )
  return files.filter((_, index) => judged[index])
}

/** A private key by its contents: its name may be that of a certificate. */
async function isKey({ path, open }: Found): Promise<boolean> {
  return mayBeKey(path) && holdsPrivateKey(await (await open()).slice(0, longestKey).text())
}

/** A browser asks the disk for the size of each. */
async function sized({ size, ...file }: Found) {
  if (size !== undefined) return { ...file, size }
  const opened = await file.open()
  return { ...file, size: opened.size, open: async () => opened }
}

const atRoot = (path: string): boolean => !path.includes('/')

/** The texts of the sources at the root, by name. */
async function textsAtRoot(files: readonly Found[]): Promise<Map<string, string>> {
  const names = new Set(sourcesAmong(files.map(({ path }) => path).filter(atRoot)))
  const texts = new Map<string, string>()
  for (const { path, open } of files) if (names.has(path)) texts.set(path, await (await open()).text())
  return texts
}

function factsOf(name: string, files: readonly FileToPublish[]) {
  const folders = new Set(
    files.flatMap(({ path }) => {
      const place = placeOf(path)
      return place && isSourceFile(place.name) ? place.folder : []
    }),
  )
  const below = (folder: string) => [...folders].filter((path) => path.startsWith(folder)).sort()
  return {
    name,
    files,
    hasReadme: files.some(({ path }) => isReadme(path)),
    submodules: below('modules/'),
    examples: below('examples/'),
  }
}

function checkCount(name: string, files: readonly unknown[]): void {
  if (files.length > mostEntries) throw tooMuch(name, `more than ${count(mostEntries, 'file')}`)
}

function checkSize(name: string, files: readonly FileToPublish[]): void {
  checkCount(name, files)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > mostUnpacked) throw tooMuch(name, `more than ${mostUnpacked / 1024 ** 3} GiB`)
}

const tooMuch = (name: string, what: string) =>
  new Unusable(
    `${name} holds ${what}, too much for a module. Choose the module's own folder, or name in ${ignoreFile} what to leave out.`,
  )

function checkSources(name: string, files: readonly FileToPublish[]): void {
  const paths = files.map(({ path }) => path)
  if (paths.some(isModuleSource)) return
  const wrapping = wrappingFolder(paths)
  throw new Unusable(
    wrapping !== undefined && paths.some((path) => isModuleSource(path.slice(wrapping.length + 1)))
      ? `Everything in ${name} is in the folder ${wrapping}, and the module must be at the root. Choose that folder itself.`
      : `${name} has no ${sourceEndings} file at its root, nor right in a folder of modules/. Choose the folder that has them.`,
  )
}
