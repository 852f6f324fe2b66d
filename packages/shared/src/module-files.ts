/** How many files a module holds at most: files, folders and links together. */
export const mostEntries = 10_000

/** How large they are together at most, in bytes. */
export const mostUnpacked = 1024 ** 3

// The names that the engines themselves give to sources, and that no setting changes.

/** How the names of source files end, in words. */
export const sourceEndings = '.tf, .tf.json, .tofu or .tofu.json'

/** The name of a source file: before its ending, by which engine it is read and whether it is JSON. */
const sourceName = /^([^.].*)\.(tf|tofu)(\.json)?$/

/** The ending of those that not every engine reads. */
export const endingOfOneEngine = 'tofu'

/** In the folder of a module: what the CLI leaves out of what it uploads, by rules of its own. */
export const cliIgnoreFile = '.terraformignore'

/** Engines look for files of these names, and pass over hidden ones. */
export function isSourceFile(name: string): boolean {
  return sourceName.test(name)
}

/** Whether it changes what the other files of its folder declare. */
export function isOverrideFile(name: string): boolean {
  const [, base] = sourceName.exec(name) ?? []
  return base !== undefined && /^(.*_)?override$/.test(base)
}

/** Whether not every engine reads it. */
export function isOfOneEngine(name: string): boolean {
  return sourceName.exec(name)?.[2] === endingOfOneEngine
}

/** Whether it asks what there is: one engine reads it, in a folder of its own alone and not when it calls a module. */
export function isQueryFile(name: string): boolean {
  return /^[^.].*\.tfquery\.(hcl|json)$/.test(name)
}

/** Of the names in a folder those of sources, without one in whose place there is one of a single engine. */
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

/** Whether reading a module needs the contents of this file. */
export function isRead(path: string): boolean {
  const place = placeOf(path)
  if (place === undefined) return false
  return isSourceFile(place.name) || isQueryFile(place.name) || isReadme(place.name)
}

/** Whether a module with this file can be called: at its root, or as one of its submodules. */
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
