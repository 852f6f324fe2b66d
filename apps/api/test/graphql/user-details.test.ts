import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { dataOf, graphql } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')

const fields = `lastSignedInAt lastActiveAt organizations(page: { size: 2 }) {
  nodes { name isDisabled isOwner teams { nodes { name } totalCount } } totalCount
}`

const seenBy = async (caller: Person | string, id: string) => {
  const data = await dataOf(app, caller, `{ user(id: "${id}") { ${fields} } }`)
  return data['user']
}

const idOf = async (username: string): Promise<string> =>
  (await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: username } })).id

test('an administrator sees the organizations of a user by name, with the teams there', async () => {
  const zoe = await app.make.user('zoe')
  await app.make.organization(zoe, 'zeta')
  const alpha = await app.make.organization(admin, 'alpha')
  const crew = await app.make.team(admin, alpha, { name: 'crew' })
  await app.services.teams.addMembers(admin.ctx, crew.id, { ids: ['zoe'], faults: [] })
  const beta = await app.make.organization(zoe, 'beta')
  expect(await seenBy(admin, zoe.id)).toMatchObject({
    organizations: {
      totalCount: 3,
      nodes: [
        {
          name: 'alpha',
          isDisabled: false,
          isOwner: false,
          teams: { nodes: [{ name: 'crew' }], totalCount: 1 },
        },
        {
          name: 'beta',
          isDisabled: false,
          isOwner: true,
          teams: { nodes: [{ name: 'owners' }], totalCount: 1 },
        },
      ],
    },
  })
  await app.services.adminOrganizations.update(admin.ctx, beta.id, { isDisabled: true })
  const { organizations } = (await seenBy(admin, zoe.id)) as { organizations: { nodes: unknown[] } }
  expect(organizations.nodes[1]).toMatchObject({ name: 'beta', isDisabled: true, isOwner: true })
})

test('the last sign-in outlives its session, and a user who never came has none', async () => {
  const never = await app.make.user('never')
  expect(await seenBy(admin, never.id)).toMatchObject({ lastSignedInAt: null, lastActiveAt: null })
  await userWithPassword(app, 'ivy')
  await sessionOf(app, 'ivy')
  const id = await idOf('ivy')
  const { createdAt } = await app.prisma.session.findFirstOrThrow({ where: { userId: id } })
  await app.prisma.session.deleteMany({ where: { userId: id } })
  expect(await seenBy(admin, id)).toMatchObject({
    lastSignedInAt: createdAt.toISOString(),
    lastActiveAt: createdAt.toISOString(),
  })
})

test('a token that is used is activity, and no sign-in', async () => {
  const bot = await app.make.user('bot')
  const lastUsedAt = new Date('2026-11-01T10:00:00.000Z')
  await app.make.token(bot)
  await app.prisma.authenticationToken.updateMany({ where: { userId: bot.id }, data: { lastUsedAt } })
  expect(await seenBy(admin, bot.id)).toMatchObject({
    lastSignedInAt: null,
    lastActiveAt: lastUsedAt.toISOString(),
  })
})

test('nobody else sees any of it, not even of themselves', async () => {
  await userWithPassword(app, 'uma')
  const { data } = await graphql(app, await sessionOf(app, 'uma'), `{ viewer { user { ${fields} } } }`)
  expect(data['viewer']?.['user']).toEqual({ lastSignedInAt: null, lastActiveAt: null, organizations: null })
})
