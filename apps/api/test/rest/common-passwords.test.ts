import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { mutate } from '../graphql/mutate.js'
import { as, documentOf } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')

const tooEasy = 'Password is too easy to guess'
const common = ['1234567890', 'qwertyuiop', 'password123!']

rule('§10', 'Common passwords are refused')
test('a site administrator makes no user with a common password, or one made of the name or address', async () => {
  const create = (secret: string) =>
    as(app, admin).post('/admin/users', {
      body: documentOf('users', {
        username: 'henrietta.swan',
        email: 'leavitt@harvard.example',
        password: secret,
      }),
    })
  for (const secret of [...common, 'henrietta.swan', 'Leavitt2026', 'harvard1868']) {
    const answer = await create(secret)
    expect(answer.status, secret).toBe(422)
    expect(answer.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: tooEasy,
        source: { pointer: '/data/attributes/password' },
      },
    ])
  }
  expect(await app.prisma.user.count({ where: { username: 'henrietta.swan' } })).toBe(0)
  expect((await create('cepheids keep the time')).status).toBe(201)
})

test('a change to a common password is refused, by REST and in the console; the old one stays', async () => {
  await userWithPassword(app, 'gus')
  const token = await sessionOf(app, 'gus')
  const answer = await as(app, token).patch('/account/password', {
    body: documentOf('users', { current_password: password, password: 'gus@example.com' }),
  })
  expect([answer.status, answer.body.errors[0].detail]).toEqual([422, tooEasy])
  const input = { currentPassword: password, newPassword: 'qwertyuiop' }
  const fields = 'account { id } userErrors { field code message }'
  expect(await mutate(app, token, 'accountPasswordUpdate', input, fields)).toEqual({
    account: null,
    userErrors: [{ field: ['newPassword'], code: 'INVALID', message: 'New password is too easy to guess' }],
  })
  expect(await sessionOf(app, 'gus')).toMatch(/^engs_/)
})

test('no link leads to a common password, and one that was refused leaves the link good', async () => {
  const made = await as(app, admin).post(
    `/admin/users/${(await app.make.user('fay')).id}/actions/password_link`,
  )
  const token = String(made.body.data.attributes['invitation-url']).split('/').at(-1)
  const accept = (secret: string) =>
    as(app, undefined).post(`/invitations/${token}`, { body: { password: secret } })
  const refused = await accept('fay@example.com')
  expect([refused.status, refused.body.errors[0].detail]).toEqual([422, tooEasy])
  expect((await accept('a harp in the harbour')).status).toBe(201)
})
