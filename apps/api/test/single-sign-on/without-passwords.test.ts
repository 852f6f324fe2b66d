import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { as, documentOf, graphql } from '../rest.js'
import { password, sessionOf, signIn, userWithPassword } from '../sign-in.js'
import { startSetup, type SignOnSetup } from './setup.js'

const withPasswords = await startSetup()
const setup = await startSetup({ PASSWORD_SIGN_IN: 'off' }, {}, withPasswords.app)
const admin = await withPasswords.app.make.administrator('root')
await userWithPassword(withPasswords.app, 'ada')

const off = 'Passwords are switched off here: sign in by single sign-on'

rule('§10', '`PASSWORD_SIGN_IN=off` stands beside single sign-on … and no password signs in then')
test('a password signs no user in, right or wrong, and the console is told so', async () => {
  const { app } = setup
  for (const secret of [password, 'wrong']) {
    const answer = await signIn(app, 'ada', secret)
    expect(answer).toMatchObject({ token: null, userErrors: [{ message: off }] })
  }
  const { data } = await graphql(app, undefined, '{ setup { hasPasswords } singleSignOn { name } }')
  expect(data).toEqual({ setup: { hasPasswords: false }, singleSignOn: { name: expect.any(String) } })
  expect(await sessionOf(withPasswords.app, 'ada'), 'once it is unset').toMatch(/^engs_/)
})

rule('§10', '`PASSWORD_SIGN_IN=off` stands beside single sign-on … nor does a link or an invitation set one')
test('no link to a password is made, and none that was made before leads to one', async () => {
  const { app } = setup
  const { id } = await withPasswords.app.make.user('fay')
  const link = (of: SignOnSetup) => as(of.app, admin).post(`/admin/users/${id}/actions/password_link`)
  const refused = await link(setup)
  expect([refused.status, refused.body.errors[0].detail]).toEqual([422, off])
  const before = await link(withPasswords)
  const token = String(before.body.data.attributes['invitation-url']).split('/').at(-1)
  const used = await as(app, undefined).post(`/invitations/${token}`, { body: { password } })
  expect([used.status, used.body.errors[0].detail]).toEqual([422, off])
  expect((await app.prisma.user.findUniqueOrThrow({ where: { id } })).passwordHash).toBeNull()
  const later = await as(withPasswords.app, undefined).post(`/invitations/${token}`, { body: { password } })
  expect(later.status, 'it is as good as it was').toBe(201)
})

test('an invitation makes no account with a password', async () => {
  const { app } = setup
  const owner = await withPasswords.app.make.user('owner')
  await withPasswords.app.make.organization(owner, 'acme')
  const invited = await as(app, owner).post('/organizations/acme/organization-memberships', {
    body: documentOf('organization-memberships', { email: 'new@example.com' }),
  })
  expect(invited.status).toBe(201)
  const token = String(invited.body.data.attributes['invitation-url']).split('/').at(-1)
  const body = { username: 'newcomer', password }
  const used = await as(app, undefined).post(`/invitations/${token}`, { body })
  expect([used.status, used.body.errors[0].detail]).toEqual([422, off])
  expect(await app.prisma.user.count({ where: { username: 'newcomer' } })).toBe(0)
})

test('no user changes a password', async () => {
  const token = await sessionOf(withPasswords.app, 'ada')
  const change = await as(setup.app, token).patch('/account/password', {
    body: documentOf('users', { current_password: password, password: 'a lamp in the window' }),
  })
  expect([change.status, change.body.errors[0].detail]).toEqual([422, off])
  expect(await sessionOf(withPasswords.app, 'ada')).toMatch(/^engs_/)
})
