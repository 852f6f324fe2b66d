import type { Stats } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cliIgnoreFile, mostEntries, mostUnpacked } from '@engine/shared/module-files'
import {
  broughtBack,
  holdsPrivateKey,
  ignoreFile,
  longestKey,
  mayBeKey,
  publishedFiles,
} from '@engine/shared/published-files'
import { Fault } from './fault.js'
import { inWords } from './words.js'

/** Files and links by their path in the module, in byte order. Folders come by what is in them. */
export type FolderFiles = ReadonlyMap<string, Stats>

/**
 * Contents of a folder, published and left out: the paths of files, and of folders with a slash at the end.
 */
export interface FolderContents {
  readonly files: FolderFiles
  readonly leftOut: readonly string[]
}

/** Limits of a folder, and what it holds. */
export interface FolderLimits {
  readonly files: number
  /** Size of all files, in bytes. */
  readonly unpacked: number
  /** The noun for it, for sentences. */
  readonly holds: string
}

const moduleLimits: FolderLimits = { files: mostEntries, unpacked: mostUnpacked, holds: 'a module' }

/** Reads a folder. Throws a `Fault` where nothing of it is published, or more than a platform takes. */
export async function contentsIn(folder: string, limits = moduleLimits): Promise<FolderContents> {
  const own = await textAt(join(folder, ignoreFile))
  const isPublished = publishedFiles(own, await textAt(join(folder, cliIgnoreFile)))
  const isWanted = broughtBack(own)
  const found = new Map<string, Stats>()
  const leftOut: string[] = []
  let size = 0
  for await (const [path, stats] of walk(
    folder,
    '',
    (each) => isPublished(each) || leftOut.push(each) === 0,
  )) {
    if (!stats.isFile() && !stats.isSymbolicLink())
      throw new Fault('module', `${path}: ${limits.holds} holds files, folders and links only`)
    if (stats.isFile() && !isWanted(path) && (await isKey(folder, path, stats))) {
      leftOut.push(path)
      continue
    }
    size += stats.size
    found.set(path, stats)
    if (found.size > limits.files)
      throw tooMuch(folder, `more than ${limits.files.toLocaleString('en')} files`, limits)
    if (size > limits.unpacked) throw tooMuch(folder, `more than ${inWords(limits.unpacked)}`, limits)
  }
  if (found.size === 0) throw new Fault('module', `${folder}: there is nothing in it to publish`)
  const files = new Map([...found].sort(([a], [b]) => inBytes(a, b)))
  return { files, leftOut: leftOut.sort(inBytes) }
}

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** A private key by its contents: its name may be that of a certificate. */
async function isKey(folder: string, path: string, { size }: Stats): Promise<boolean> {
  if (!mayBeKey(path) || size > longestKey) return false
  return holdsPrivateKey((await textAt(join(folder, path))) ?? '')
}

/** Undefined where there is no such file. */
async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw unreadable(error)
  }
}

async function* walk(
  folder: string,
  below: string,
  isPublished: (path: string) => boolean,
): AsyncGenerator<[string, Stats]> {
  for (const entry of await contentsOf(join(folder, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (!isPublished(entry.isDirectory() ? `${path}/` : path)) continue
    if (entry.isDirectory()) yield* walk(folder, path, isPublished)
    else yield [path, await lstat(join(folder, path))]
  }
}

async function contentsOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): Error {
  const code = codeOf(error)
  if (!(error instanceof Error) || code === undefined) return new Error(String(error))
  const path = 'path' in error ? String(error.path) : 'the folder'
  const why = code === 'ENOENT' ? 'there is no such folder' : code === 'ENOTDIR' ? 'it is no folder' : code
  return new Fault(code === 'ENOENT' || code === 'ENOTDIR' ? 'usage' : 'module', `${path}: ${why}`)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function tooMuch(folder: string, what: string, { holds }: FolderLimits): Fault {
  const hint = `is this the folder of ${holds}? ${ignoreFile} names what to leave out`
  return new Fault('module', `${folder}: it holds ${what}, which no platform takes; ${hint}`)
}
