import { rule } from '@engine/shared/rule'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, expectDetails } from '../rest.js'
import { createModule } from './module-requests.js'

const app = await startTestApp()
const owner = await app.make.user('ana')

describe('the list', () => {
  const clients = '/organizations/clients/registry-modules'
  const found = async (query: string) => {
    const { status, body } = await as(app, owner).get(`${clients}?${query}`)
    expect(status, query).toBe(200)
    const names = body.data.map(({ attributes }: { attributes: { name: string; provider: string } }) => {
      return `${attributes.name}/${attributes.provider}`
    })
    expect(body.meta.pagination['total-count']).toBe(names.length)
    return names
  }

  beforeAll(async () => {
    await app.make.organization(owner, 'clients')
    for (const name of ['Network/aws', 'network/azure', 'aws-names/google', 'a_b/google'])
      await createModule(app, owner, `clients/${name}`)
  })

  rule('§11 module lists', '`q`, `filter[provider]`, `filter[registry_name]`, `filter[organization_name]`')
  test('is searched by a part of name or provider, and narrowed as real clients do', async () => {
    const all = ['Network/aws', 'a_b/google', 'aws-names/google', 'network/azure']
    expect(await found('')).toEqual(all)
    expect(await found('q=NETW')).toEqual(['Network/aws', 'network/azure'])
    expect(await found('q=aws')).toEqual(['Network/aws', 'aws-names/google'])
    expect(await found('q=_')).toEqual(['a_b/google'])
    expect(await found('filter[provider]=google')).toEqual(['a_b/google', 'aws-names/google'])
    expect(await found('filter[provider]=goog')).toEqual([])
    expect(await found('q=aws&filter[provider]=google')).toEqual(['aws-names/google'])
    expect(await found('filter[registry_name]=private')).toEqual(all)
    expect(await found('filter[registry_name]=public')).toEqual([])
    expect(await found('filter[organization_name]=clients')).toEqual(all)
    expect(await found('filter[organization_name]=acme')).toEqual([])
    const wrong = await as(app, owner).get(`${clients}?filter[registry_name]=other&filter[name]=x`)
    expectDetails(
      wrong,
      400,
      'filter[name] is not a parameter of this list',
      'filter[registry_name] is invalid',
    )
  })

  rule('§11 module lists', '`include=no-code-modules` is accepted and includes nothing')
  test('takes include=no-code-modules, and no other include', async () => {
    const { status, body } = await as(app, owner).get(`${clients}?include=no-code-modules`)
    expect([status, body.data.length, body.included]).toEqual([200, 4, undefined])
    expect((await as(app, owner).get(`${clients}?include=organization`)).status).toBe(400)
  })
})
