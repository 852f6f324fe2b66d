import { createHash } from 'node:crypto'
import type { Rest } from './rest.js'

const lineage = '5c1a2b4e-77aa-4c5b-9d1f-3b8f0d6b2a90'

interface WrittenState {
  readonly serial: number
  /** Values by the addresses of resources without a module: `aws_vpc.main`. */
  readonly resources: Readonly<Record<string, readonly string[]>>
  readonly outputs?: Readonly<Record<string, object>>
}

function stateText({ serial, resources, outputs = {} }: WrittenState): string {
  const provider = 'provider["registry.example.com/acme/aws"]'
  const list = Object.entries(resources).map(([address, values]) => {
    const [type, name] = address.split('.')
    const instances = values.map((value, index) => ({ index_key: index, attributes: { value } }))
    return { mode: 'managed', type, name, provider, instances }
  })
  return JSON.stringify({ version: 4, engine_version: '1.11.4', serial, lineage, outputs, resources: list })
}

/** Writes a state as the CLI does, under a new lock. Returns the text that was written. */
export const writeState = (rest: Rest, workspaceId: string, state: WrittenState): Promise<string> =>
  writeStateText(rest, workspaceId, stateText(state))

/** The same of a state that the client encrypted. */
export async function writeEncryptedState(rest: Rest, workspaceId: string, serial: number): Promise<void> {
  const sealed = { meta: {}, encrypted_data: 'AAAA', encryption_version: 'v0' }
  await writeStateText(rest, workspaceId, JSON.stringify({ serial, lineage, ...sealed }))
}

/** The same for a text that may be of any format. */
export async function writeStateText(rest: Rest, workspaceId: string, text: string): Promise<string> {
  const path = `/workspaces/${workspaceId}`
  const { serial, lineage: of } = JSON.parse(text) as { serial: number; lineage: string }
  await rest.post(`${path}/actions/lock`, 'workspaces', { reason: 'OperationTypeApply' })
  await rest.create(`${path}/state-versions`, 'state-versions', {
    ...{ serial, lineage: of, md5: createHash('md5').update(text).digest('hex') },
    state: Buffer.from(text).toString('base64'),
  })
  await rest.post(`${path}/actions/unlock`, 'workspaces', {})
  return text
}
