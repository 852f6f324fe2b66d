import { expect, it } from 'vitest'
import { isFull } from '../full-run.js'
import { embeddedDatabases, kill, postmasterPid, query } from './embedded-harness.js'

const databases = embeddedDatabases()

it.runIf(isFull)(
  'a second process is refused while the first lives, and the first does not notice',
  async () => {
    const first = databases.startProcess({ task: 'write' })
    await expect.poll(() => first.said.at(-1)).toHaveProperty('written')
    const pid = postmasterPid(databases.dataDir)

    const second = databases.startProcess()

    expect(await second.outcome).toEqual({
      refused: expect.stringContaining(`is in use by another process (${first.child.pid})`) as string,
    })
    const saidBefore = first.said.length
    await expect.poll(() => first.said.length).toBeGreaterThan(saidBefore)
    expect(postmasterPid(databases.dataDir)).toBe(pid)
  },
)

it.runIf(isFull)('of four starts at once on a fresh folder one wins and the others are refused', async () => {
  const processes = Array.from({ length: 4 }, () => databases.startProcess())

  const outcomes = await Promise.all(processes.map(({ outcome }) => outcome))

  expect(outcomes.filter(({ ready }) => ready)).toHaveLength(1)
  expect(outcomes.filter(({ refused }) => refused?.includes('is in use by another process'))).toHaveLength(3)
  const creations = processes.flatMap(({ said }) => said).filter(({ progress }) => progress)
  expect(creations).toEqual([{ progress: 'Creating the database' }])
})

it('killed again and again while it writes, it has every row that it acknowledged', async () => {
  let acknowledged = 0
  for (const rows of isFull ? [1, 40, 150] : [1, 40]) {
    const writer = databases.startProcess({ task: 'write' })
    await expect.poll(() => writer.said.filter(({ written }) => written).length).toBeGreaterThan(rows)
    await kill(writer)
    acknowledged = writer.said.at(-1)?.written ?? 0
  }

  const { connection } = await databases.start()

  const [found] = await query<{ last: number }>(connection, 'SELECT max(id) AS last FROM rows')
  expect(found?.last).toBeGreaterThanOrEqual(acknowledged)
})

it('the API and its server killed together, it has every row that it acknowledged', async () => {
  const writer = databases.startProcess({ task: 'write' })
  await expect.poll(() => writer.said.filter(({ written }) => written).length).toBeGreaterThan(50)
  process.kill(postmasterPid(databases.dataDir), 'SIGKILL')
  await kill(writer)
  const acknowledged = writer.said.findLast(({ written }) => written)?.written ?? 0

  const { connection } = await databases.start()

  const [found] = await query<{ last: number }>(connection, 'SELECT max(id) AS last FROM rows')
  expect(found?.last).toBeGreaterThanOrEqual(acknowledged)
})

it('killed while it creates the database, the next start creates it', async () => {
  const first = databases.startProcess()
  await expect.poll(() => first.said).toContainEqual({ progress: 'Creating the database' })
  await kill(first)

  const { connection } = await databases.start()

  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})
