import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { create } from 'tar'
import { createModule, publishVersion } from '../server/publishing.js'
import { dataOf, pathOf, type Traffic } from '../server/traffic.js'

const sources = fileURLToPath(new URL('../../../../../prisma/seed/modules/', import.meta.url))

/** A new module, and what publishes its next version: the number, then the archive. */
export async function publisher(client: Traffic): Promise<() => Promise<void>> {
  const module = await createModule(client, `team-0000/published-${randomBytes(6).toString('hex')}/aws`)
  const archive = await buffer(create({ gzip: true, cwd: `${sources}network` }, ['.']))
  let patch = 0
  return () => publishVersion(client, module, `1.0.${patch++}`, archive)
}

const lineage = 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11'
const mebibyte = 1024 * 1024

/** A locked workspace, and what writes its next state of one MB as the CLI does: announced, then uploaded. */
export async function stateWriter(client: Traffic): Promise<() => Promise<unknown>> {
  const kind = 'write a state'
  const post = async (path: string, type: string, attributes: object, status = 201) => {
    const asked = { kind, method: 'POST', path: `/api/v2${path}`, status } as const
    return dataOf(await client.write({ ...asked, data: { type, attributes } }))
  }
  const version = `1.0.${Date.now()}`
  const url = 'https://releases.example/engine.zip'
  await post('/admin/engine-versions', 'engine-versions', { version, url, sha: 'ab'.repeat(32) })
  const workspace = { name: `written-${randomBytes(6).toString('hex')}`, 'engine-version': version }
  const { id } = await post('/organizations/team-0000/workspaces', 'workspaces', workspace)
  await post(`/workspaces/${id}/actions/lock`, 'workspaces', {}, 200)
  let serial = 0
  return async () => {
    const bytes = stateOf(++serial)
    const announced = { serial, lineage, md5: createHash('md5').update(bytes).digest('hex') }
    const { attributes } = await post(`/workspaces/${id}/state-versions`, 'state-versions', announced)
    const path = pathOf(attributes['hosted-state-upload-url'])
    return client.write({ kind, method: 'PUT', path, status: 200, isSigned: true, bytes })
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
