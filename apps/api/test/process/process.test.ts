import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVersion, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const dataDir = await temporaryFolder()
let api: ApiProcess
let token: string

beforeAll(async () => {
  api = await startApi(dataDir)
  token = await setUp(api)
})
afterAll(async () => {
  api.child.kill('SIGKILL')
})

test('a second process on the same folder is refused with a message and harms nothing', async () => {
  expect(await createVersion(api, token, '1.0.0')).toBe(201)
  const second = await startApi(dataDir)
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('in use by another process')
  expect(second.output()).toContain(dataDir)
  expect(await createVersion(api, token, '1.0.1')).toBe(201)
  expect(await totalOf(api, token, '1.0.')).toBe(2)
})

test('a wrong configuration stops the start with one message that names every fault', async () => {
  const wrong = await startApi(dataDir, { LOG_LEVEL: 'loud', API_RATE_LIMIT: '2' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toContain('LOG_LEVEL')
  expect(wrong.output()).toContain('API_RATE_LIMIT')
})

test('the secret key is made once, for the eyes of its user only', async () => {
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
})

describe('on SIGTERM', () => {
  test('it says that it is not ready, finishes what runs, and exits with 0', async () => {
    const own = await temporaryFolder()
    const draining = await startApi(own, { DRAIN_SECONDS: '1' })
    expect((await fetch(`${draining.url}/readyz`)).status).toBe(200)
    const slow = slowRequest(`${draining.url}/graphql`)
    await slow.connected
    draining.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${draining.url}/readyz`)).status).toBe(503)
    const live = await fetch(`${draining.url}/livez`)
    expect([live.status, live.headers.get('connection')]).toEqual([200, 'close'])
    expect(await slow.finish()).toBe(200)
    expect(await draining.ended).toBe(0)
  })
})

/** A request whose body is sent in two parts, the second when the test says so. */
function slowRequest(url: string): { connected: Promise<void>; finish(): Promise<number> } {
  const body = JSON.stringify({ query: '{ setup { required } }' })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
  const call = request(url, { method: 'POST', headers })
  const status = new Promise<number>((done, fail) => {
    call.on('response', (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
    call.on('error', fail)
  })
  const connected = new Promise<void>((done) => {
    call.on('socket', (socket) => socket.once('connect', () => call.write(body.slice(0, 5), () => done())))
  })
  return {
    connected,
    finish: () => {
      call.end(body.slice(5))
      return status
    },
  }
}
