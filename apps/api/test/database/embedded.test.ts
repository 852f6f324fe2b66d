import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, readdir, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { isFull } from '../full-run.js'
import { embeddedDatabases, isRoot, ordinaryUser, postmasterPid, query } from './embedded-harness.js'

const databases = embeddedDatabases()
const onLinux = process.platform === 'linux'
if (!isRoot)
  console.warn('SKIPPED, because this run is not root: how the embedded PostgreSQL starts for root.')

const idOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

describe('on a fresh folder', () => {
  it('makes a database that is durable, in UTF-8, and private', async () => {
    const { connection } = await databases.start()

    const [settings] = await query<{ fsync: string; checksums: string; encoding: string; locale: string }>(
      connection,
      `SELECT current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
              pg_encoding_to_char(encoding) AS encoding, datlocale AS locale
         FROM pg_database WHERE datname = current_database()`,
    )
    expect(settings).toEqual({ fsync: 'on', checksums: 'on', encoding: 'UTF8', locale: 'C.UTF-8' })
    expect((await stat(join(databases.dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  it('keeps what was written over a stop and a start', async () => {
    const first = await databases.start()
    await query(first.connection, `CREATE TABLE kept AS SELECT 'yes' AS answer`)
    await first.stop()

    const second = await databases.start()

    expect(await query(second.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 'yes' }])
  })

  it.runIf(isFull)('works where the path is longer than a socket allows', async () => {
    const dataDir = join(databases.dataDir, 'long'.repeat(30), 'long'.repeat(30))
    const { connection, stop } = await databases.start({ dataDir })

    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(connection.host ?? '')).mode & 0o777).toBe(0o700)
    await expect(databases.start({ dataDir })).rejects.toThrow('is in use by another process')
    await stop()
    await rmdir(connection.host ?? '')
  })
})

describe.runIf(isRoot && onLinux)('started by root', () => {
  it('runs as the user nobody', async () => {
    await databases.start()

    expect(idOf(postmasterPid(databases.dataDir))).toBe(65534)
    expect((await stat(join(databases.dataDir, 'postgres'))).uid).toBe(65534)
  })

  it('runs as the owner of the folder, once there is one, so that the owner can start it again', async () => {
    const dataDir = join(databases.dataDir, 'theirs')
    await mkdir(dataDir)
    await chown(dataDir, ordinaryUser.uid, ordinaryUser.gid)
    const theirs = databases.startProcess({ dataDir, user: ordinaryUser })
    expect(await theirs.outcome).toHaveProperty('ready')
    expect(idOf(postmasterPid(dataDir))).toBe(ordinaryUser.uid)
    theirs.child.disconnect()
    await expect.poll(() => theirs.child.exitCode).toBe(0)

    const { stop } = await databases.start({ dataDir })
    expect(idOf(postmasterPid(dataDir))).toBe(ordinaryUser.uid)
    await stop()

    expect(await databases.startProcess({ dataDir, user: ordinaryUser }).outcome).toHaveProperty('ready')
  })

  it('says what to do where its user id has no name, as in containers of some platforms', async () => {
    const dataDir = join(databases.dataDir, 'nameless')
    const user = { uid: 54_321, gid: 54_321 }
    await mkdir(dataDir)
    await chown(dataDir, user.uid, user.gid)

    const { refused } = await databases.startProcess({ dataDir, user }).outcome

    expect(refused).toContain('add a line for it to /etc/passwd')
    expect(refused).toContain('Or set DATABASE_URL')
  })

  it.runIf(isFull)('passes a closed folder above, such as the home of root, or says what to do', async () => {
    await chmod(databases.dataDir, 0o700)

    const outcome = await databases.start().then(
      ({ connection }) => query(connection, 'SELECT 1 AS one'),
      (error: Error) => error.message,
    )

    if (typeof outcome === 'string') expect(outcome).toContain(`may not pass the folder ${databases.dataDir}`)
    else expect(outcome).toEqual([{ one: 1 }])
  })

  it.runIf(isFull)("refuses an ordinary user who starts it on root's folder", async () => {
    await (await databases.start()).stop()

    expect(await databases.startProcess({ user: ordinaryUser }).outcome).toEqual({
      refused: expect.stringContaining('belongs to another user (65534)') as string,
    })
  })

  it.runIf(isFull)('tells an ordinary user that the folder cannot be written', async () => {
    const { refused } = await databases.startProcess({ user: ordinaryUser }).outcome

    expect(refused).toContain(`${join(databases.dataDir, 'postgres')} cannot be used: EACCES`)
    expect(refused).toContain('Set DATA_DIR to a folder that this user may write to.')
  })
})

describe('a folder that is not as it should be', () => {
  it('is refused when another version of PostgreSQL wrote it', async () => {
    await (await databases.start()).stop()
    await writeFile(join(databases.dataDir, 'postgres/data/PG_VERSION'), '15\n')

    await expect(databases.start()).rejects.toThrow(
      /was written by PostgreSQL 15; this release brings PostgreSQL 18/,
    )
  })

  it('is refused, and left alone, when it holds something else', async () => {
    const data = join(databases.dataDir, 'postgres/data')
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'letter.txt'), 'dear all')

    await expect(databases.start()).rejects.toThrow('holds files but no database')
    expect(await readFile(join(data, 'letter.txt'), 'utf8')).toBe('dear all')
  })

  it('is refused when a file is in its place', async () => {
    await writeFile(join(databases.dataDir, 'postgres'), '')

    await expect(databases.start()).rejects.toThrow('a file is in its place')
  })

  it.runIf(isFull)('is made anew when an earlier start was killed before it was complete', async () => {
    const draft = join(databases.dataDir, 'postgres/data.new.12345678')
    await mkdir(draft, { recursive: true })
    await writeFile(join(draft, 'PG_VERSION'), '18\n')

    const { connection } = await databases.start()

    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(
      (await readdir(join(databases.dataDir, 'postgres'))).filter((name) => name.includes('new')),
    ).toEqual([])
  })

  it.runIf(isFull)('starts although the pid of its last server has passed to another program', async () => {
    await (await databases.start()).stop()
    const data = join(databases.dataDir, 'postgres/data')
    const { uid, gid } = await stat(data)
    const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
    await writeFile(
      join(data, 'postmaster.pid'),
      `${other.pid}\n${data}\n1700000000\n5432\n\n\n  5432001         7\nready\n`,
    )

    const { connection } = await databases.start()

    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(other.exitCode).toBeNull()
    other.kill()
  })
})

it.runIf(isFull && onLinux)(
  'a Ctrl-C in the terminal does not reach the server: it has a process group of its own',
  async () => {
    await databases.start()

    const pid = postmasterPid(databases.dataDir)
    const [, , , , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
    expect(Number(group)).toBe(pid)
  },
)

it('a server that dies is reported and started again, with everything that was committed', async () => {
  const onLost = vi.fn()
  const { connection } = await databases.start({ onLost })
  await query(connection, `CREATE TABLE kept AS SELECT 'yes' AS answer`)

  process.kill(postmasterPid(databases.dataDir), 'SIGKILL')

  await expect.poll(() => query(connection, 'SELECT answer FROM kept')).toEqual([{ answer: 'yes' }])
  expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('SIGKILL'))
})

it.runIf(isFull)('stops while it is about to be started again', async () => {
  const onLost = vi.fn()
  const { connection, stop } = await databases.start({ onLost })
  process.kill(postmasterPid(databases.dataDir), 'SIGKILL')
  await expect.poll(() => onLost.mock.calls).not.toEqual([])

  await stop()

  await expect(query(connection, 'SELECT 1')).rejects.toThrow()
  expect(await databases.start()).toBeDefined()
})
