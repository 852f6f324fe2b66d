import { archive, file } from '@engine/module-source/testing'
import { days, later } from '../../src/kernel/clock.js'
import type { OperationContext } from '../../src/kernel/context.js'
import type { TestApp } from '../app.js'
import { must } from '../rest.js'
import { silentLog } from '../silent-log.js'
import { publish, registry, versionIdOf, type Caller } from './module-requests.js'

/** An archive with these inputs, all optional for callers, and these outputs. */
export const declaring = (inputs: readonly string[], outputs: readonly string[] = []): Buffer =>
  archive(
    file(
      'main.tf',
      [
        ...inputs.map((name) => `variable "${name}" { default = 1 }\n`),
        ...outputs.map((name) => `output "${name}" { value = 1 }\n`),
      ].join(''),
    ),
  )

export async function publishDeclaring(
  app: TestApp,
  by: Caller,
  address: string,
  versions: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [version, inputs] of Object.entries(versions))
    await publish(app, by, address, version, declaring(inputs))
}

export const system = ({ clock }: Pick<TestApp, 'clock'>): OperationContext => ({
  actor: { type: 'system', name: 'the schedule' },
  face: 'system',
  requestId: 'test',
  clock,
  log: silentLog,
})

/** Downloads a version this number of times, and has the count written. */
export async function download(
  app: TestApp,
  by: Caller,
  address: string,
  version: string,
  times = 1,
): Promise<void> {
  for (let n = 0; n < times; n++) await must(registry(app, by, `/v1/modules/${address}/${version}/download`))
  await app.services.moduleDownloads.stop(system(app))
}

/** Counts what lists show of the ways between versions, as a job does each second. */
export const countDistances = (app: TestApp): Promise<void> => app.services.moduleDistances.count(system(app))

/** Records that a token downloaded a version that many days ago. */
export async function downloaded(
  app: TestApp,
  address: string,
  version: string,
  { ago = 0, credentialId = 'at-x', organizationId = '', count = 1 } = {},
): Promise<void> {
  const id = await versionIdOf(app, address, version)
  const { moduleId } = await app.prisma.moduleVersion.findUniqueOrThrow({ where: { id } })
  const day = later(app.clock.now(), -days(ago))
  await app.prisma.moduleDownload.create({
    data: { moduleId, version, day, credentialId, organizationId, count },
  })
}
