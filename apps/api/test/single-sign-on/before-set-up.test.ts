import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { anonymousContext } from '../anonymous-context.js'
import { graphql } from '../rest.js'
import { personOf, signedIn, startSetup, type SignOnSetup } from './setup.js'

const token = 'a-configured-token-of-enough-length'

/** A platform without users. */
async function startEmpty(env: Record<string, string> = {}): Promise<SignOnSetup> {
  const setup = await startSetup({ INITIAL_ADMIN_CREATION_TOKEN: token, ...env })
  await setup.app.prisma.user.deleteMany()
  await setup.app.services.setUp.prepare(anonymousContext(setup.app.clock))
  return setup
}

rule(
  '§3 first administrator',
  'Single sign-on makes no user before it unless one of its groups makes an administrator',
)
test('a first single sign-on does not take the set-up away', async () => {
  const setup = await startEmpty()
  const { app } = setup
  expect(await signedIn(setup, personOf('early'))).toMatchObject({
    problem: 'NOT_SET_UP',
    token: null,
    user: null,
  })
  expect(await app.prisma.user.count()).toBe(0)
  const { data } = await graphql(app, undefined, '{ setup { required } }')
  expect(data['setup']).toEqual({ required: true })
  const person = { username: 'ana', email: 'ana@example.com', password: 'correct horse battery' }
  const made = await app.http.post(`/admin/initial-admin-user?token=${token}`).send(person)
  expect(made.status).toBe(201)
  expect(await signedIn(setup, personOf('early'))).toMatchObject({ problem: null })
})

test('a member of the group of site administrators may come first', async () => {
  const setup = await startEmpty({ OIDC_ADMIN_GROUP: 'site-admins' })
  const enter = (sub: string, groups?: string[]) => signedIn(setup, personOf(sub, { groups }))
  for (const groups of [[], ['others'], undefined])
    expect(await enter('early', groups)).toMatchObject({ problem: 'NOT_SET_UP' })
  expect(await enter('chief', ['site-admins'])).toMatchObject({ problem: null, user: { isSiteAdmin: true } })
  expect(await enter('early', [])).toMatchObject({ problem: null, user: { isSiteAdmin: false } })
})
