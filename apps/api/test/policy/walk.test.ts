import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aliasesOf } from '../../src/http/aliases.js'
import type { Method } from '../../src/rest/jsonapi/resource.js'
import { catalogue } from '../../src/rest/catalogue.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { setUpPath } from '../../src/rest/accounts/set-up.routes.js'
import { startTestApp, type TestApp } from '../app.js'
import { as } from '../rest.js'
import { everyCaller, type Callers } from './callers.js'
import { goldenLine } from './golden.js'
import { askEach } from './things.js'

let app: TestApp
let callers: Callers

beforeAll(async () => {
  app = await startTestApp({ ENGINE_ALIASES: 'terraform' })
  callers = await everyCaller(app)
})
afterAll(() => app.stop())

/** Routes without the set-up, which takes at most five tries a minute. */
const table = Object.entries(catalogue({} as FaceServices)).filter(([route]) => route !== setUpPath)

/** Status for a caller; bodies are empty, so that a caller who may write gets the missing attributes (422). */
async function statusOf(method: Method, path: string, bearer: string | undefined): Promise<number> {
  const ask = as(app, bearer)
  const body = method !== 'GET' && method !== 'DELETE' ? {} : undefined
  const verb = method.toLowerCase() as Lowercase<typeof method>
  return (await ask[verb](path, body === undefined ? {} : { body })).status
}

rule('§2 hiding', 'Every route answers every kind of caller as the golden file says')
test('every route as every caller, on neutral and alias paths, answers as the golden file says', async () => {
  const names = Object.keys(callers.bearers)
  const lines = [goldenLine('', names)]
  for (const [route, { operations }] of table)
    for (const { name } of aliasesOf(route, ['terraform']))
      for (const method of new Set([...(Object.keys(operations) as Method[]), 'PUT' as const])) {
        const bearers = Object.values(callers.bearers)
        const statuses = await askEach({ app, callers, route, method }, bearers, (path, bearer) =>
          statusOf(method, path.replace(route.split('/:')[0] ?? '', name.split('/:')[0] ?? ''), bearer),
        )
        lines.push(goldenLine(`${method} ${name}`, statuses))
      }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('walk.golden.txt')
}, 480_000)
