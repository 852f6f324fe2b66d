import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { counted } from '../engine-sightings/asking.js'
import { as, documentOf } from '../rest.js'
import { announced, openStateSetup, putTo, stateText } from './states.js'

const setup = await openStateSetup()
const { app, owner } = setup

const fork = (version: string) => ({
  'X-Terraform-Version': version,
  'User-Agent': `OpenTofu/${version.split('-')[0]} (+https://opentofu.test)`,
})
const engine = (version: string) => ({
  'X-Terraform-Version': version,
  'User-Agent': `Terraform/${version}`,
})

const made = (headers: Record<string, string>, attributes: object) =>
  as(app, owner).post('/organizations/Acme/workspaces', {
    body: documentOf('workspaces', { name: `workspace-${app.make.next()}`, ...attributes }),
    headers,
  })

rule('§19 states', 'The number of a fork counts as absent')
test.each(['1.12.6', '1.13.0-dev', '1.11.4'])(
  'a workspace that a fork makes: its number %s counts as absent, for a change too',
  async (version) => {
    const { status, text, body } = await made(fork(version), { 'terraform-version': version })
    expect(status, text).toBe(201)
    expect(body.data.attributes['terraform-version']).toBe('1.11.4')
    const change = documentOf('workspaces', { 'terraform-version': version, description: 'changed' })
    const changed = await as(app, owner).patch(`/workspaces/${body.data.id}`, {
      body: change,
      headers: fork(version),
    })
    expect([changed.status, changed.body.data.attributes]).toMatchObject([
      200,
      { 'terraform-version': '1.11.4', description: 'changed' },
    ])
  },
)

test('a workspace that the engine itself makes: a number that is not known here is 422', async () => {
  const { status, body } = await made(engine('1.12.6'), { 'terraform-version': '1.12.6' })
  expect([status, body.errors[0].detail]).toEqual([
    422,
    expect.stringContaining('1.12.6 is not known; use 1.11.4'),
  ])
})

rule('§19 states', 'A state that a fork wrote is no run of the engine')
test('a state that a fork wrote, inline or by its link: is a run of the fork, not of the engine', async () => {
  const inline = await setup.lockedWorkspace()
  const linked = await setup.lockedWorkspace()
  const text = stateText().replace('1.11.4', '1.12.6')
  const write = (id: string, headers: Record<string, string>, isInline: boolean) =>
    as(app, owner).post(`/workspaces/${id}/state-versions`, { body: announced(text, {}, isInline), headers })
  expect((await write(inline, fork('1.12.6'), true)).status).toBe(201)
  const { body } = await write(linked, fork('1.12.6'), false)
  expect(await putTo(app, body.data.attributes['hosted-state-upload-url'], text)).toBe(200)
  const own = await setup.lockedWorkspace()
  expect((await write(own, engine('1.12.6'), true)).status).toBe(201)
  expect(await counted(app, owner)).toMatchObject([
    { engine: 'engine', version: '1.12.6', requests: 1 },
    { engine: 'fork', version: '1.12.6', requests: 2 },
  ])
})
