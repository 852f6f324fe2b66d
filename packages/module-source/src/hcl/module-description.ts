import { endingOfOneEngine } from '@engine/shared/module-files'
import { engineConstraintsOf, requirementsText } from '../module-documents.js'
import { keptSentence, SourceRefused, type ModulePart, type ModuleSource } from '../module-source.js'
import { deadCallIn } from './called-folders.js'
import { unknownIn } from './checked-files.js'
import { declarationsIn, type Declared } from './declarations.js'
import type { ParsedFile } from './syntax.js'

/** Limit in bytes: what the versions of a module require is read for all of them at once. */
const mostRequired = 256 * 1024

/** Limit of the warnings of each kind. */
export const mostTold = 10

const ofOneEngine = `it has sources in .${endingOfOneEngine} files, which not every engine reads`

const ofOtherEncoding = (path: string): string =>
  keptSentence(`the characters of ${path} are not UTF-8, so that some are shown wrongly: save it as UTF-8`)

/** One parsed file, its blocks still as JSON text. */
export interface FileText extends Omit<ParsedFile, 'blocks'> {
  readonly json: string
}

/** One folder of a module. */
export interface ParsedFolder {
  readonly path: string
  readonly readme: string
  readonly files: readonly FileText[]
  /** Reason why its files could not be parsed. */
  readonly fault?: string
}

/** The files of a module, parsed. It can be sent to a thread, since making values of them takes long. */
export interface ParsedModule {
  /** Folders by path. The first fault that refuses the module ends the list. */
  readonly folders: readonly ParsedFolder[]
  /** True if a fault refuses the module in an example as well. */
  readonly isTooMuch: boolean
  readonly isForOneEngine: boolean
  /** Reasons why query files could not be parsed, in sentences. */
  readonly unreadQueries: readonly string[]
  /** The paths of READMEs in an encoding that is not known. */
  readonly unreadReadmes: readonly string[]
  /** Reasons why a system cannot have files of the archive, in sentences. */
  readonly unfit: readonly string[]
  /** All folders of the archive; undefined where they are not known. */
  readonly places: ReadonlySet<string> | undefined
}

/** Makes of the parsed files what the module declares. Throws `SourceRefused`. */
export function describeModule(module: ParsedModule): ModuleSource {
  const { folders, isTooMuch, isForOneEngine, unreadReadmes, unreadQueries, unfit, places } = module
  const parts: ModulePart[] = []
  const unreadable: string[] = []
  const unknown: string[] = []
  for (const folder of folders) {
    const { path, readme } = folder
    const read = () => declaredIn(folder, places, unknown)
    const isExample = path.startsWith('examples/') && !(isTooMuch && folder === folders.at(-1))
    parts.push({ path, readme, ...(isExample ? orUnreadable(read, unreadable) : read()) })
  }
  const below = (prefix: string) => parts.filter(({ path }) => path.startsWith(prefix))
  const root = parts.find(({ path }) => path === '')
  const submodules = below('modules/')
  if (!root || (folders[0]?.files.every(({ isQuery }) => isQuery) && submodules.length === 0))
    throw new SourceRefused('the module has no sources at its root, nor right in a folder of modules/')
  const warnings = [
    ...(isForOneEngine ? [ofOneEngine] : []),
    ...unreadable.slice(0, mostTold),
    ...unknown.slice(0, mostTold),
    ...unreadQueries.slice(0, mostTold),
    ...unreadReadmes.slice(0, mostTold).map(ofOtherEncoding),
    ...unfit,
  ]
  const source = { root, submodules, examples: below('examples/'), warnings }
  checkRequired(source)
  return source
}

function declaredIn(
  { path, files, fault }: ParsedFolder,
  places: ParsedModule['places'],
  unknown: string[],
): Declared {
  if (fault !== undefined) throw new SourceRefused(fault)
  const parsed = files.map(({ json, ...file }) => ({ ...file, blocks: JSON.parse(json) }) as ParsedFile)
  unknown.push(...unknownIn(parsed))
  const declared = declarationsIn(parsed)
  const dead = places && deadCallIn(path, parsed, places)
  if (dead === undefined) return declared
  // The engine never reads an example when the module is called, and what it declares is known all the same.
  if (!path.startsWith('examples/')) throw new SourceRefused(dead)
  unknown.push(keptSentence(`in ${dead}`))
  return declared
}

/** The engine never reads an example when the module is called, so that its faults do not stop a publication. */
function orUnreadable(read: () => Declared, unreadable: string[]): Declared {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
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
