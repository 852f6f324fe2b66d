import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { lies } from '../../load/src/origin/lies.js'
import type { Change, ProviderTwin, Signing } from '../../load/src/origin/provider-twin.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import type { Prisma } from '../../src/generated/prisma/client.js'
import { days } from '../../src/kernel/clock.js'
import { countWaiting } from '../races.js'
import { auditOf, startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const { twin, key, rsa } = origin
const controlled = await startControlled(origin)
const { app, admin, list, download, version, decide, look, watch, pass, approveForAll } = controlled
const ana = await app.make.user()
const stranger = await newSigningKey()

const linux = { os: 'linux', arch: 'amd64' }
const darwin = { os: 'darwin', arch: 'arm64' }

const withoutUrl =
  (name: string): Change =>
  ({ [name]: _, ...document }) =>
    document

const shasumsOf = ({ name }: ProviderTwin) => new RegExp(`/files/acme/${name}/.*SHA256SUMS$`)

/** Fault, the way to cause it, and its sentence. */
const unproved: readonly [string, (thing: ProviderTwin) => Promise<void> | void, string][] = [
  ['no signature', (thing) => thing.sign('1.1.0', { by: null, named: [key] }), 'The origin signs nothing'],
  [
    'no address of a signature',
    (thing) => thing.lie('download', withoutUrl('shasums_signature_url')),
    'The origin signs nothing',
  ],
  ['no keys', (thing) => thing.lie('download', lies.noKeys), 'The origin names no signing key'],
  ['keys absent', (thing) => thing.lie('download', lies.keysAbsent), 'The origin names no signing key'],
  ...(
    [
      ["a stranger's key", { by: stranger, named: [key] }],
      ['a signature of other bytes', { by: key, fault: 'broken' }],
    ] as [string, Signing][]
  ).map(
    ([name, signing]) =>
      [
        name,
        (thing: ProviderTwin) => thing.sign('1.1.0', signing),
        'Its signature is by no key that the origin names',
      ] as [string, (thing: ProviderTwin) => Promise<void>, string],
  ),
  [
    'keys that are garbage',
    (thing) => thing.lie('download', lies.garbageKeys),
    'Its signature is by no key that the origin names',
  ],
  [
    'SHA-1',
    (thing) => thing.sign('1.1.0', { by: rsa, fault: 'sha1' }),
    'Its signature is made with SHA-1, which is not safe',
  ],
  [
    'no address of SHA256SUMS',
    (thing) => thing.lie('download', withoutUrl('shasums_url')),
    'The origin names no SHA256SUMS',
  ],
  [
    'an address of SHA256SUMS that is none',
    (thing) => thing.lie('download', (document) => ({ ...document, shasums_url: 'ftp://a.example/x' })),
    'The origin names no SHA256SUMS',
  ],
  ['no SHA256SUMS', (thing) => twin.fail({ status: 404 }, shasumsOf(thing)), 'The origin has no SHA256SUMS'],
  [
    'SHA256SUMS of another zip',
    (thing) => thing.replaceShasums('1.1.0', `${'ab'.repeat(32)}  other.zip\n`),
    'SHA256SUMS has another checksum than the download document',
  ],
  [
    'a checksum that is none',
    async (thing) => {
      const text = thing.get('1.1.0').shasums.toString()
      thing.replaceShasums('1.1.0', text.replace(/^\w{64}(?= +\S+_darwin_arm64\.zip$)/m, 'a\0b'))
      await thing.sign('1.1.0', { by: key })
    },
    'SHA256SUMS has a checksum that is none',
  ],
  [
    'a redirect inside',
    (thing) =>
      twin.fail({ status: 302, headers: { location: 'http://169.254.169.254/x' } }, shasumsOf(thing)),
    'The origin cannot send the file',
  ],
  [
    'an address inside',
    (thing) => thing.lie('download', (document) => ({ ...document, shasums_url: 'http://10.0.0.1/x' })),
    'The origin cannot send the file',
  ],
  [
    'a SHA256SUMS that is too large',
    (thing) => twin.fail({ body: 'x'.repeat(1024 * 1024 + 1) }, shasumsOf(thing)),
    'The origin cannot send the file',
  ],
  [
    'an absurd filename',
    (thing) => thing.lie('download', lies.absurdFilename),
    'Its zip has no name of a file',
  ],
]

/** A provider with 1.0.0, and a 1.1.0 of which something is wrong. */
async function spoilt(spoil: (thing: ProviderTwin) => Promise<void> | void): Promise<ProviderTwin> {
  const thing = await origin.provider()
  await list(ana, thing)
  await approveForAll(thing)
  await thing.release({ version: '1.1.0', signing: { by: key } })
  await spoil(thing)
  await look(thing)
  return thing
}

describe('unverified', () => {
  rule(
    '§14 proof',
    'A bad or missing signature: not listed, a line that says so, 410, and mended with the origin',
  )
  test.each(unproved)(
    '%s: withheld with its sentence, until the origin mends it',
    async (_name, spoil, why) => {
      const thing = await spoilt(spoil)
      expect(await version(thing, '1.1.0')).toMatchObject({ unverified: why, keyId: null })
      const { versions, warnings } = await list(ana, thing)
      expect(versions).toEqual(['1.0.0'])
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain(`Not verified of acme/${thing.name}: 1.1.0 (${why.slice(0, 70)}`)
      const refused = await download(ana, thing, '1.1.0')
      expect([refused.status, refused.body]).toEqual([
        410,
        { errors: [`Version 1.1.0 is unverified: ${why}`] },
      ])
      twin.recover()
      thing.tellTruth()
      await thing.release({ version: '1.1.0', signing: { by: key } })
      pass(days(1))
      await watch()
      expect(await version(thing, '1.1.0')).toMatchObject({ unverified: null, keyId: key.keyId })
      expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
      expect((await download(ana, thing, '1.1.0')).status).toBe(200)
    },
  )

  rule('§14 proof', 'An unverified version that is not among the newest 20 is looked at again too')
  test('an old version is looked at again, once a day', async () => {
    const thing = await origin.provider(Array.from({ length: 22 }, (_, index) => `1.${index}.0`))
    await list(ana, thing)
    await approveForAll(thing)
    twin.fail({ status: 403 }, shasumsOf(thing))
    expect((await download(ana, thing, '1.0.0')).status).toBe(410)
    twin.recover()
    pass(days(1))
    await watch()
    expect((await download(ana, thing, '1.0.0')).status).toBe(200)
  })

  test('a version that was listed before its files came is mended with its platforms', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '1.1.0', platforms: [] })
    await look(thing)
    expect((await version(thing, '1.1.0')).unverified).toBe('The origin has no file of it')
    await thing.release({ version: '1.1.0', platforms: [linux] })
    await look(thing, true)
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await download(ana, thing, '1.1.0')).status).toBe(200)
  })

  rule('§14 proof', 'A signature by any of the named keys is good')
  test('the second of two named keys is good, and so is RSA', async () => {
    const thing = await origin.provider([
      { version: '1.0.0', signing: { by: stranger, named: [key, stranger] } },
      { version: '1.1.0', signing: { by: rsa } },
    ])
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await version(thing, '1.0.0')).keyId).toBe(stranger.keyId)
  })

  rule('§14 decisions', 'Neither release nor accept of an unverified version is possible')
  test('cannot be released or accepted, but blocked', async () => {
    const thing = await spoilt((each) => each.sign('1.1.0', { by: null }))
    await expect(decide(thing, '1.1.0', 'release')).rejects.toThrow()
    await expect(decide(thing, '1.1.0', 'accept', 'We know it')).rejects.toThrow()
    await decide(thing, '1.1.0', 'block', 'It is bad')
    expect((await list(ana, thing)).warnings).toEqual([
      `Blocked here of acme/${thing.name}: 1.1.0 (It is bad)`,
    ])
  })

  test('a provider that signs nothing has nothing available', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'], { key: null })
    expect(await list(ana, thing)).toEqual({
      versions: ['0.0.0-not-available'],
      warnings: [
        `Not verified of acme/${thing.name}: 1.1.0 (The origin signs nothing), 1.0.0 (The origin signs nothing)`,
      ],
    })
  })
})

