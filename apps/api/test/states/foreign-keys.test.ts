import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { sealedFor } from '../../src/adapters/secrets/purposes.js'
import { createSealer } from '../../src/adapters/secrets/sealer.js'
import { rotate } from '../../src/keys/rotate.js'
import { hours, seconds } from '../../src/kernel/clock.js'
import { testSecretKey } from '../app.js'
import { codeOf, enable, setUp, signIn, verify } from '../graphql/two-factor.js'
import { as } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { announced, byLink, openStateSetup, stateText } from './states.js'

const own = testSecretKey
const foreign = 'another secret for tests, of 32 bytes'

const { app, owner, lockedWorkspace } = await openStateSetup()

/** Rotates as another process does that has a newer key; this one then behaves as if it had not been restarted. */
async function rotateAway(): Promise<void> {
  const { databaseUrl: connectionString, storage } = app
  await rotate({ connection: { connectionString }, storage, keyring: keyring([foreign, own]) }, () => {})
}

const unavailable = {
  errors: [
    {
      status: '503',
      title: expect.any(String),
      detail: expect.stringMatching(/cannot be opened: it is sealed/),
    },
  ],
}

rule('§18 rotation', 'What no key opens is answered by an error object, never by a broken connection')
test('a state and an output that no key opens are 503 with an error object', async () => {
  const id = await lockedWorkspace()
  const outputs = {
    small: { value: 1, type: 'number' },
    large: { value: 'x'.repeat(2_000_000), type: 'string' },
  }
  const body = announced(stateText({ serial: 1, outputs }))
  expect((await as(app, owner).post(`/workspaces/${id}/state-versions`, { body })).status).toBe(201)
  const current = await as(app, owner).get(`/workspaces/${id}/current-state-version`)
  const listed = await as(app, owner).get(`/workspaces/${id}/current-state-version-outputs?page[size]=10`)
  const link = current.body.data.attributes['hosted-state-download-url'] as string
  expect((await byLink(app, link)).status).toBe(200)
  await rotateAway()

  const download = await byLink(app, link)
  expect(download.status).toBe(503)
  expect(download.headers.get('content-disposition')).toBeNull()
  expect(await download.json()).toMatchObject(unavailable)
  for (const output of listed.body.data as { id: string }[]) {
    const one = await as(app, owner).get(`/state-version-outputs/${output.id}`)
    expect([one.status, one.headers['etag']]).toEqual([503, undefined])
    expect(one.body).toMatchObject(unavailable)
  }
})

test('an output whose value alone cannot be opened is 503 before any of it is sent', async () => {
  const id = await lockedWorkspace()
  const body = announced(
    stateText({ serial: 1, outputs: { large: { value: 'x'.repeat(2_000_000), type: 'string' } } }),
  )
  expect((await as(app, owner).post(`/workspaces/${id}/state-versions`, { body })).status).toBe(201)
  const listed = await as(app, owner).get(`/workspaces/${id}/current-state-version-outputs?page[size]=10`)
  const [version] = await app.prisma.stateVersion.findMany({ where: { workspaceId: id } })
  const sealed = await app.prisma.stateOutputBlock.findFirstOrThrow({
    where: { stateVersionId: version?.id ?? '' },
  })
  await rotateAway()
  await app.prisma.stateOutputBlock.update({ where: { id: sealed.id }, data: { sealed: sealed.sealed } })
  const one = await as(app, owner).get(`/state-version-outputs/${listed.body.data[0].id}`)
  expect(one.status).toBe(503)
  expect(one.body).toMatchObject(unavailable)
})

test('a second factor that no key opens makes no code wrong; a recovery code is good all the same', async () => {
  await userWithPassword(app, 'careful')
  app.clock.move(hours(2))
  const bearer = await sessionOf(app, 'careful')
  const { secret = '' } = await setUp(app, bearer)
  const { recoveryCodes = [] } = await enable(app, bearer, codeOf(app, secret))
  app.clock.move(seconds(30))
  const { id } = await app.prisma.user.findFirstOrThrow({ where: { username: 'careful' } })
  const twoFactorSecret = createSealer(keyring([foreign]), sealedFor.twoFactor).seal(secret, id)
  await app.prisma.user.update({ where: { id }, data: { twoFactorSecret } })
  const { challenge } = await signIn(app, 'careful')
  await expect(verify(app, challenge, codeOf(app, secret))).rejects.toThrow(/second factor cannot be opened/)
  expect((await verify(app, challenge, recoveryCodes[0] ?? '')).token).toMatch(/^engs_/)
})
