import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { waitForServer } from '../../src/adapters/database/served.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { postmasterPid } from './embedded-harness.js'
import { oldServer } from './fake-servers.js'
import { temporaryFolder } from '../temporary-folder.js'

describe('the embedded database', () => {
  let dataDir: string
  let database: Database | undefined

  beforeEach(async () => {
    dataDir = await temporaryFolder()
  })
  afterEach(() => database?.close())

  it('opens migrated, and again after it was closed', async () => {
    const onProgress = vi.fn()
    database = await openDatabase({ dataDir, log: silentLog, onProgress })
    await database.prisma.setupToken.create({ data: { id: 1, tokenHash: 'kept', expiresAt: new Date() } })
    await database.close()

    database = await openDatabase({ dataDir, log: silentLog, onProgress })

    expect(await database.prisma.setupToken.findMany()).toMatchObject([{ tokenHash: 'kept' }])
    expect(onProgress.mock.calls).toEqual([['Creating the database']])
  })

  it('says while it is lost that it is, and is there again by itself', async () => {
    database = await openDatabase({ dataDir, log: silentLog })
    // Asked at that very moment: it is soon there again.
    const pings: unknown[] = []
    database.onLost(() => pings.push(database?.ping()))
    expect(await database.ping()).toBe(true)

    process.kill(postmasterPid(dataDir), 'SIGKILL')

    await expect.poll(() => pings).toHaveLength(1)
    expect(await pings[0]).toBe(false)
    await expect.poll(() => database?.ping()).toBe(true)
    expect(await database.prisma.user.count()).toBe(0)
  })
})

describe('a served database', () => {
  let test: TestDatabase
  const servers: Server[] = []

  beforeEach(async () => {
    test = await createTestDatabase({ empty: true })
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
    await test.drop()
  })

  const listen = async (port: number, answer: (socket: Socket) => void): Promise<number> => {
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }

  const freePort = async (): Promise<number> => {
    const port = await listen(0, (socket) => socket.destroy())
    await new Promise((done) => servers.pop()?.close(done))
    return port
  }

  it('opens migrated', async () => {
    const database = await openDatabase({ databaseUrl: test.url, dataDir: '', log: silentLog })

    expect(await database.prisma.user.count()).toBe(0)
    expect(await database.ping()).toBe(true)
    await database.close()
  })

  it('answers also while every connection of the pool is busy', async () => {
    const database = await openDatabase({ databaseUrl: test.url, dataDir: '', log: silentLog, poolSize: 1 })

    const told = await database.prisma.$transaction(() => database.ping(), { timeout: 10_000 })

    expect(told).toBe(true)
    await database.close()
  })

  it('is waited for while it starts', async () => {
    const port = await freePort()
    const { pathname, searchParams, hostname, port: realPort, username, password } = new URL(test.url)
    const socketFolder = searchParams.get('host')
    const forward = (socket: Socket) => {
      const real = socketFolder
        ? connect(join(socketFolder, '.s.PGSQL.5432'))
        : connect(Number(realPort), hostname)
      socket.pipe(real).pipe(socket)
    }
    const onProgress = vi.fn(() => void listen(port, forward))

    const databaseUrl = `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`
    await waitForServer({ databaseUrl, onProgress })

    expect(onProgress).toHaveBeenCalledExactlyOnceWith(
      `Waiting for PostgreSQL at 127.0.0.1:${port}${pathname}`,
    )
  })

  it('that takes connections and does not answer is named after a second', async () => {
    const port = await freePort()
    await listen(port, (socket) => void socket.resume())
    const onProgress = vi.fn()
    const databaseUrl = `postgresql://me:s3cret@127.0.0.1:${port}/engine`
    await expect(waitForServer({ databaseUrl, onProgress, timeout: 0 })).rejects.toThrow('cannot be used')
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(`Waiting for PostgreSQL at 127.0.0.1:${port}/engine`)
  })

  it('that does not come up is named without the password', async () => {
    const port = await freePort()

    const opening = waitForServer({
      databaseUrl: `postgresql://me:s3cret@127.0.0.1:${port}/engine`,
      timeout: 0,
    })

    await expect(opening).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${port}, database engine cannot be used: connect ECONNREFUSED`,
    )
    await expect(opening).rejects.not.toThrow('s3cret')
  })

  it('that does not exist is not waited for', async () => {
    const url = new URL(test.url)
    url.pathname = '/missing'

    await expect(waitForServer({ databaseUrl: url.href })).rejects.toThrow(
      'database "missing" does not exist',
    )
  })

  it('that is older than PostgreSQL 15 is refused', async () => {
    const port = await listen(0, oldServer)

    const opening = waitForServer({ databaseUrl: `postgresql://me@127.0.0.1:${port}/engine` })

    await expect(opening).rejects.toThrow('is version 14.9; the API needs 15 or newer')
  })

  it.each([
    ['nonsense', 'is not an address'],
    ['postgresql://me@127.0.0.1/engine?schema=other', 'search_path=other'],
  ])('by the address %s is refused', async (databaseUrl, message) => {
    await expect(waitForServer({ databaseUrl })).rejects.toThrow(message)
  })
})