describe('altered', () => {
  rule('§14 proof', 'A SHA256SUMS that differs from first sight: altered, an alarm, and withheld')
  test('a version whose SHA256SUMS was replaced, though it is signed again', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await approveForAll(thing)
    await thing.republish('1.0.0')
    pass(days(1))
    await watch()
    const why = 'Its SHA256SUMS is not the one that was first seen'
    expect(await version(thing, '1.0.0')).toMatchObject({ alteredAt: app.clock.now(), mismatch: why })
    expect(await list(ana, thing)).toEqual({
      versions: ['0.0.0-not-available'],
      warnings: [`Altered at the origin of acme/${thing.name}: 1.0.0 (${why})`],
    })
    const refused = await download(ana, thing, '1.0.0')
    expect([refused.status, refused.body]).toEqual([410, { errors: [`Version 1.0.0 is altered: ${why}`] }])
  })

  rule('§14 proof', 'A zip that differs from first sight is seen at its download: 410')
  rule('§14 decisions', 'What was altered is in the audit log, as the system, once')
  test('a version whose zip was replaced, seen when it is downloaded', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    expect((await download(ana, thing, '1.0.0')).status).toBe(200)
    await thing.republish('1.0.0')
    const why = 'Its zip for linux/amd64 is not the one that was first seen'
    for (let times = 0; times < 2; times++) {
      const refused = await download(ana, thing, '1.0.0')
      expect([refused.status, refused.body]).toEqual([410, { errors: [`Version 1.0.0 is altered: ${why}`] }])
    }
    expect((await list(ana, thing)).versions).toEqual(['1.1.0'])
    const { id } = await version(thing, '1.0.0')
    const rows = await auditOf(app, id)
    expect(rows).toMatchObject([
      {
        action: 'public-provider-version.alter',
        actorType: 'system',
        actorName: 'the watch of providers',
        subjectName: `registry.example/acme/${thing.name} 1.0.0`,
      },
    ])
  })

  rule('§14 decisions', 'Accept takes what the origin has now, its signature checked again')
  test('accepted it is delivered as it is now, and altered again when it changes again', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.republish('1.0.0', { by: key, fault: 'broken' })
    await look(thing, true)
    await expect(decide(thing, '1.0.0', 'release')).rejects.toThrow()
    await expect(decide(thing, '1.0.0', 'accept')).rejects.toThrow()
    await expect(decide(thing, '1.0.0', 'accept', 'They told us')).rejects.toThrow()
    await thing.sign('1.0.0', { by: key })
    await decide(thing, '1.0.0', 'accept', 'They told us')
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    const { body } = await download(ana, thing, '1.0.0')
    expect(body.shasum).toBe(thing.get('1.0.0').files[0]?.shasum)
    await thing.republish('1.0.0')
    await look(thing, true)
    expect((await version(thing, '1.0.0')).mismatch).not.toBeNull()
    expect((await list(ana, thing)).versions).toEqual(['0.0.0-not-available'])
    await decide(thing, '1.0.0', 'accept', 'Again')
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  test('and accepted whatever was kept of former answers, here and in other processes', async () => {
    twin.maxAge = 24 * 3600
    const beside = await startControlled(origin, {}, app)
    const thing = await origin.provider()
    for (const each of [controlled, beside])
      expect((await each.download(ana, thing, '1.0.0')).status).toBe(200)
    await thing.republish('1.0.0')
    await look(thing, true)
    await decide(thing, '1.0.0', 'accept', 'They told us')
    for (const each of [controlled, beside]) {
      const { status, body } = await each.download(ana, thing, '1.0.0')
      expect([status, body.shasum]).toEqual([200, thing.get('1.0.0').files[0]?.shasum])
    }
    twin.maxAge = undefined
  })

  rule('§14 decisions', 'Accept takes the platforms that the origin lists now')
  test('accepted it has the platforms that were added', async () => {
    const thing = await origin.provider([{ version: '1.0.0', platforms: [linux] }])
    await list(ana, thing)
    await thing.release({ version: '1.0.0', protocols: ['6.0'], platforms: [linux, darwin] })
    await look(thing, true)
    await decide(thing, '1.0.0', 'accept', 'They told us')
    const { body } = await controlled.ask(ana, thing, '/versions')
    expect(body.versions).toEqual([{ version: '1.0.0', protocols: ['6.0'], platforms: [darwin, linux] }])
    expect((await download(ana, thing, '1.0.0', 'darwin/arm64')).status).toBe(200)
  })

  rule('§14 proof', 'What is accepted while a look at it is under way is not altered by what that look saw')
  test('accepted while it is looked at it stays as it was accepted', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.republish('1.0.0')
    await look(thing, true)
    const { shasums } = thing.get('1.0.0')
    const path = twin.asked.find(({ url }) => shasumsOf(thing).test(url))?.url ?? ''
    const waiting: (() => void)[] = []
    // The first one waits: that of the look.
    twin.say(path, (_, res) => {
      if (waiting.length > 0) res.end(shasums)
      else waiting.push(() => res.end(shasums))
    })
    const looking = look(thing, true)
    await expect.poll(() => waiting.length).toBe(1)
    pass(1000)
    await decide(thing, '1.0.0', 'accept', 'They told us')
    waiting[0]?.()
    await looking
    expect((await version(thing, '1.0.0')).alteredAt).toBeNull()
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  test('is not what only changes its words', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '1.0.0', protocols: ['6.0'], publishedAt: '2026-02-01T00:00:00Z' })
    await look(thing, true)
    expect((await version(thing, '1.0.0')).alteredAt).toBeNull()
  })
})

