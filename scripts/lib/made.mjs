import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The record of a made folder, written last: from what it was made, and which files of which sizes it has. */
const record = '.made.json'
/** What the programs that run from a made folder write there themselves. */
const foreign = new Set([record, 'cache', 'dev'])
const code = /\.(js|mjs|cjs|ts|mts)$/

/**
 * What keeps a made folder from being used: `undefined` when it is whole, and with `hash` made from just that. The fault
 * is `absent` when it is not there or from something else, and otherwise says what is wrong with its files.
 */
export function faultOf(folder, hash) {
  const made = recordOf(folder)
  if (!made || (hash && made.hash !== hash)) return 'absent'
  for (const [file, size] of Object.entries(made.files)) {
    const found = statSync(join(folder, file), { throwIfNoEntry: false })?.size
    if (found !== size)
      return `${file} is ${found === undefined ? 'missing' : found === 0 ? 'empty' : 'altered'}`
  }
  return undefined
}

function recordOf(folder) {
  try {
    const made = JSON.parse(readFileSync(join(folder, record), 'utf8'))
    return typeof made.files === 'object' ? made : undefined
  } catch {
    return undefined
  }
}

/** A made folder that somebody goes on writing to counts as absent from now on. */
export const forget = (folder) => rmSync(join(folder, record), { force: true })

/** A file of code without a byte, which no compiler writes; undefined when there is none. */
export const emptyFileIn = (folder) =>
  Object.entries(filesIn(folder)).find(([file, size]) => size === 0 && code.test(file))?.[0]

/** Puts a folder in the place of another one, whole, with its record. */
export function place(made, folder, hash) {
  writeFileSync(join(made, record), JSON.stringify({ hash, files: filesIn(made) }))
  const old = `${folder}.old`
  rmSync(old, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(made, folder)
  rmSync(old, { recursive: true, force: true })
}

/** The sizes of all files below a folder, by their paths. */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !foreign.has(path.split(/[\\/]/)[0]))
  return Object.fromEntries(paths.map((path) => [path, statSync(join(folder, path)).size]))
}
