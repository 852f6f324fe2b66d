import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { rule } from '@engine/shared/rule'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.js'
import { createVersion, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'

const dataDir = await temporaryFolder()
const env = { API_PROCESSES: '2', LOG_LEVEL: 'info', SECRET_KEY: 'a key of 32 bytes or more that is right' }
const api = await startApi(dataDir, env)
const token = await setUp(api)
afterAll(() => void api.child.kill('SIGKILL'))

/** The process that serves as this number now. */
function pidOf(number: number): number {
  const lines = api.output().matchAll(/^\{.*"process":(\d),"pid":(\d+),"msg":"a process of the API starts"/gm)
  return Number([...lines].findLast(([, process]) => Number(process) === number)?.[2])
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The processes whose numbers one answer tells. */
async function measured({ url }: ApiProcess): Promise<string[]> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text())
  expect(text.match(/^# TYPE process_resident_memory_bytes /gm)).toHaveLength(1)
  return [...text.matchAll(/^process_resident_memory_bytes\{process="(\d)"\} \d+/gm)].map(
    ([, number = '']) => number,
  )
}

/** Outcome of one request on a connection that no other request uses. */
const outcomeOnNewConnection = (url: string): Promise<string> =>
  new Promise((done) => {
    const request = get(`${url}/metrics`, { agent: false }, (answer) => {
      answer.resume()
      done('answered')
    })
    request.once('error', () => done('connection closed'))
  })

rule('§19', '`API_PROCESSES`: so many processes of the API on one port')
test('each process answers with the numbers of all', async () => {
  expect(await measured(api)).toEqual(['1', '2'])
  expect([pidOf(1), pidOf(2)].map(isThere)).toEqual([true, true])
})

test('one that is killed loses no write that was acknowledged, costs its own clients alone, and is replaced', async () => {
  const killed = pidOf(2)
  let isWriting = true
  onTestFinished(() => void (isWriting = false))
  const writers = [0, 1, 2, 3].map(async (writer) => {
    const statuses: number[] = []
    // By one connection each: of a pool's a writer may take a second one that was to the killed process as well.
    const connection = new Client(api.url)
    while (isWriting) {
      const version = `1.${writer}.${statuses.length}`
      statuses.push(await createVersion(api, token, version, connection).catch(() => 0))
      // A process starts meanwhile, which needs the machine too.
      await sleep(10)
    }
    await connection.close()
    return statuses
  })
  await expect.poll(() => totalOf(api, token, '1.')).toBeGreaterThan(20)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => measured(api)).toEqual(['1'])
  await expect.poll(() => pidOf(2)).not.toBe(killed)
  await expect.poll(() => measured(api)).toEqual(['1', '2'])
  isWriting = false
  const statuses = await Promise.all(writers)
  for (const [writer, answers] of statuses.entries()) {
    const acknowledged = answers.filter((status) => status === 201).length
    const lost = answers.length - acknowledged
    // The request that was under way in the process that was killed, and no other.
    expect([0, 1]).toContain(lost)
    // It may have been committed just before its answer was lost.
    expect([acknowledged, answers.length]).toContain(await totalOf(api, token, `1.${writer}.`))
  }
  expect(statuses.flat().filter((status) => status !== 201 && status !== 0)).toEqual([])
})

test('the client of a connection that a killed process never accepted is answered by another one', async () => {
  // Both of the start, and the one that replaced the second.
  await expect.poll(() => api.output().match(/"msg":"ready"/g)).toHaveLength(3)
  const halted = pidOf(2)
  process.kill(halted, 'SIGSTOP')
  const asked = Array.from({ length: 8 }, () => outcomeOnNewConnection(api.url))
  await sleep(200)
  process.kill(halted, 'SIGKILL')
  expect(await Promise.all(asked)).toEqual(asked.map(() => 'answered'))
  await expect.poll(() => pidOf(2)).not.toBe(halted)
  await expect.poll(() => measured(api)).toEqual(['1', '2'])
})

test('a stop drains all of them, and ends the database', async () => {
  const pids = [pidOf(1), pidOf(2)]
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)
  expect(pids.map(isThere)).toEqual([false, false])
})

test('a start in which a process ends says why, and ends', async () => {
  const wrong = await startApi(dataDir, { ...env, SECRET_KEY: 'a key of 32 bytes or more but another' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toMatch(/SECRET_KEY/)
  expect(wrong.output()).toContain('A process of the API ended before it was ready')
})
