import { rule } from '@engine/shared/rule'
import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../rest.js'
import { namesIn, openSite } from './admin-organizations.js'

const { app, admin } = await openSite()

describe('the list', () => {
  const names = async (query: string) => namesIn(await as(app, admin).get(`/admin/organizations?${query}`))

  beforeAll(async () => {
    const holder = await app.make.user()
    for (const name of ['Zeta_one', 'zeta-two', 'Beta%x', 'zeta-three'].map((n) => n.replace('%', '-')))
      await app.make.organization(holder, name)
    const { organizations } = app.services
    await organizations.create(holder.ctx, { name: 'mailers', email: 'zeta@post.example' })
    const two = await app.services.adminOrganizations.find(admin.ctx, 'zeta-two')
    await app.services.adminOrganizations.update(admin.ctx, two.id, { isDisabled: true })
    const three = await app.services.adminOrganizations.find(admin.ctx, 'zeta-three')
    await app.services.adminOrganizations.update(admin.ctx, three.id, { globalModuleSharing: true })
    const one = await app.services.adminOrganizations.find(admin.ctx, 'Zeta_one')
    await app.services.registryPartnerships.setConsumers(admin.ctx, one.id, 'modules', ['mailers'])
  })

  rule('§2 sorting', 'Organizations of the site by name, byte by byte')
  test('is sorted by name, by bytes, and includes disabled organizations', async () => {
    expect(await names('q=zeta')).toEqual(['Zeta_one', 'mailers', 'zeta-three', 'zeta-two'])
  })

  rule(
    'Spec organizations',
    '`q` searches name and notification e-mail and wins over `q[name]` and `q[email]`, which both must match',
  )
  rule('§5 list', '`q`, `q[name]` and `q[email]` are case-insensitive substrings')
  test('q searches name and e-mail address in any case and wins over q[name] and q[email]', async () => {
    expect(await names('q=ZETA-T&q[name]=nothing&q[email]=nothing')).toEqual(['zeta-three', 'zeta-two'])
    expect(await names('q[name]=ZETA')).toEqual(['Zeta_one', 'zeta-three', 'zeta-two'])
    expect(await names('q[email]=Zeta')).toEqual(['Zeta_one', 'mailers', 'zeta-three', 'zeta-two'])
    expect(await names('q[name]=mail&q[email]=post')).toEqual(['mailers'])
    expect(await names('q[name]=zeta&q[email]=post')).toEqual([])
  })

  rule('§5 list', '`%`, `_` and the backslash match themselves')
  test('percent sign, underscore and backslash match themselves', async () => {
    expect(await names('q[name]=zeta_')).toEqual(['Zeta_one'])
    expect(await names('q=%25')).toEqual([])
    expect(await names('q=%5C')).toEqual([])
  })

  rule(
    'Spec organizations',
    '`filter[module_producer]` true lists those that share their modules, false the others',
  )
  rule('§5 list', '`filter[module_producer]` is true or false, anything else 400')
  test('filter[module_producer] selects organizations that share, with all or with some', async () => {
    expect(await names('q=zeta&filter[module_producer]=true')).toEqual(['Zeta_one', 'zeta-three'])
    expect(await names('q=zeta&filter[module_producer]=false')).toEqual(['mailers', 'zeta-two'])
    for (const wrong of ['yes', 'TRUE', '1']) {
      const answer = await as(app, admin).get(`/admin/organizations?filter[module_producer]=${wrong}`)
      expect([answer.status, answer.body.errors[0].source], wrong).toEqual([
        400,
        { parameter: 'filter[module_producer]' },
      ])
    }
    expect((await as(app, admin).get('/admin/organizations?filter[name]=zeta')).status).toBe(400)
  })

  rule('§5 list', '`meta.status-counts` counts over the filtered set')
  test('counts total, active and disabled over the filtered set, whatever the page', async () => {
    const page = await as(app, admin).get('/admin/organizations?q=zeta&page[size]=1&page[number]=2')
    expect(namesIn(page)).toEqual(['mailers'])
    expect(page.body.meta['status-counts']).toEqual({ total: 4, active: 3, disabled: 1 })
    expect(page.body.meta.pagination).toMatchObject({ 'current-page': 2, 'total-pages': 4, 'total-count': 4 })
    expect(page.body.links.next).toBe(
      'http://registry.test/api/v2/admin/organizations?q=zeta&page%5Bsize%5D=1&page%5Bnumber%5D=3',
    )
    const none = await as(app, admin).get('/admin/organizations?q=matches-none')
    expect(none.body.meta['status-counts']).toEqual({ total: 0, active: 0, disabled: 0 })
  })
})
