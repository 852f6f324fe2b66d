import { createHash, randomBytes } from 'node:crypto'
import type { BenchClient } from './client.js'

const lineage = 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11'
const mebibyte = 1024 * 1024

/** A locked workspace, and what writes its next state of one MB as the CLI does: announced, then uploaded. */
export async function stateWriter(client: BenchClient, administrator: string): Promise<() => Promise<void>> {
  const send = async (method: 'POST', path: string, type: string, attributes: object) => {
    const body = JSON.stringify({ data: { type, attributes } })
    const answer = await client.ask(`/api/v2${path}`, administrator, {
      method,
      body,
      type: 'application/vnd.api+json',
    })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    const { data } = JSON.parse(answer.text) as { data: { id: string; attributes: Record<string, string> } }
    return data
  }
  const sha = 'ab'.repeat(32)
  const version = `1.0.${Date.now()}`
  const url = 'https://releases.example/engine.zip'
  await send('POST', '/admin/engine-versions', 'engine-versions', { version, url, sha })
  const workspace = { name: `written-${randomBytes(6).toString('hex')}`, 'engine-version': version }
  const { id } = await send('POST', '/organizations/team-0000/workspaces', 'workspaces', workspace)
  await send('POST', `/workspaces/${id}/actions/lock`, 'workspaces', {})
  let serial = 0
  return async () => {
    const state = stateOf(++serial)
    const md5 = createHash('md5').update(state).digest('hex')
    const announced = { serial, lineage, md5 }
    const { attributes } = await send('POST', `/workspaces/${id}/state-versions`, 'state-versions', announced)
    const { pathname, search } = new URL(attributes['hosted-state-upload-url'] ?? '')
    const type = 'application/json'
    const answer = await client.ask(pathname + search, undefined, { method: 'PUT', body: state, type })
    if (answer.status !== 200) throw new Error(`the upload was answered ${answer.status}: ${answer.text}`)
  }
}

/** Some 1,300 resources, each with what no compression makes small. */
function stateOf(serial: number): Buffer {
  const resources: object[] = []
  for (let size = 0; size < mebibyte; size += 800) {
    const attributes = {
      id: randomBytes(16).toString('hex'),
      arn: `arn:${size}`,
      tags: { text: 'x'.repeat(520) },
    }
    resources.push({
      ...{ mode: 'managed', type: `kind_${size % 7}`, name: `n${size}`, provider: 'provider["a.test/b/c"]' },
      instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
    })
  }
  return Buffer.from(
    JSON.stringify({ version: 4, engine_version: '1.0.0', serial, lineage, outputs: {}, resources }),
  )
}
