import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { as, documentOf } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'
import {
  acts,
  addOwner,
  email,
  invitation,
  membershipOf,
  reauthenticate,
  run,
  startScene,
  waysAround,
} from './dangerous-acts.js'

let session: string

const scene = await startScene()

beforeEach(async () => {
  session = await sessionOf(scene.app, 'ada')
})

const old = () => scene.app.clock.move(minutes(15) + 1)

describe('a session', () => {
  rule('§10', 'The most dangerous acts take a sign-in of the last 15 minutes')
  test.each([...acts, ...waysAround])('%s with a fresh sign-in alone', async (_, mutation, make) => {
    const input = await make(scene)
    old()
    const before = await scene.app.prisma.auditEvent.count()
    expect(await run(scene, session, mutation, input)).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await scene.app.prisma.auditEvent.count(), 'nothing has changed').toBe(before)
    expect(await reauthenticate(scene, session)).toEqual([])
    expect(await run(scene, session, mutation, input)).toEqual([])
  })

  rule(
    '§10',
    'The most dangerous acts take a sign-in of the last 15 minutes … of sessions: tokens are never asked',
  )
  test.each(acts)('is not what a token has: it %s at any time', async (_, mutation, make) => {
    const input = await make(scene)
    old()
    expect(await run(scene, scene.root, mutation, input)).toEqual([])
  })

  rule(
    '§10',
    'The most dangerous acts take a sign-in of the last 15 minutes … everything else goes on without',
  )
  test('counts as fresh for 15 minutes, and does all else without', async () => {
    scene.app.clock.move(minutes(15))
    const member = await scene.app.make.member(scene.acme)
    const add = { usernames: [member.username] }
    expect(await run(scene, session, 'teamMembersAdd', { id: scene.owners, ...add })).toEqual([])
    old()
    const other = await scene.app.make.team(scene.root, scene.acme)
    expect(await run(scene, session, 'teamMembersAdd', { id: other.id, ...add })).toEqual([])
    const plain = await invitation(scene, [other.id])
    expect(await run(scene, session, 'organizationMembershipDelete', { id: plain })).toEqual([])
    const { id } = await scene.app.make.user()
    expect(await run(scene, session, 'userSuspend', { id })).toEqual([])
  })

  test('makes a token for less than everything at any time', async () => {
    old()
    const scopes = { description: 'less', scopes: ['read'] }
    expect(await run(scene, session, 'authenticationTokenCreate', scopes)).toEqual([])
  })

  rule('§10', 'The most dangerous acts take a sign-in of the last 15 minutes … after what is a miss')
  test('is told of what it may not know as ever: by a miss', async () => {
    await userWithPassword(scene.app, 'eve')
    const eve = await sessionOf(scene.app, 'eve')
    old()
    for (const [, mutation, make] of acts)
      expect(await run(scene, eve, mutation, await make(scene)), mutation).toEqual(['NOT_FOUND'])
  })

  test('leaves the owners itself without', async () => {
    await userWithPassword(scene.app, 'gil')
    await addOwner(scene, 'gil')
    const gil = await sessionOf(scene.app, 'gil')
    const { id } = await scene.app.prisma.user.findUniqueOrThrow({ where: { usernameKey: 'gil' } })
    const membership = await membershipOf(scene, { id })
    old()
    const leave = { id: membership }
    expect(await run(scene, gil, 'organizationMembershipDelete', leave)).toEqual([])
  })

  rule('§10', 'The most dangerous acts take a sign-in of the last 15 minutes … over REST 422')
  test('over REST is told so by a 422 that says what to do', async () => {
    old()
    const { status, body } = await as(scene.app, session).delete(
      `/teams/${scene.owners}/relationships/users`,
      {
        body: { data: [{ type: 'users', id: 'root' }] },
      },
    )
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { status: '422', title: 'invalid attribute', detail: 'Confirm that it is you: sign in again' },
    ])
  })
})

describe('one’s own address', () => {
  const change = (input: object) => run(scene, session, 'accountUpdate', input)

  rule(
    '§10',
    'The most dangerous acts take a sign-in of the last 15 minutes … another address takes the password or a fresh sign-in',
  )
  test('changes by the password, or by a fresh sign-in of who has none', async () => {
    old()
    expect(await change({ email: await email(scene), currentPassword: password })).toEqual([])
    const { id } = await scene.app.make.user('nopass')
    await scene.app.prisma.session.updateMany({ data: { userId: id } })
    expect(await change({ email: await email(scene) })).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await change({ email: 'NOPASS@example.com', username: 'nopass' }), 'the same one').toEqual([])
    await scene.app.prisma.session.updateMany({ data: { authenticatedAt: scene.app.clock.now() } })
    expect(await change({ email: await email(scene) })).toEqual([])
  })

  test('over REST changes by a fresh sign-in', async () => {
    const patch = async (address: string) =>
      (
        await as(scene.app, session).patch('/account/update', {
          body: documentOf('users', { email: address }),
        })
      ).status
    expect(await patch(await email(scene))).toBe(200)
    old()
    expect(await patch(await email(scene))).toBe(422)
  })
})
