import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf, jsonApi } from '../rest.js'
import { lineage } from '../states/states.js'
import { createVersion, type ApiProcess } from './api-process.js'
import { memoryRise, residentOf } from './memory.js'
import { RegistrySite } from './registry-process.js'

const mebibyte = 1024 * 1024
const size = 240 * mebibyte
/** The limits of §19, in MiB: what memory rises by for pages, and how many whole states are there at once else. */
const most = { forPages: 200, states: 4 }

let site: RegistrySite
let api: ApiProcess
beforeAll(async () => {
  site = await RegistrySite.open({ STATE_UPLOAD_LIMIT: String(256 * mebibyte) })
  api = await site.start()
  await createVersion(api, site.token, '1.11.4')
})
afterAll(() => site.close())

/** A state of 240 MiB: resources of a kilobyte each. */
function largeState(serial: number): Buffer<ArrayBuffer> {
  const head = { version: 4, terraform_version: '1.11.4', serial, lineage, outputs: {} }
  const bytes = Buffer.alloc(size)
  let at = bytes.write(`${JSON.stringify(head).slice(0, -1)},"resources":[`)
  const provider = 'provider["registry.example/acme/cloud"]'
  for (let index = 0; at < size - 2000; index++) {
    const it = { mode: 'managed', type: 'cloud_vm', name: `vm${index}`, provider }
    const instances = [{ schema_version: 0, attributes: { id: `${serial} ${index}`, text: 'x'.repeat(900) } }]
    at += bytes.write(`${index === 0 ? '' : ','}${JSON.stringify({ ...it, instances })}`, at)
  }
  at += bytes.write(']}', at)
  return bytes.subarray(0, at)
}

async function ask(path: string, body?: object, method = body ? 'POST' : 'GET') {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${site.token}`,
      'Content-Type': path === '/graphql' ? 'application/json' : jsonApi,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([answer.ok, text.includes('"errors"')], text).toEqual([true, false])
  return JSON.parse(text) as { readonly data: Data }
}

interface Data {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
}

async function lockedWorkspace(name: string): Promise<string> {
  const { data } = await ask('/api/v2/organizations/acme/workspaces', documentOf('workspaces', { name }))
  await ask(`/api/v2/workspaces/${data.id}/actions/lock`, documentOf('', {}))
  return data.id
}

/** Writes a state as clients do; the id of its version. */
async function write(workspace: string, serial: number, state: Buffer<ArrayBuffer>): Promise<string> {
  const md5 = createHash('md5').update(state).digest('hex')
  const announced = documentOf('state-versions', { serial, lineage, md5 })
  const { data } = await ask(`/api/v2/workspaces/${workspace}/state-versions`, announced)
  const { pathname, search } = new URL(data.attributes['hosted-state-upload-url'] ?? '')
  const answer = await fetch(`${api.url}${pathname}${search}`, { method: 'PUT', body: state })
  expect(answer.status).toBe(200)
  return data.id
}

const resident = () => residentOf(api)
const riseDuring = (work: () => Promise<unknown>) => memoryRise(api, work)

/** Repeats work a number of times, a few at once. */
async function atOnce(times: number, clients: number, work: () => Promise<unknown>): Promise<void> {
  const client = async () => {
    while (times-- > 0) await work()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function expectBack(before: number, within: number): Promise<void> {
  await expect.poll(resident, { timeout: 10_000 }).toBeLessThan(before + within)
}

test.runIf(process.platform === 'linux')(
  'thirty looks at the resources of a state of 240 MiB cost no memory of its size, and all of it comes back',
  async () => {
    const id = await lockedWorkspace('looked-at')
    await write(id, 1, largeState(1))
    const look = () => ask(`/api/v2/workspaces/${id}/resources?page[size]=100&page[number]=1000`)
    const { before, rise } = await riseDuring(() => atOnce(30, 8, look))
    expect(rise).toBeLessThan(most.forPages)
    await expectBack(before, most.forPages)
  },
)

test.runIf(process.platform === 'linux')(
  'uploads, comparisons, searches and rollbacks of states of 240 MiB hold a few of them at once, and give them back',
  async () => {
    const id = await lockedWorkspace('written')
    const first = await write(id, 1, largeState(1))
    const second = await write(id, 2, largeState(2))
    const others = await Promise.all(['one', 'two', 'three'].map((name) => lockedWorkspace(name)))
    const third = largeState(3)
    const graphql = (query: string) => ask('/graphql', { query })
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      uploads: () => Promise.all(others.map((other) => write(other, 3, third))),
      comparisons: () =>
        atOnce(6, 6, () =>
          graphql(`{ stateComparison(id: "${second}", fromId: "${first}") { resources { changed } } }`),
        ),
      searches: () =>
        atOnce(12, 6, () =>
          graphql(`{ currentStateResources(workspaceId: "${id}", search: "vm77") { totalCount } }`),
        ),
      rollback: async () => {
        const to = { data: { type: 'state-versions', id: first } }
        const data = { type: 'state-versions', relationships: { 'rollback-state-version': to } }
        await ask(`/api/v2/workspaces/${id}/state-versions`, { data }, 'PATCH')
      },
    }
    for (const [name, work] of Object.entries(works)) {
      const { before, rise } = await riseDuring(work)
      expect(rise, name).toBeLessThan((most.states * size) / mebibyte + most.forPages)
      await expectBack(before, most.forPages)
    }
  },
)
