import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { create } from 'tar'
import type { BenchClient } from './client.js'

const sources = fileURLToPath(new URL('../../../../../prisma/seed/modules/', import.meta.url))

/** A new module, and what publishes its next version: the number, then the archive. */
export async function publisher(client: BenchClient, token: string): Promise<() => Promise<void>> {
  const namespace = 'team-0000'
  const name = `published-${randomBytes(6).toString('hex')}`
  const modules = `/organizations/${namespace}/registry-modules`
  await client.post(modules, token, 'registry-modules', { name, provider: 'aws' })
  const versions = `${modules}/private/${namespace}/${name}/aws/versions`
  const archive = await buffer(create({ gzip: true, cwd: `${sources}network` }, ['.']))
  let patch = 0
  return async () => {
    const version = `1.0.${patch++}`
    const { links } = await client.post(versions, token, 'registry-module-versions', { version })
    await client.upload(links.upload, archive)
  }
}

const lineage = 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11'
const mebibyte = 1024 * 1024

/** A locked workspace, and what writes its next state of one MB as the CLI does: announced, then uploaded. */
export async function stateWriter(client: BenchClient, administrator: string): Promise<() => Promise<void>> {
  const post = (path: string, type: string, attributes: object) =>
    client.post(path, administrator, type, attributes)
  const version = `1.0.${Date.now()}`
  const url = 'https://releases.example/engine.zip'
  await post('/admin/engine-versions', 'engine-versions', { version, url, sha: 'ab'.repeat(32) })
  const workspace = { name: `written-${randomBytes(6).toString('hex')}`, 'engine-version': version }
  const { id } = await post('/organizations/team-0000/workspaces', 'workspaces', workspace)
  await post(`/workspaces/${id}/actions/lock`, 'workspaces', {})
  let serial = 0
  return async () => {
    const state = stateOf(++serial)
    const announced = { serial, lineage, md5: createHash('md5').update(state).digest('hex') }
    const { attributes } = await post(`/workspaces/${id}/state-versions`, 'state-versions', announced)
    await client.upload(attributes['hosted-state-upload-url'] ?? '', state)
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
