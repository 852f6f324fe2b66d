import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from './fault.js'

/** A file of a mirror, by the folders that it lies in and by its name. */
export interface MirroredFile {
  readonly path: string
  readonly size: number
  readonly origin: string
  readonly namespace: string
  readonly name: string
  readonly version: string
  readonly filename: string
}

/** The order in which the files of a version are sent: what proves the zips comes before them. */
const kinds = ['_SHA256SUMS.asc', '_SHA256SUMS', '_SHA256SUMS.sig', '.zip']

const kindOf = (filename: string): number => kinds.findIndex((ending) => filename.endsWith(ending))

/** Finds the files of a folder `HOST/NAMESPACE/NAME/…`, as the CLI writes it. Throws a `Fault` where there is none. */
export async function mirroredIn(folder: string): Promise<readonly MirroredFile[]> {
  const found: MirroredFile[] = []
  for (const origin of await foldersIn(folder))
    for (const namespace of await foldersIn(join(folder, origin)))
      for (const name of await foldersIn(join(folder, origin, namespace)))
        found.push(...(await filesIn(folder, { origin, namespace, name })))
  if (found.length === 0)
    throw new Fault(
      'module',
      `${folder} holds no provider: HOST/NAMESPACE/NAME/…_VERSION_OS_ARCH.zip is looked for`,
    )
  return found
}

async function filesIn(
  folder: string,
  address: Pick<MirroredFile, 'origin' | 'namespace' | 'name'>,
): Promise<MirroredFile[]> {
  const { origin, namespace, name } = address
  const inside = join(folder, origin, namespace, name)
  const files: MirroredFile[] = []
  for (const filename of (await entriesOf(inside)).filter((each) => kindOf(each) !== -1)) {
    const version = versionIn(filename, name)
    const path = join(inside, filename)
    const { size } = await stat(path)
    if (version !== undefined) files.push({ ...address, path, size, version, filename })
  }
  return files.sort(
    (a, b) =>
      compare(a.version, b.version) ||
      kindOf(a.filename) - kindOf(b.filename) ||
      compare(a.filename, b.filename),
  )
}

/** Reads the version from a name such as `…-thing_1.0.0_linux_amd64.zip`; undefined where it is that of another provider. */
function versionIn(filename: string, name: string): string | undefined {
  const own = `${name}_`.toLowerCase()
  const at = filename.toLowerCase().indexOf(own)
  const isOwn = at === 0 || (at > 0 && filename[at - 1] === '-')
  const [version] = isOwn ? filename.slice(at + own.length).split('_') : []
  return version || undefined
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    throw unreadable(folder, error)
  }
}

export const unreadable = (folder: string, error: unknown): Fault =>
  new Fault('module', `${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
