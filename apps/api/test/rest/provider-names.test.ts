import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createProvider, providerPath } from '../providers.js'
import { as, graphql } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user()
await app.make.organization(owner, 'Acme')
await app.make.organization(owner, 'my_org')

rule('§18 names', 'Names that no CLI can ask for are taken, and told at once in every document')
test.each([
  ['Acme', 'my_cloud', /it has an underscore/],
  ['Acme', 'a--b', /two hyphens in a row/],
  ['Acme', '-lead', /begins with a hyphen/],
  ['Acme', 'trail-', /ends with a hyphen/],
  ['Acme', 'terraform-foo', /Name it foo\.$/],
  ['Acme', 'terraform-provider-bar', /Name it bar\.$/],
  ['my_org', 'cloud', /namespace my_org: it has an underscore/],
])('%s/%s is created, and its documents have a warning', async (org, name, sentence) => {
  const address = `${org}/private/${org}/${name}`
  const body = {
    data: { type: 'registry-providers', attributes: { name, namespace: org, 'registry-name': 'private' } },
  }
  const created = await as(app, owner).post(`/organizations/${org}/registry-providers`, { body })
  expect(created.status, created.text).toBe(201)
  const { warnings } = created.body.data.attributes
  expect(warnings).toEqual([expect.stringMatching(sentence)])
  const shown = await as(app, owner).get(providerPath(address))
  const list = await as(app, owner).get(`/organizations/${org}/registry-providers`)
  const listed = list.body.data.find((each: { id: string }) => each.id === created.body.data.id)
  expect([shown.body.data.attributes.warnings, listed.attributes.warnings]).toEqual([warnings, warnings])
  const query = 'query ($id: ID!) { registryProvider(id: $id) { warnings } }'
  const { data } = await graphql(app, owner.token, query, { id: created.body.data.id })
  expect(data['registryProvider']).toEqual({ warnings })
})

test('a name that the CLI can ask for has no warnings', async () => {
  await createProvider(app, owner, 'Acme/private/Acme/my-cloud')
  const { body } = await as(app, owner).get(providerPath('Acme/private/Acme/my-cloud'))
  expect(body.data.attributes.warnings).toEqual([])
})
