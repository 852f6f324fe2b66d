import { performance } from 'node:perf_hooks'
import { archive, file } from '@engine/module-source/testing'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createModule, publish } from './module-requests.js'
import { countDistances, download } from './usage.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('olga')
await app.make.organization(owner, 'acme')

const address = 'acme/large/aws'
const versions = ['1.0.0', '1.1.0', '1.2.0']

/** 5,000 inputs that no other version has. */
function inputsOf(version: string): Buffer {
  const names = Array.from({ length: 5000 }, (_, n) => `v${version.replaceAll('.', '_')}_${n}`)
  const blocks = names.map((name) => `variable "${name}" {\n  type    = string\n  default = "${name}"\n}\n`)
  return archive(file('main.tf', blocks.join('')))
}

/** The part of the time in which the main thread was at work, however busy the machine is. */
async function busy(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).utilization
}

test('what a module holds is compared in threads: the main thread waits while it is counted and compared', async () => {
  await createModule(app, owner, address)
  for (const version of versions) await publish(app, owner, address, version, inputsOf(version))
  for (const version of versions) await download(app, owner, address, version)
  expect(await busy(() => countDistances(app))).toBeLessThan(0.5)
  expect(await app.prisma.moduleVersionDistance.count({ where: { breakingCount: 5000 } })).toBe(3)
  const of = { namespace: 'acme', name: 'large', provider: 'aws' }
  const { module } = await app.services.moduleAccess.module(owner.ctx, of, 'modules:read')
  const numbers = { from: '1.0.0', to: '1.1.0' }
  expect(await busy(() => app.services.moduleComparison.compare(owner.ctx, module, numbers))).toBeLessThan(
    0.6,
  )
})
