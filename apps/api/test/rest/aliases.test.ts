import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { as, documentOf } from '../rest.js'

const app = await startTestApp({ ENGINE_ALIASES: 'terraform,orbit' })
const admin = await app.make.administrator()

const url = 'https://releases.example/engine.zip'

rule(
  '§1 aliases',
  'Each path segment that holds `engine` has a twin; the path decides the resource type of request and response',
)
test('the path decides the resource type, in requests and answers', async () => {
  const attributes = { version: '1.0.0', url, sha }
  const made = await as(app, admin).post('/admin/terraform-versions', {
    body: documentOf('terraform-versions', attributes),
  })
  expect([made.status, made.body.data.type]).toEqual([201, 'terraform-versions'])
  const { id } = made.body.data
  expect((await as(app, admin).get(`/admin/orbit-versions/${id}`)).body.data.type).toBe('orbit-versions')
  expect((await as(app, admin).get(`/admin/engine-versions/${id}`)).body.data.type).toBe('engine-versions')
  const list = await as(app, admin).get('/admin/terraform-versions')
  expect(list.body.data.map((each: { type: string }) => each.type)).toEqual(['terraform-versions'])
  expect(list.body.links.self).toContain('/api/v2/admin/terraform-versions?')
  const wrong = await as(app, admin).post('/admin/terraform-versions', {
    body: documentOf('engine-versions', { ...attributes, version: '1.0.1' }),
  })
  expect([wrong.status, wrong.body.errors[0].source.pointer]).toEqual([422, '/data/type'])
})

rule('§1 aliases', 'A word that is no alias is not found')
test('a word that is no alias is not found', async () => {
  expect((await as(app, admin).get('/admin/comet-versions')).status).toBe(404)
})

rule('§1 aliases', 'The well-known document answers under each word')
rule('§8 discovery', 'It needs no token')
test('discovery answers under every word, without a token', async () => {
  for (const word of ['engine', 'terraform', 'orbit']) {
    const answer = await app.http.get(`/.well-known/${word}.json`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.body).toMatchObject({ 'modules.v1': '/v1/modules/', 'tfe.v2': '/api/v2/' })
  }
  expect((await app.http.get('/.well-known/comet.json')).status).toBe(404)
})
