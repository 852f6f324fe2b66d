import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../../storage/files.js'
import { DatabaseStartError, errorCode } from '../connection.js'
import { launch, type Cluster } from './account.js'
import { USE_A_SERVER } from './binaries.js'
import { OWNER } from './roles.js'
import { releaseFileIn } from './written-by.js'

const execute = promisify(execFile)
const DRAFT = 'data.new.'

interface ClusterOptions extends Cluster {
  readonly major: string
  readonly onProgress: (text: string) => void
}

/**
 * Makes sure that `data` holds a whole database cluster of this major version. Writes a new one next to it
 * and renames it when it is complete, so that what a killed process left half-written is never taken for a
 * cluster. Its name is new each time, because the killed process's initdb may still be at work. Call only
 * while holding the folder.
 */
export async function prepareCluster(options: ClusterOptions): Promise<void> {
  const { folder, data, major } = options
  const found = await versionOf(data)
  if (found === major) return
  if (found !== undefined) {
    throw new DatabaseStartError(
      `The database in ${data} was written by PostgreSQL ${found}; this release brings PostgreSQL ${major}, which ` +
        `cannot read it. Start the release that wrote it, dump it (pg_dump) and restore it here. ${USE_A_SERVER}`,
    )
  }
  await removeDrafts(folder)
  const draft = join(folder, `${DRAFT}${randomBytes(4).toString('hex')}`)
  options.onProgress('Creating the database')
  await initialise(draft, options)
  // It reports a database that existed before.
  await rm(releaseFileIn(folder), { force: true })
  await rename(draft, data)
  await syncFolder(folder)
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(DRAFT)) continue
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** The major version that wrote the folder; undefined where there is nothing yet. */
async function versionOf(data: string): Promise<string | undefined> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const files = await readdir(data).catch(() => [])
  if (files.length === 0) return undefined
  throw new DatabaseStartError(
    `${data} holds files but no database. Move them away, or choose another DATA_DIR.`,
  )
}

/** Words of initdb, and what to do about them. */
const reasons = [
  ['No space left', 'The disk is full. '],
  [
    'could not look up effective user ID',
    'PostgreSQL needs a name for the user id that it runs as: add a line for it to /etc/passwd, or run the container ' +
      `with a user that has one. ${USE_A_SERVER} `,
  ],
] as const

async function initialise(draft: string, { folder, account, binaries }: ClusterOptions): Promise<void> {
  const { file, args, options } = launch(account, folder, binaries.initdb, [
    '--pgdata',
    draft,
    '--username',
    OWNER,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // All connections are rejected until the roles are made.
    '--auth=reject',
    '--no-instructions',
  ])
  try {
    await execute(file, args, options)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    await rm(draft, { recursive: true, force: true })
    const why = reasons.find(([pattern]) => stderr.includes(pattern))?.[1] ?? ''
    throw new DatabaseStartError(`The database could not be created in ${folder}. ${why}${stderr.trim()}`)
  }
}
