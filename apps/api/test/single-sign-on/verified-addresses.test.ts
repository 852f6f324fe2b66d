import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { as, documentOf } from '../rest.js'
import { personOf, signedIn, startSetup } from './setup.js'

const setup = await startSetup()
const { app } = setup

const rowOf = (id: string | undefined) => app.prisma.user.findUniqueOrThrow({ where: { id: id ?? '' } })

const claimOf = async (email: string) => {
  const claimant = await app.make.user()
  const body = documentOf('users', { email })
  expect((await as(app, claimant).patch('/account/update', { body })).status).toBe(200)
  return claimant
}

rule(
  '§10 addresses',
  'A claim gives way to an accepted invitation … to single sign-on, which is never locked out by it',
)
test('an unverified claim gives way to the person whose address the provider verified', async () => {
  const claimant = await claimOf('Vera@corp.test')
  const { problem, user } = await signedIn(setup, personOf('vera'))
  expect([problem, user?.email]).toEqual([null, 'vera@corp.test'])
  expect(await rowOf(user?.id)).toMatchObject({ emailProof: 'single-sign-on' })
  expect(await rowOf(claimant.id)).toMatchObject({ email: null, emailProof: null })
})

for (const email_verified of ['true', 'false', 1, false, undefined, null])
  test(`an address of which the provider says ${JSON.stringify(email_verified)} is not verified`, async () => {
    const sub = `doubted-${app.make.next()}`
    const owner = await app.make.user()
    const acme = await app.make.organization(owner)
    const { membership } = await app.services.memberships.create(owner.ctx, acme.name, {
      email: `${sub}@corp.test`,
    })
    const { problem, user } = await signedIn(setup, personOf(sub, { email_verified }))
    expect(problem).toBeNull()
    expect(await rowOf(user?.id)).toMatchObject({ email: `${sub}@corp.test`, emailProof: null })
    const shown = await as(app, owner).get(`/organization-memberships/${membership.id}`)
    expect(shown.body.data.attributes.status).toBe('invited')
    expect(await app.prisma.organizationMembership.count({ where: { userId: user?.id ?? '' } })).toBe(0)
  })

test('an unverified address that another account has is left to it', async () => {
  const claimant = await claimOf('shared@corp.test')
  const { problem, user } = await signedIn(
    setup,
    personOf('late', { email: 'shared@corp.test', email_verified: false }),
  )
  expect([problem, user?.email]).toEqual([null, null])
  expect(await rowOf(claimant.id)).toMatchObject({ email: 'shared@corp.test' })
})

test('a later sign-in verifies the address of the account, or gives it one, and changes no other', async () => {
  const { user } = await signedIn(setup, personOf('slow', { email_verified: undefined }))
  expect(await rowOf(user?.id)).toMatchObject({ emailProof: null })
  await signedIn(setup, personOf('slow'))
  expect(await rowOf(user?.id)).toMatchObject({ email: 'slow@corp.test', emailProof: 'single-sign-on' })
  await signedIn(setup, personOf('slow', { email: 'renamed@corp.test' }))
  expect(await rowOf(user?.id)).toMatchObject({ email: 'slow@corp.test' })
  const data = { email: null, emailKey: null, emailProof: null, emailVerifiedAt: null }
  await app.prisma.user.update({ where: { id: user?.id ?? '' }, data })
  await signedIn(setup, personOf('slow', { email: 'renamed@corp.test' }))
  expect(await rowOf(user?.id)).toMatchObject({ email: 'renamed@corp.test', emailProof: 'single-sign-on' })
})
