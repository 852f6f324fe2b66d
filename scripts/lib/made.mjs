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
/** Names in a made folder that are no part of it: programs that run from it write there. */
const foreign = new Set([record, 'cache', 'dev'])
const code = /\.(js|mjs|cjs|ts|mts)$/

/**
 * The fault of a made folder: undefined when it is whole, and with `hash` made from just that; `absent` when it is not there
 * or made from something else; otherwise the name of a file and what is wrong with it.
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
    return typeof made.files === 'object' && made.files ? made : undefined
  } catch {
    return undefined
  }
}

/** Makes a folder count as absent: from now on another program writes there. */
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
