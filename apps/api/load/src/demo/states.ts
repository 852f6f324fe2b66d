import { createHash } from 'node:crypto'
import type { Services } from '#api/services.js'
import type { OperationContext } from '#api/kernel/context.js'
import { daysAgo } from './traffic.js'

const minutesOfADay = 24 * 60

/** States of an organization in the sample, by the names of its workspaces. */
export type SampleStates = Readonly<Record<string, SampleWorkspace>>

interface SampleWorkspace {
  readonly lineage: string
  /** Held by the administrator. */
  readonly lock?: { readonly minutesAgo: number; readonly reason: string }
  /** The oldest first; their serials count from 1. */
  readonly versions: readonly SampleState[]
}

interface SampleState {
  readonly daysAgo: number
  readonly engineVersion: string
  /** Number of resources by address; a new revision means a new value. */
  readonly resources: Readonly<Record<string, number | { readonly count: number; readonly revision: number }>>
  readonly outputs?: Readonly<Record<string, unknown>>
  /** Names of outputs; their values are made up. */
  readonly sensitive?: readonly string[]
}

/** Seeds states through the services, so that the platform's key encrypts each one and the audit log records it. */
export async function seedStates(
  services: Services,
  ctx: OperationContext,
  organization: string,
  { states, host }: { readonly states: SampleStates; readonly host: string },
): Promise<void> {
  for (const [name, { lineage, lock, versions }] of Object.entries(states)) {
    const { workspace } = await services.workspaces.access(ctx, organization, name, 'workspaces:read')
    for (const [index, version] of versions.entries()) {
      const then = daysAgo(ctx, version.daysAgo)
      const state = stateOf(version, { serial: index + 1, lineage, host })
      await services.workspaceLocks.lock(then, workspace.id, { reason: 'Sample' })
      await services.stateWrites.create(then, workspace.id, {
        ...{ serial: index + 1, lineage, md5: createHash('md5').update(state).digest('hex') },
        state: state.toString('base64'),
      })
      await services.workspaceLocks.unlock(then, workspace.id, {})
    }
    if (lock)
      await services.workspaceLocks.lock(daysAgo(ctx, lock.minutesAgo / minutesOfADay), workspace.id, lock)
  }
}

function stateOf(
  { engineVersion, ...state }: SampleState,
  { serial, lineage, host }: { serial: number; lineage: string; host: string },
): Buffer {
  const { resources, outputs = {}, sensitive = [] } = state
  const text = JSON.stringify({
    ...{ version: 4, engine_version: engineVersion, serial, lineage },
    outputs: {
      ...Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, outputOf(value)])),
      ...Object.fromEntries(
        sensitive.map((name) => [name, { ...outputOf(`made up for ${name}`), sensitive: true }]),
      ),
    },
    resources: Object.entries(resources).map(([address, many]) => resourceOf(address, many, host)),
  })
  return Buffer.from(text)
}

function outputOf(value: unknown): { value: unknown; type: unknown } {
  if (Array.isArray(value)) return { value, type: ['tuple', value.map(() => 'string')] }
  if (typeof value !== 'object' || value === null) return { value, type: 'string' }
  const types = Object.entries(value).map(([key, each]) => [
    key,
    typeof each === 'boolean' ? 'bool' : 'string',
  ])
  return { value, type: ['object', Object.fromEntries(types)] }
}

/** `module.network.aws_subnet.private`, `data.aws_availability_zones.here`, `aws_kms_key.logs`. */
function resourceOf(address: string, many: SampleState['resources'][string], host: string): object {
  const { count, revision } = typeof many === 'number' ? { count: many, revision: 1 } : many
  const [, module, mode, type = '', name = ''] =
    /^(module\.\w+)?\.?(data)?\.?(\w+)\.(\w+)$/.exec(address) ?? []
  return {
    ...(module && { module }),
    ...{ mode: mode ? 'data' : 'managed', type, name },
    provider: `provider["${host}/platform/${type.split('_')[0]}"]`,
    instances: Array.from({ length: count }, (_, index) => ({
      ...(count > 1 && { index_key: index }),
      schema_version: 0,
      attributes: { id: `${name}-${index}`, revision },
    })),
  }
}
