import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { announced, md5Of, resources, stateText } from '../states/states.js'
import { createVersion, setUp, startApi, type ApiProcess } from './api-process.js'
import { Requester, leaks, type Secrets } from './secrets.js'
import { temporaryFolder } from '../temporary-folder.js'

const marker = 'marker-of-a-state-5d0be1c97a'
const backup = fileURLToPath(new URL('../../dist/backup/main.js', import.meta.url))

const folder = await temporaryFolder()

/** The marker as it is, and inside of base64 wherever it may begin there. */
function markers(): Secrets {
  const found: Secrets = new Map([['the marker', marker]])
  for (const [at, before] of ['', 'x', 'xx'].entries()) {
    const text = Buffer.from(before + marker).toString('base64')
    found.set(`the marker in base64, ${at}`, text.slice(at === 0 ? 0 : 4, -4))
  }
  return found
}

/** A state with the marker in a sensitive output and in a resource. */
function marked(serial: number): string {
  const secret = { value: marker, type: 'string', sensitive: true }
  const resource = { ...resources(1), instances: [{ attributes: { password: marker } }] }
  return stateText({ serial, outputs: { secret }, resources: [resource] })
}

/** Sends a state through every operation; returns the answers, but not the state itself nor the output by its id. */
async function useStates(api: ApiProcess, links: Secrets): Promise<string> {
  const token = await setUp(api)
  const admin = new Requester(api, token)
  const stranger = new Requester(api)
  const answers: string[] = []
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.ask(method, `/api/v2${path}`, body)
    answers.push(JSON.stringify(answer.json))
    return answer
  }
  await createVersion(api, token, '1.11.4')
  await admin.make('/organizations', 'organizations', { name: 'acme', email: 'a@acme.example' })
  const { id } = await admin.make('/organizations/acme/workspaces', 'workspaces', { name: 'net' })
  const versions = `/workspaces/${id}/state-versions`
  expect((await ask('POST', versions, announced(marked(1)))).status).toBe(409)
  await ask('POST', `/workspaces/${id}/actions/lock`)
  const json = Buffer.from(JSON.stringify({ values: marker })).toString('base64')
  const first = await ask(
    'POST',
    versions,
    announced(marked(1), { 'json-state': json, 'json-state-outputs': json }),
  )
  expect(first.status).toBe(201)
  const { id: firstId } = first.json['data'] as { id: string }
  expect((await ask('POST', versions, announced(marked(1), { md5: md5Of('x'), serial: 2 }))).status).toBe(422)

  const waiting = await ask('POST', versions, announced(marked(2), {}, false))
  const { attributes } = waiting.json['data'] as { attributes: Record<string, string> }
  for (const [kind, text] of [
    ['state', marked(2).slice(0, 400)],
    ['state', marked(2)],
    ['json-state', JSON.stringify({ values: marker })],
  ] as const) {
    const { pathname, search } = new URL(attributes[`hosted-${kind}-upload-url`] ?? '')
    links.set(`an upload link of ${kind}`, new URLSearchParams(search).get('signature') ?? '')
    const answer = await stranger.ask('PUT', `${pathname}${search}`, Buffer.from(text))
    expect(answer.status).toBe(text.length === 400 ? 422 : 200)
    answers.push(JSON.stringify(answer.json))
  }
  const relationships = { 'rollback-state-version': { data: { type: 'state-versions', id: firstId } } }
  const rolled = await ask('PATCH', versions, { data: { type: 'state-versions', relationships } })
  expect(rolled.status).toBe(201)
  await ask('POST', `/workspaces/${id}/actions/unlock`)
  for (const path of [
    `/workspaces/${id}`,
    versions,
    `/state-versions/${firstId}`,
    '/organizations/acme/workspaces',
  ])
    await ask('GET', path)
  const current = await ask('GET', `/workspaces/${id}/current-state-version?include=outputs`)
  const outputs = await ask('GET', `/workspaces/${id}/current-state-version-outputs`)
  await ask('GET', '/admin/audit-events?page[size]=100')

  // And where it belongs.
  const [output] = outputs.json['data'] as { id: string }[]
  const shown = await admin.ask('GET', `/api/v2/state-version-outputs/${output?.id}`)
  expect(JSON.stringify(shown.json)).toContain(marker)
  const { attributes: facts } = current.json['data'] as { attributes: Record<string, string> }
  const { pathname, search } = new URL(facts['hosted-state-download-url'] ?? '')
  links.set('a download link', new URLSearchParams(search).get('signature') ?? '')
  const download = await stranger.ask('GET', `${pathname}${search}`)
  expect(JSON.stringify(download.json)).toContain(marker)
  return answers.join('\n')
}

rule(
  '§13 secrets',
  'A marker in a state is in no file of the data folder, no log, no backup and no answer but the state itself',
)
test('what a state holds is in no log, no file, no backup and no answer but its own', async () => {
  const dataDir = join(folder, 'data')
  const api = await startApi(dataDir, { LOG_LEVEL: 'trace', AUDIT_LOG: 'stdout' })
  const links: Secrets = new Map()
  const answers = await useStates(api, links)
  const copy = join(folder, 'backup')
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [backup, 'backup', copy], { env })
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)

  const secrets = markers()
  for (const [what, secret] of secrets) expect(answers.includes(secret), what).toBe(false)
  expect(await leaks(new Map([...secrets, ...links]), api.output(), dataDir)).toEqual([])
  expect(await leaks(secrets, '', copy)).toEqual([])
})
