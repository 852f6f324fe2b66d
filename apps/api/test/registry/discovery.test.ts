import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { publishModule, registry } from '../modules/module-requests.js'

const app = await startTestApp({ ENGINE_ALIASES: 'terraform' })

rule('§8 discovery', 'The well-known document is `application/json` and names every service, in every word')
test('the well-known document names every service, in every word', async () => {
  for (const word of ['engine', 'terraform']) {
    const answer = await app.http.get(`/.well-known/${word}.json`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    const { 'login.v1': login, ...services } = answer.body
    expect(login).toMatchObject({ token: '/api/oauth/token' })
    expect(services).toEqual({
      'modules.v1': '/v1/modules/',
      'providers.v1': '/v1/providers/',
      'public.modules.v1': '/api/registry/public/v1/modules/',
      'public.providers.v1': '/api/registry/public/v1/providers/',
      'tfe.v2': '/api/v2/',
      'tfe.v2.1': '/api/v2/',
      'tfe.v2.2': '/api/v2/',
      'state.v2': '/api/v2/',
    })
    for (const base of Object.values(services)) expect(base).toMatch(/\/$/)
  }
})

rule(
  'Spec authentication',
  '`modules.v1` names the base, which ends with a slash, and paths are appended to it',
)
test('what it names for modules is where modules are found, paths appended as they are', async () => {
  const owner = await app.make.user()
  await app.make.organization(owner, 'acme')
  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  const base = (await app.http.get('/.well-known/engine.json')).body['modules.v1'] as string
  for (const path of ['acme/network/aws/versions', 'acme/network/aws/1.0.0', 'search?q=network', ''])
    expect((await registry(app, owner, `${base}${path}`)).status, path).toBe(200)
})
