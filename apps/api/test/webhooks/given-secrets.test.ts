import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, documentOf, faultsOf, notFoundBody } from '../rest.js'

const good = { name: 'chat', url: 'https://hooks.example/a', triggers: ['sharing.changed'] }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const app = await startTestApp()
const owner = await app.make.user()
const owners = await ownersOf(app, await app.make.organization(owner, 'acme'))
const made = await as(app, owner).post(`/teams/${owners}/authentication-token`, { body: { data: {} } })
/** Token of the owners' team. */
const token: string = made.body.data.attributes.token

const create = (by: Person | string, attributes: object) =>
  as(app, by).post('/organizations/acme/webhooks', { body: documentOf('webhooks', attributes) })
const sealed = async (id: string) => (await app.prisma.webhook.findUniqueOrThrow({ where: { id } })).secret

rule('§18', 'The token of a team is shown no secret of a webhook')
test('the token of a team makes a webhook without being shown its secret; a person rotates it to see one', async () => {
  const made = await create(token, good)
  expect([made.status, made.body.data.attributes.secret]).toEqual([201, null])
  const { id } = made.body.data
  const before = await sealed(id)
  const rotate = (by: Person | string) => as(app, by).post(`/webhooks/${id}/actions/rotate-secret`)
  const refused = await rotate(token)
  expect([refused.status, refused.body]).toEqual([404, notFoundBody])
  expect(await sealed(id)).toBe(before)
  expect((await rotate(owner)).body.data.attributes.secret).toMatch(/^whsec_/)
})

test('a secret may be given with the creation, so that automation knows it; none is given back to the token', async () => {
  const made = await create(token, { ...good, secret })
  expect([made.status, made.body.data.attributes.secret]).toEqual([201, null])
  const own = await create(owner, { ...good, secret })
  expect([own.status, own.body.data.attributes.secret]).toEqual([201, secret])
  expect(JSON.stringify(await app.prisma.auditEvent.findMany({ select: { after: true } }))).not.toContain(
    secret.slice(6, 30),
  )
})

test.each([
  ['short', 'whsec_c2hvcnQ='],
  ['of another form', Buffer.alloc(32).toString('base64')],
  ['too long', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ['no Base64', `whsec_${'!'.repeat(43)}=`],
])('a given secret that is %s is refused', async (_, wrong) => {
  expect(faultsOf(await create(owner, { ...good, secret: wrong }))).toEqual([
    ['/data/attributes/secret', 'Secret is invalid'],
  ])
})
