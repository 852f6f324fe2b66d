import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, documentOf } from '../rest.js'
import { personOf, signedIn, startStory, type Story } from './story.js'

let story: Story

beforeAll(async () => {
  story = await startStory()
}, 60_000)
afterAll(() => story.stop())

const rowOf = (id: string | undefined) => story.app.prisma.user.findUniqueOrThrow({ where: { id: id ?? '' } })

const claimOf = async (email: string) => {
  const claimant = await story.app.make.user()
  const body = documentOf('users', { email })
  expect((await as(story.app, claimant).patch('/account/update', { body })).status).toBe(200)
  return claimant
}

rule(
  '§10 addresses',
  'A claim gives way to an accepted invitation … to single sign-on, which is never locked out by it',
)
test('an unverified claim gives way to the person whose address the provider vouches for', async () => {
  const claimant = await claimOf('Vera@corp.test')
  const { problem, user } = await signedIn(story, personOf('vera'))
  expect([problem, user?.email]).toEqual([null, 'vera@corp.test'])
  expect(await rowOf(user?.id)).toMatchObject({ emailProof: 'single-sign-on' })
  expect(await rowOf(claimant.id)).toMatchObject({ email: null, emailProof: null })
})

for (const email_verified of ['true', 'false', 1, false, undefined, null])
  test(`an address of which the provider says ${JSON.stringify(email_verified)} is not verified`, async () => {
    const sub = `doubted-${story.app.make.next()}`
    const owner = await story.app.make.user()
    const acme = await story.app.make.organization(owner)
    const { membership } = await story.app.services.memberships.create(owner.ctx, acme.name, {
      email: `${sub}@corp.test`,
    })
    const { problem, user } = await signedIn(story, personOf(sub, { email_verified }))
    expect(problem).toBeNull()
    expect(await rowOf(user?.id)).toMatchObject({ email: `${sub}@corp.test`, emailProof: null })
    const shown = await as(story.app, owner).get(`/organization-memberships/${membership.id}`)
    expect(shown.body.data.attributes.status).toBe('invited')
    expect(await story.app.prisma.organizationMembership.count({ where: { userId: user?.id ?? '' } })).toBe(0)
  })

test('an unverified address that another account has is left to it', async () => {
  const claimant = await claimOf('shared@corp.test')
  const { problem, user } = await signedIn(
    story,
    personOf('late', { email: 'shared@corp.test', email_verified: false }),
  )
  expect([problem, user?.email]).toEqual([null, null])
  expect(await rowOf(claimant.id)).toMatchObject({ email: 'shared@corp.test' })
})

test('a later sign-in verifies the address of the account, or gives it one, and changes no other', async () => {
  const { user } = await signedIn(story, personOf('slow', { email_verified: undefined }))
  expect(await rowOf(user?.id)).toMatchObject({ emailProof: null })
  await signedIn(story, personOf('slow'))
  expect(await rowOf(user?.id)).toMatchObject({ email: 'slow@corp.test', emailProof: 'single-sign-on' })
  await signedIn(story, personOf('slow', { email: 'renamed@corp.test' }))
  expect(await rowOf(user?.id)).toMatchObject({ email: 'slow@corp.test' })
  const data = { email: null, emailKey: null, emailProof: null, emailVerifiedAt: null }
  await story.app.prisma.user.update({ where: { id: user?.id ?? '' }, data })
  await signedIn(story, personOf('slow', { email: 'renamed@corp.test' }))
  expect(await rowOf(user?.id)).toMatchObject({ email: 'renamed@corp.test', emailProof: 'single-sign-on' })
})
