/** Limit of the entries of a module: files, folders and links together. */
export const mostEntries = 10_000

/** Limit of their size together, in bytes. */
export const mostUnpacked = 1024 ** 3

// The names that the engines themselves give to sources, and that no setting changes.

/** Endings of the names of source files, in words. */
export const sourceEndings = '.tf, .tf.json, .tofu or .tofu.json'

/** The name of a source file: before its ending, the engine that reads it, and whether it is JSON. */
const sourceName = /^([^.].*)\.(tf|tofu)(\.json)?$/

/** The ending of those that not every engine reads. */
export const endingOfOneEngine = 'tofu'

/** File in the folder of a module that says what the CLI leaves out of an upload, by the CLI's rules. */
export const cliIgnoreFile = '.terraformignore'

/** Engines look for files of these names, and pass over hidden ones. */
export function isSourceFile(name: string): boolean {
  return sourceName.test(name)
}

/** Tells whether a file changes what the other files of its folder declare. */
export function isOverrideFile(name: string): boolean {
  const [, base] = sourceName.exec(name) ?? []
  return base !== undefined && /^(.*_)?override$/.test(base)
}

/** Tells whether some engines do not read a file. */
export function isOfOneEngine(name: string): boolean {
  return sourceName.exec(name)?.[2] === endingOfOneEngine
}

/**
 * Tells whether a file only asks what exists: one engine reads it, in a separate folder alone and not when it
 * calls a module.
 */
export function isQueryFile(name: string): boolean {
  return /^[^.].*\.tfquery\.(hcl|json)$/.test(name)
}

/** Selects the sources among the names in a folder, without one that a file of a single engine replaces. */
export function sourcesAmong(names: readonly string[]): string[] {
  const sources = names.filter(isSourceFile)
  const preferred = new Set(sources.filter(isOfOneEngine))
  return sources.filter(
    (name) => isOfOneEngine(name) || !preferred.has(name.replace(sourceName, `$1.${endingOfOneEngine}$3`)),
  )
}

export function isReadme(name: string): boolean {
  return /^readme(\.(md|markdown|txt|rst|adoc))?$/i.test(name)
}

/** The folder and the name of a file that lies where a module's sources are: at the root or in one of its parts. */
export function placeOf(path: string): { readonly folder: string; readonly name: string } | undefined {
  const [, folder = '', name] = /^(?:((?:modules|examples)\/[^./][^/]*)\/)?([^/]+)$/.exec(path) ?? []
  return name === undefined ? undefined : { folder, name }
}

/** Tells whether reading a module needs the contents of this file. */
export function isRead(path: string): boolean {
  const place = placeOf(path)
  if (place === undefined) return false
  return isSourceFile(place.name) || isQueryFile(place.name) || isReadme(place.name)
}

/** Tells whether a module with this file can be called: at its root, or as one of its submodules. */
export function isModuleSource(path: string): boolean {
  const place = placeOf(path)
  return place !== undefined && !place.folder.startsWith('examples/') && isSourceFile(place.name)
}

/** The one folder at the root that contains everything else, if so; what a Mac adds for itself does not count. */
export function wrappingFolder(paths: readonly string[]): string | undefined {
  const tops = new Set(paths.filter((path) => !path.startsWith('._')).map((path) => path.split('/', 1)[0]))
  const [top] = tops
  return tops.size === 1 && paths.some((path) => path.startsWith(`${top}/`)) ? top : undefined
}
