import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { as, documentOf } from '../rest.js'

export const lineage = 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11'

export interface StateOptions {
  readonly serial?: number
  readonly lineage?: string
  readonly resources?: readonly object[]
  readonly outputs?: Readonly<Record<string, object>>
}

/** A state as the engine writes it. */
export function stateText({
  serial = 1,
  lineage: of = lineage,
  resources = [],
  outputs = {},
}: StateOptions = {}): string {
  const head = { version: 4, terraform_version: '1.11.4', serial, lineage: of }
  return `${JSON.stringify({ ...head, outputs, resources, check_results: null }, null, 2)}\n`
}

/** Makes a number of resources of one type. */
export const resources = (count: number, type = 'terraform_data'): object => ({
  mode: 'managed',
  type,
  name: 'it',
  provider: 'provider["terraform.io/builtin/terraform"]',
  instances: Array.from({ length: count }, (_, index) => ({
    index_key: index,
    attributes: { id: `i${index}` },
  })),
})

export const md5Of = (text: string): string => createHash('md5').update(text).digest('hex')

/** Attributes that announce a state, with its bytes or for an upload. */
export function announced(text: string, more: object = {}, isInline = true) {
  const { serial, lineage: of } = JSON.parse(text) as { serial: number; lineage: string }
  const state = isInline ? { state: Buffer.from(text).toString('base64') } : {}
  return { data: { type: '', attributes: { serial, lineage: of, md5: md5Of(text), ...state, ...more } } }
}

export type StateSetup = Awaited<ReturnType<typeof openStateSetup>>

/** An organization with an engine version, and what a client does to the states of its workspaces. */
export async function openStateSetup(env: Record<string, string> = {}) {
  const app = await startTestApp({ ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent', ...env })
  const admin = await app.make.administrator()
  const owner = await app.make.user('ana')
  const acme = await app.make.organization(owner, 'Acme')
  await app.make.engineVersion(admin, '1.11.4')
  /** The id of a new workspace. */
  const workspace = async () => (await app.make.workspace(owner, acme, '1.11.4')).id
  const lock = async (id: string, by = owner, reason = 'Locked by the engine') => {
    const body = documentOf('', { reason })
    const { status, text } = await as(app, by).post(`/workspaces/${id}/actions/lock`, { body })
    expect(status, text).toBe(200)
  }
  const unlock = async (id: string, by = owner) => {
    const { status, text } = await as(app, by).post(`/workspaces/${id}/actions/unlock`)
    expect(status, text).toBe(200)
  }
  return {
    ...{ app, admin, owner, acme, workspace, lock, unlock },
    async lockedWorkspace(): Promise<string> {
      const id = await workspace()
      await lock(id)
      return id
    },
    /** The whole protocol of one write; the id of its version. */
    async write(id: string, text: string, by = owner): Promise<string> {
      await lock(id, by)
      const answer = await as(app, by).post(`/workspaces/${id}/state-versions`, { body: announced(text) })
      expect(answer.status, answer.text).toBe(201)
      await unlock(id, by)
      return answer.body.data.id
    },
  }
}

/** Asks by a link, as clients do: without a token. */
export function byLink(app: TestApp, link: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(link)
  return fetch(`${app.url}${pathname}${search}`, init)
}

export const putTo = async (app: TestApp, link: string, text: string): Promise<number> =>
  (await byLink(app, link, { method: 'PUT', body: text })).status
