import { expect, test } from 'vitest'
import { isOpenTo } from '../../src/domain/organizations/organization.js'
import { openTo } from '../../src/domain/organizations/organizations.store.js'
import { isOpenTo as isOpenToSql } from '../../src/domain/registry-sharing/registry-visibility.store.js'
import { db, rowsOf } from '../../src/domain/sql.js'
import { anonymous, type Actor } from '../../src/kernel/actor.js'
import { startTestApp } from '../app.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const settings = [false, true].flatMap((isDisabled) =>
  [false, true].map((userTokensEnabled) => ({ isDisabled, userTokensEnabled })),
)
for (const [at, data] of settings.entries()) {
  const { id } = await app.make.organization(owner, `settings-${at}`)
  await app.prisma.organization.update({ where: { id }, data })
}

const facts = { id: 'x', scopes: [], expiresAt: app.clock.now() }
const token = { ...facts, kind: 'token' } as const
const session = { ...facts, kind: 'session', authenticatedAt: app.clock.now() } as const
const whose = { id: 'x', name: 'x' }
const actors: readonly Actor[] = [
  ...[token, session].flatMap((credential) =>
    [false, true].map((isSiteAdmin) => ({ type: 'user', ...whose, isSiteAdmin, credential }) as const),
  ),
  { type: 'team', ...whose, organizationId: 'x', credential: token },
  { type: 'organization', ...whose, credential: token },
  { type: 'system', name: 'x' },
  anonymous,
]

test.each(actors)(
  'an organization is open to $type by one rule in code, in lists and in SQL',
  async (actor) => {
    const all = await app.prisma.organization.findMany({ orderBy: { name: 'asc' } })
    const expected = all.filter((each) => isOpenTo(actor, each)).map(({ name }) => name)
    const listed = await app.prisma.organization.findMany({ where: openTo(actor), orderBy: { name: 'asc' } })
    expect(listed.map(({ name }) => name)).toEqual(expected)
    const tables = [
      db.selectFrom('organizations as o').select('o.name').where(isOpenToSql(actor, 'o')).orderBy('o.name'),
      db.selectFrom('organizations as c').select('c.name').where(isOpenToSql(actor, 'c')).orderBy('c.name'),
    ]
    for (const read of tables)
      expect((await rowsOf(app.prisma, read)).map(({ name }) => name)).toEqual(expected)
    expect(all).toHaveLength(settings.length)
  },
)