describe('blocked', () => {
  rule('§14 decisions', 'A blocked version is withheld for everyone, with its reason')
  test('is withheld with its reason, and delivered again without the decision', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    await list(ana, thing)
    await expect(decide(thing, '1.1.0', 'block')).rejects.toThrow()
    await decide(thing, '1.1.0', 'block', 'It leaks')
    expect(await list(ana, thing)).toEqual({
      versions: ['1.0.0'],
      warnings: [`Blocked here of acme/${thing.name}: 1.1.0 (It leaks)`],
    })
    const refused = await download(ana, thing, '1.1.0')
    expect([refused.status, refused.body]).toEqual([410, { errors: ['Version 1.1.0 is blocked: It leaks'] }])
    const detail = await controlled.ask(ana, thing, '/1.1.0')
    expect([detail.status, detail.body]).toEqual([410, { errors: ['Version 1.1.0 is blocked: It leaks'] }])
    await decide(thing, '1.1.0', null)
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    const actions = (await auditOf(app, (await version(thing, '1.1.0')).id)).map(({ action }) => action)
    expect(actions).toEqual(['public-provider-version.block', 'public-provider-version.reset'])
  })

  rule('§14 decisions', 'A reason alone rewords the decision that stands by then')
  test('is reworded by a reason that comes while it is blocked', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await decide(thing, '1.0.0', 'release')
    const { id, providerId } = await version(thing, '1.0.0')
    const changed = (change: object) => app.services.adminPublicProviders.decide(admin.ctx, id, change)
    const behind = async (tx: Prisma.TransactionClient) => {
      await tx.$executeRaw`SELECT FROM public_providers WHERE id = ${providerId} FOR UPDATE`
      const blocking = changed({ decision: 'block', reason: 'It leaks' })
      await expect.poll(() => countWaiting(app.prisma)).toBe(1)
      const rewording = changed({ reason: 'It leaks passwords' })
      await expect.poll(() => countWaiting(app.prisma)).toBe(2)
      return { both: Promise.all([blocking, rewording]) }
    }
    await (
      await app.prisma.$transaction(behind, { timeout: 120_000 })
    ).both
    expect(await version(thing, '1.0.0')).toMatchObject({
      ...{ decision: 'block', decisionReason: 'It leaks passwords' },
    })
  })

  rule('§14 decisions', 'Accept of what is not altered is not possible')
  test('and what is available cannot be accepted', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await expect(decide(thing, '1.0.0', 'accept', 'Why not')).rejects.toThrow()
  })
})

