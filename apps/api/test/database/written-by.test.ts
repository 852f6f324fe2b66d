import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { refuseNewer } from '../../src/adapters/database/embedded/written-by.js'
import { migrationNames } from '../../src/adapters/database/migrate.js'
import { openDatabase } from '../../src/adapters/database/open.js'
import { isFull } from '../full-run.js'
import { silentLog } from '../silent-log.js'
import { embeddedDatabases } from './embedded-harness.js'

const databases = embeddedDatabases()

const releaseFile = () => join(databases.dataDir, 'postgres', 'release.json')
const noted = async (): Promise<unknown> => JSON.parse(await readFile(releaseFile(), 'utf8'))
const open = (release: string) => openDatabase({ dataDir: databases.dataDir, log: silentLog, release })
const openAndClose = async (release: string) => (await open(release)).close()

it.runIf(isFull)(
  'each start notes its release and its newest migration beside the embedded database',
  async () => {
    const migration = (await migrationNames()).at(-1)
    await openAndClose('1.0.0')
    expect(await noted()).toEqual({ release: '1.0.0', migration })
    await openAndClose('1.1.0')
    expect(await noted()).toEqual({ release: '1.1.0', migration })
  },
)

it('a database of a newer release is refused before PostgreSQL is started, and stays as it is', async () => {
  await openAndClose('1.0.0')
  const newer = { release: '2.0.0', migration: '99990101000000_of_tomorrow' }
  await writeFile(releaseFile(), JSON.stringify(newer))
  // As a newer release may leave it: nothing of it can be relied upon.
  await writeFile(join(databases.dataDir, 'postgres/data/pg_hba.conf'), 'of tomorrow')

  await expect(open('1.0.0')).rejects.toThrow(
    `The database in ${join(databases.dataDir, 'postgres')} was last used by release 2.0.0 (migration ` +
      '99990101000000_of_tomorrow), and this one, release 1.0.0, is older. Start release 2.0.0 or a newer one, or ' +
      'restore a backup from before into another DATA_DIR.',
  )
  expect(await noted()).toEqual(newer)
  expect(await readFile(join(databases.dataDir, 'postgres/data/pg_hba.conf'), 'utf8')).toBe('of tomorrow')
})

it.runIf(isFull)('what a newer release noted counts for nothing once its database is gone', async () => {
  await openAndClose('1.0.0')
  await writeFile(
    releaseFile(),
    JSON.stringify({ release: '2.0.0', migration: '99990101000000_of_tomorrow' }),
  )
  await rm(join(databases.dataDir, 'postgres/data'), { recursive: true })
  await openAndClose('1.0.0')
  expect(await noted()).toMatchObject({ release: '1.0.0' })
})

it('a note that cannot be read keeps no start from its database', async () => {
  await mkdir(join(databases.dataDir, 'postgres/data'), { recursive: true })
  for (const text of ['', '{', '{"release":3}', '{"release":"2.0.0"}']) {
    await writeFile(releaseFile(), text)
    expect(await refuseNewer(join(databases.dataDir, 'postgres'), '1.0.0'), text).toBeUndefined()
  }
})
