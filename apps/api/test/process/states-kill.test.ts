import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full-run.js'
import { documentOf, jsonApi } from '../rest.js'
import { announced, md5Of, stateText } from '../states/states.js'
import { createVersion, startApi, type ApiProcess } from './api-process.js'
import { RegistrySite } from './registry-process.js'

const kills = isFull ? 10 : 2
const states = isFull ? 60 : 12
const program = fileURLToPath(new URL('../../dist/keys/main.js', import.meta.url))
const [former, newest] = ['a-secret-for-tests-of-32-bytes-or-more', 'the-secret-after-that-of-32-bytes-too']

let site: RegistrySite
beforeAll(async () => {
  site = await RegistrySite.open()
})
afterAll(() => site.close())

/** A start with these keys, and the settings that it was made with. */
function withKeys(keys: string, told: (settings: NodeJS.ProcessEnv) => void = () => {}) {
  return (folder: string, env: Record<string, string> = {}): Promise<ApiProcess> => {
    told({ ...process.env, ...env, DATA_DIR: folder, SECRET_KEY: keys })
    return startApi(folder, { ...env, SECRET_KEY: keys })
  }
}

async function ask(api: ApiProcess, path: string, body?: object) {
  const answer = await fetch(`${api.url}/api/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${site.token}`, 'Content-Type': jsonApi },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as { data: Data; errors?: unknown }) }
}

interface Data {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
}

async function newWorkspace(api: ApiProcess, name: string): Promise<string> {
  await createVersion(api, site.token, '1.11.4')
  const { data } = await ask(api, '/organizations/acme/workspaces', documentOf('workspaces', { name }))
  return data.id
}

/** Follows a link at this process's address: links have the platform's own. */
const byLink = (api: ApiProcess, link = '', init: RequestInit = {}): Promise<Response> => {
  const { pathname, search } = new URL(link)
  return fetch(`${api.url}${pathname}${search}`, init)
}

async function write(api: ApiProcess, id: string, text: string, isInline: boolean): Promise<void> {
  const made = await ask(api, `/workspaces/${id}/state-versions`, announced(text, {}, isInline))
  expect(made.status).toBe(201)
  if (isInline) return
  const link = made.data.attributes['hosted-state-upload-url']
  expect((await byLink(api, link, { method: 'PUT', body: text })).status).toBe(200)
}

rule(
  '§13 states',
  'A state whose write was acknowledged is there, once, though the process is killed at once',
)
test('a process is killed right after it acknowledged a write, again and again: each state is there, once', async () => {
  let api = await site.start()
  const id = await newWorkspace(api, 'killed')
  for (let serial = 1; serial <= kills; serial++) {
    expect((await ask(api, `/workspaces/${id}/actions/lock`, documentOf('', {}))).status).toBe(200)
    const text = stateText({ serial, outputs: { key: { value: `v${serial}`, type: 'string' } } })
    await write(api, id, text, serial % 2 === 1)
    await site.stop(api, 'SIGKILL')
    api = await site.start()
    const current = await ask(api, `/workspaces/${id}/current-state-version`)
    const download = await byLink(api, current.data.attributes['hosted-state-download-url'])
    expect([current.data.attributes['serial'], md5Of(await download.text())]).toEqual([serial, md5Of(text)])
    const { data } = await ask(api, `/workspaces/${id}/state-versions`)
    expect(data).toHaveLength(serial)
    // The lock is as it was, and its holder gives it back.
    expect((await ask(api, `/workspaces/${id}/actions/unlock`, documentOf('', {}))).status).toBe(200)
  }
  await site.stop(api)
}, 300_000)

test('a rotation of keys that is killed goes on while the platform serves, and then the former key can go', async () => {
  let settings: NodeJS.ProcessEnv = {}
  const old = await site.start(withKeys(former))
  const id = await newWorkspace(old, 'rotated')
  await ask(old, `/workspaces/${id}/actions/lock`, documentOf('', {}))
  for (let serial = 1; serial <= states; serial++) await write(old, id, stateText({ serial }), true)
  await site.stop(old)

  const serving = await site.start(withKeys(`${newest},${former}`, (made) => (settings = made)))
  await rotate(settings, '10 resealed')
  await write(serving, id, stateText({ serial: states + 1 }), true)
  expect(await rotate(settings)).toContain('No older key is needed any longer.')
  expect(await rotate(settings)).toContain('0 resealed with the newest key')
  expect((await ask(serving, `/workspaces/${id}/current-state-version`)).status).toBe(200)
  await site.stop(serving)

  const next = await site.start(withKeys(newest))
  const list = await ask(next, `/workspaces/${id}/state-versions?page[size]=100`)
  const versions = list.data as unknown as readonly Data[]
  expect(versions).toHaveLength(states + 1)
  for (const { attributes } of versions) {
    const download = await byLink(next, attributes['hosted-state-download-url'])
    expect(md5Of(await download.text())).toBe(attributes['md5'])
  }
  await site.stop(next)
}, 300_000)

/** Runs it to its end, or kills it once it has printed this; what it printed. */
function rotate(env: NodeJS.ProcessEnv, until?: string): Promise<string> {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += String(text)
      if (until !== undefined && printed.includes(until)) child.kill('SIGKILL')
    })
  return new Promise((done) => child.once('close', () => done(printed)))
}
