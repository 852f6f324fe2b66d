import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import type { ApiProcess } from '../process/api-process.js'
import { RegistrySite } from '../process/registry-process.js'
import { watched } from '../process/watch-process.js'
import { host, mount, startOrigin } from './controlled.js'

const origin = await startOrigin()
let site: RegistrySite
let api: ApiProcess

beforeAll(async () => {
  const { url } = origin.twin
  site = await RegistrySite.open({
    PUBLIC_REGISTRY_URL: url,
    PUBLIC_REGISTRY_HOST: host,
    PROVIDER_WATCH: '0s',
  })
  api = await site.start()
}, 60_000)
afterAll(() => site?.close())

/** First looks at as many providers, 4 at a time. */
async function look(things: readonly ProviderTwin[]): Promise<void> {
  for (let start = 0; start < things.length; start += 4)
    await Promise.all(
      things.slice(start, start + 4).map(async ({ name }) => {
        expect((await site.get(api, `${mount}/acme/${name}/versions`)).status).toBe(200)
      }),
    )
}

rule('§14 watch', 'A look at 200 providers with 4 at a time keeps `/livez` under 250 ms')
test('the process answers while it looks at 200 providers', async () => {
  const things = await Promise.all(Array.from({ length: 204 }, () => origin.provider(['1.0.0', '1.1.0'])))
  // What is done for the first time takes longer.
  await look(things.slice(200))
  const idle = await watched(api, () => new Promise((done) => setTimeout(done, 3000)))
  const busy = await watched(api, () => look(things.slice(0, 200)))
  console.log('looks', JSON.stringify({ idle, busy }))
  // Beside that of a machine that does other work.
  expect(busy.slowest).toBeLessThan(Math.max(250, 5 * idle.slowest))
}, 300_000)
