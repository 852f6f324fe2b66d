import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { as, documentOf, notFoundBody } from '../rest.js'

const versions = '/network/aws/versions'

const app = await startTestApp({ ENGINE_ALIASES: 'terraform' })
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'Acme')
const member = await app.make.member(acme)
const consumer = await app.make.user()
const other = await app.make.organization(consumer, 'buyers')
await app.prisma.moduleConsumer.create({ data: { producerId: acme.id, consumerId: other.id } })
const stranger = await app.make.user()
await publishModule(app, owner, 'Acme/network/aws', '1.0.0')
for (const name of ['Second', 'Third']) await app.services.organizations.update(owner.ctx, acme.id, { name })

describe('a former name', () => {
  rule('§11 former names', 'A former name answers 301 to the new one on the module protocol')
  test.each(['/v1/modules', '/api/registry/v1/modules'])('leads on below %s', async (mount) => {
    for (const caller of [owner, member, consumer])
      for (const rest of [
        versions,
        '/network/aws/1.0.0/download',
        '/network/aws',
        '/network',
        '',
        '?limit=1',
      ])
        for (const former of ['Acme', 'acme', 'SECOND']) {
          const { status, headers, text } = await registry(app, caller, `${mount}/${former}${rest}`)
          expect([status, headers['location'], text], rest).toEqual([301, `${mount}/Third${rest}`, ''])
          expect(headers['cache-control']).toBe('private, no-cache')
        }
    const found = await registry(app, consumer, `${mount}/Third${versions}`)
    expect(found.status).toBe(200)
  })

  rule('§11 former names', '… and of `/api/v2/organizations/:org…`, for GET and HEAD')
  test.each([
    ['', ''],
    ['/teams?q=a&page[size]=1', '/teams?q=a&page[size]=1'],
    ['/entitlement-set', '/entitlement-set'],
    ['/registry-modules', '/registry-modules'],
    ['/registry-modules/private/Acme/network/aws', '/registry-modules/private/Third/network/aws'],
    ['/registry-modules/private/acme/network/aws/1.0.0', '/registry-modules/private/Third/network/aws/1.0.0'],
    ['/workspaces/none', '/workspaces/none'],
  ])('leads from /organizations/Acme%s', async (rest, there) => {
    for (const verb of ['get', 'head'] as const) {
      const { status, headers } = await as(app, member)[verb](`/organizations/Acme${rest}`)
      expect([status, headers['location']]).toEqual([301, `/api/v2/organizations/Third${there}`])
      expect(headers['tfp-api-version']).toBe('2.6')
    }
  })

  rule('§11 former names', '… for those who may see the new one')
  test('leads no caller on who may not see the new one', async () => {
    const outside = [
      [stranger, '/api/v2/organizations/Acme'],
      [consumer, '/api/v2/organizations/Acme'],
      [await app.make.token(member, { scopes: ['registry'] }), '/api/v2/organizations/Acme/teams'],
    ] as const
    for (const [caller, path] of outside) {
      const answer = await as(app, caller).get(path)
      expect([answer.status, answer.body], path).toEqual([404, notFoundBody])
    }
    expect((await registry(app, stranger, `/v1/modules/Acme${versions}`)).status).toBe(404)
    expect((await registry(app, undefined, `/v1/modules/Acme${versions}`)).status).toBe(401)
    const list = await registry(app, stranger, '/v1/modules/Acme')
    expect([list.status, list.body.modules]).toEqual([200, []])
    expect((await as(app, undefined).get('/organizations/Acme')).status).toBe(401)
  })

  test('is where a token of scope registry installs from too', async () => {
    const token = await app.make.token(member, { scopes: ['registry'] })
    expect((await registry(app, token, `/v1/modules/Acme${versions}`)).status).toBe(301)
  })

  test('takes no writes: they are 404, and nothing happens', async () => {
    const body = documentOf('teams', { name: 'new' })
    const before = await app.prisma.team.count()
    for (const answer of [
      await as(app, owner).post('/organizations/Acme/teams', { body }),
      await as(app, owner).patch('/organizations/Acme', {
        body: documentOf('organizations', { email: 'a@b.c' }),
      }),
      await as(app, owner).delete('/organizations/Acme'),
    ])
      expect([answer.status, answer.headers['location']]).toEqual([404, undefined])
    expect(await app.prisma.team.count()).toBe(before)
  })

  rule('§11 former names', 'Former names stay taken')
  test('stays taken, for others and in every case', async () => {
    const body = documentOf('organizations', { name: 'ACME', email: 'new@example.com' })
    const answer = await as(app, stranger).post('/organizations', { body })
    expect([answer.status, answer.body.errors[0].detail]).toEqual([422, 'Name has already been taken'])
  })

  test('of an organization that is gone leads nowhere', async () => {
    const own = await app.make.user()
    const gone = await app.make.organization(own, 'passing')
    await as(app, own).patch('/organizations/passing', {
      body: documentOf('organizations', { name: 'passed' }),
    })
    expect((await as(app, own).get('/organizations/passing')).status).toBe(301)
    await app.services.organizations.delete(own.ctx, gone.id)
    expect((await as(app, own).get('/organizations/passing')).status).toBe(404)
  })
})

describe('the provider protocol', () => {
  rule('§11 former names', '… and on the provider protocol')
  test('leads on from a former name', async () => {
    const { id } = await app.prisma.organization.findFirstOrThrow({ where: { name: 'Third' } })
    const now = app.clock.now()
    await app.prisma.registryProvider.create({
      data: {
        ...{ id: 'prov-cloud', organizationId: id, registryName: 'private', createdAt: now, updatedAt: now },
        ...{ namespace: 'Third', namespaceKey: 'third', name: 'cloud', nameKey: 'cloud' },
      },
    })
    for (const rest of ['/cloud/versions', '/cloud/1.0.0', '/cloud/1.0.0/download/linux/amd64']) {
      const { status, headers } = await registry(app, member, `/v1/providers/acme${rest}`)
      expect([status, headers['location']]).toEqual([301, `/v1/providers/Third${rest}`])
    }
    expect((await registry(app, consumer, '/v1/providers/acme/cloud/versions')).status).toBe(404)
  })
})
