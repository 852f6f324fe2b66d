import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createModule, publish } from '../modules/module-requests.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp()
const owner = await app.make.user()
await app.make.organization(owner, 'acme')
await createModule(app, owner, 'acme/network/aws')
await publish(app, owner, 'acme/network/aws', '1.0.0')
const stranger = await app.make.user()

const asks = [
  ['get', '/v1/modules/NAME/network/aws/versions'],
  ['get', '/v1/modules/NAME/network/aws'],
  ['get', '/v1/modules/NAME/network/aws/1.0.0/download'],
  ['get', '/v1/modules/NAME/other/aws/versions'],
  ['get', '/v1/providers/NAME/cloud/versions'],
  ['get', '/api/v2/organizations/NAME'],
  ['get', '/api/v2/organizations/NAME/workspaces'],
  ['get', '/api/v2/organizations/NAME/workspaces/production'],
  ['get', '/api/v2/organizations/NAME/teams'],
  ['get', '/api/v2/organizations/NAME/registry-modules/private/NAME/network/aws'],
  ['patch', '/api/v2/organizations/NAME'],
  ['delete', '/api/v2/organizations/NAME'],
  ['post', '/api/v2/organizations/NAME/workspaces'],
] as const

/** The statements that a stranger's request takes once the stranger is known. */
async function statementsFor(method: (typeof asks)[number][0], path: string): Promise<string[]> {
  const call = () => app.http[method](path).set('Authorization', `Bearer ${stranger.token}`)
  await call()
  const { answer, own } = await statementsOf(app, call)
  expect(answer.status).toBe(404)
  return own.map(({ text }) => text)
}

test.each(asks)(
  'what a caller may not know of costs as much as nothing: %s %s takes the same statements for both',
  async (method, path) => {
    const hidden = await statementsFor(method, path.replaceAll('NAME', 'acme'))
    expect(hidden).toEqual(await statementsFor(method, path.replaceAll('NAME', 'none')))
  },
)
