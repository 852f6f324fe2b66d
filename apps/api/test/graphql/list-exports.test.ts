import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createModule } from '../modules/module-requests.js'
import type { Person } from '../makers.js'
import { listExports } from '../../src/graphql/exports/lists.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const admin = await app.make.administrator('root')
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme)
const stranger = await app.make.user('stranger')
const all = 5_001

beforeAll(async () => {
  await createModule(app, owner, 'acme/calm/aws', { description: '=HYPERLINK("http://evil.example")' })
  await app.prisma.$executeRaw`
    INSERT INTO modules (id, organization_id, name, name_key, provider, created_at, updated_at)
    SELECT 'mod-' || n, ${acme.id}, 'filled-' || n, 'filled-' || n, 'gcp', now(), now()
    FROM generate_series(2, ${all}::int) AS n`
})

const pathOf = (list: string, variables?: object): string =>
  `/graphql/exports/${list}.csv${variables ? `?variables=${encodeURIComponent(JSON.stringify(variables))}` : ''}`

const exported = async (by: Person | undefined, list: string, variables?: object) => {
  const call = app.http.get(pathOf(list, variables))
  if (by) void call.set('Authorization', `Bearer ${by.token}`)
  const { status, text, headers } = await call
  return { status, headers, lines: text.split('\r\n').slice(0, -1) }
}

describe('a list as a file', () => {
  test('holds every row, however many pages the list has, in the order that is asked for', async () => {
    const orderBy = { field: 'NAME', direction: 'ASC' }
    const { status, headers, lines } = await exported(owner, 'modules', {
      filter: { organization: 'acme' },
      orderBy,
    })
    expect(status).toBe(200)
    expect(lines[0]).toBe(
      'Organization,Name,Provider,Description,Newest version,Deprecation,Trusted,Downloads,Changed',
    )
    const names = lines.slice(1).map((line) => line.split(',')[1])
    expect(new Set(names).size).toBe(all)
    expect(names).toHaveLength(all)
    expect(names).toEqual([...names].sort((one = '', other = '') => (one < other ? -1 : 1)))
    const day = app.clock.now().toISOString().slice(0, 10)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="modules-${day}.csv"`,
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
    })
  })

  test('is narrowed like the list, and holds no formula', async () => {
    const { lines } = await exported(owner, 'modules', {
      filter: { providers: ['aws'] },
      search: '',
      isSearch: false,
    })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  })

  test('holds what the caller may see, and nothing else', async () => {
    expect((await exported(stranger, 'modules')).lines).toHaveLength(1)
    expect((await exported(member, 'workspaces', { name: 'acme' })).status).toBe(200)
    for (const by of [stranger, member])
      for (const list of ['organizations', 'users', 'site-workspaces', 'site-providers', 'engine-versions'])
        expect((await exported(by, list)).status, list).toBe(404)
    expect((await exported(stranger, 'workspaces', { name: 'acme' })).status).toBe(404)
    expect((await exported(stranger, 'modules', { filter: { organization: 'acme' } })).status).toBe(404)
    expect((await exported(undefined, 'modules')).status).toBe(401)
  })

  test('is refused where there is no such list, where variables make no sense, and for writes', async () => {
    expect((await exported(admin, 'secrets')).status).toBe(404)
    for (const variables of [{ filter: { nonsense: 1 } }, { orderBy: 'name' }])
      expect((await exported(admin, 'modules', variables)).status).toBe(400)
    for (const text of ['{', '[]', 'null', `{"search":"${'x'.repeat(10_001)}"}`]) {
      const path = `/graphql/exports/modules.csv?variables=${encodeURIComponent(text)}`
      const answer = await app.http.get(path).set('Authorization', `Bearer ${admin.token}`)
      expect(answer.status).toBe(400)
    }
    const written = await app.http.post(pathOf('modules')).set('Authorization', `Bearer ${admin.token}`)
    expect([written.status, written.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test.each(Object.keys(listExports))('%s is made for who may see all', async (list) => {
    const isOfOrganization = ['workspaces', 'module-upgrades'].includes(list)
    const variables = isOfOrganization ? { name: 'acme', days: 30 } : {}
    const { status, lines } = await exported(isOfOrganization ? owner : admin, list, variables)
    expect([status, lines[0]]).toEqual([200, Object.keys(listExports[list]?.columns ?? {}).join(',')])
  })
})