describe('packages', () => {
  const said = async (thing: ProviderTwin) => (await download(ana, thing, '1.0.0')).body.packages

  rule('§14 packages', 'Those of the origin, where each `zh:` agrees with SHA256SUMS; else none')
  test('are those of the origin', async () => {
    const thing = await origin.provider([{ version: '1.0.0', packages: true }])
    const files = thing.get('1.0.0').files
    expect(await said(thing)).toEqual(
      Object.fromEntries(
        files.map(({ os, arch, shasum, h1, size }) => [
          `${os}_${arch}`,
          { hashes: [`zh:${shasum}`, h1], package_size: size },
        ]),
      ),
    )
  })

  test.each<[string, (packages: Record<string, { hashes: string[] }>) => object]>([
    [
      'another zh:',
      ({ linux_amd64: _, ...rest }) => ({ ...rest, linux_amd64: { hashes: [`zh:${'0'.repeat(64)}`] } }),
    ],
    [
      'one zh: too many',
      (all) => ({ ...all, linux_amd64: { hashes: [...(all['linux_amd64']?.hashes ?? []), 'zh:0'] } }),
    ],
    ['a platform that SHA256SUMS has not', (all) => ({ ...all, plan9_mips: { hashes: ['zh:0'] } })],
    ['no line for a platform', ({ darwin_arm64: _, ...rest }) => rest],
    ['something else', () => ({ linux_amd64: 'x' })],
  ])('are left out where the origin has %s', async (_name, change) => {
    const thing = await origin.provider([{ version: '1.0.0', packages: true }])
    thing.lie('download', (document) => ({
      ...document,
      packages: change(document['packages'] as Record<string, { hashes: string[] }>),
    }))
    expect(await said(thing)).toBeUndefined()
  })

  test('are left out where the origin says nothing', async () => {
    expect(await said(await origin.provider())).toBeUndefined()
  })
})
