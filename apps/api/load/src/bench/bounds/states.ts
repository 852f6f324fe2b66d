import { createHash } from 'node:crypto'
import { pathOf } from '../../server/traffic.js'
import type { Closing } from '../../server/program.js'
import { BoundedSite, memoryRise, until } from './site.js'

const mebibyte = 1024 * 1024
const size = 240 * mebibyte
const reads = 30
const atOnce = 8

/** The longest time for which memory may take to come back, in milliseconds. */
export const settleTime = 10_000

/** Reads of the resources of one large state: bytes by which the resident memory of the API rises. */
export async function measureStates(checkout: string, closing: Closing) {
  const site = await BoundedSite.open(checkout, closing)
  await site.organization('acme')
  const path = await workspaceWith(site, stateOf())
  const ask = async () => (await site.root.ask({ kind: 'resources', path, status: 200 })).fault === ''
  // A build that reads the state behind its write is done when it answers.
  await until(ask, 120_000)
  await site.cost()
  const memory = async () => (await site.cost()).memory
  let left = reads
  const faults: string[] = []
  const read = async (): Promise<void> => {
    while (left-- > 0) {
      const { fault } = await site.root.ask({ kind: 'resources', path, status: 200 })
      if (fault !== '') faults.push(fault)
    }
  }
  const work = () => Promise.all(Array.from({ length: atOnce }, read))
  return { ...(await memoryRise(memory, work, settleTime)), faults: faults.length }
}

async function workspaceWith(site: BoundedSite, bytes: Buffer): Promise<string> {
  const url = 'https://releases.example/engine.zip'
  await site.post('/admin/engine-versions', 'engine-versions', {
    version: '1.0.0',
    url,
    sha: 'ab'.repeat(32),
  })
  const workspace = { name: 'large', 'engine-version': '1.0.0' }
  const { id } = await site.post('/organizations/acme/workspaces', 'workspaces', workspace)
  await site.post(`/workspaces/${id}/actions/lock`, 'workspaces', {}, 200)
  const announced = { serial: 1, lineage, md5: createHash('md5').update(bytes).digest('hex') }
  const { attributes } = await site.post(`/workspaces/${id}/state-versions`, 'state-versions', announced)
  const path = pathOf(attributes['hosted-state-upload-url'])
  await site.root.write({ kind: 'upload', method: 'PUT', path, status: 200, isSigned: true, bytes })
  return `/api/v2/workspaces/${id}/resources?page%5Bsize%5D=1`
}

const lineage = 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11'

/** Some 270,000 resources. */
function stateOf(): Buffer {
  const text = 'x'.repeat(700)
  const pieces: string[] = []
  for (let [n, length] = [0, 0]; length < size; n++) {
    const attributes = { id: `i-${n}`, text }
    const instances = [{ schema_version: 0, attributes, sensitive_attributes: [] }]
    const resource = { mode: 'managed', type: `kind_${n % 7}`, name: `n${n}`, provider, instances }
    pieces.push(JSON.stringify(resource))
    length += (pieces.at(-1)?.length ?? 0) + 1
  }
  const facts = `"version":4,"engine_version":"1.0.0","serial":1,"lineage":"${lineage}","outputs":{}`
  return Buffer.from(`{${facts},"resources":[${pieces.join(',')}]}`)
}

const provider = 'provider["a.test/b/c"]'
