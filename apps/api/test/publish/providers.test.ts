import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerZip, sha256 } from '../../load/src/origin/provider-zip.js'
import { newSigningKey, signatureOf, type SigningKey } from '../../load/src/origin/signing.js'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { pathOf, put } from '../modules/module-requests.js'
import { createProvider, providerPath } from '../providers.js'
import { registerKey, removeKey } from '../registry/signed-provider.js'
import { as, documentOf } from '../rest.js'
import { temporaryFolder } from '../temporary-folder.js'
import { enginePublish, moduleFolder, type Outcome } from './engine-publish.js'

const run = promisify(execFile)

let app: TestApp
let owner: Person
let acme: Organization
let signer: SigningKey

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'acme')
  signer = await newSigningKey()
  await registerKey(app, owner, acme.name, signer)
})
afterAll(() => app.stop())

const platforms = [
  'darwin_amd64',
  'darwin_arm64',
  'freebsd_386',
  'linux_amd64',
  'linux_arm64',
  'windows_amd64',
]

/** Zips, manifest and checksums of a version, as a release tool leaves them. */
function unsigned(name: string, version: string): Record<string, Buffer> {
  const stem = `terraform-provider-${name}_${version}`
  const files = {
    ...Object.fromEntries(platforms.map((each) => [`${stem}_${each}.zip`, providerZip(name, version, each)])),
    [`${stem}_manifest.json`]: Buffer.from('{"version":1,"metadata":{"protocol_versions":["5.0","6.0"]}}'),
  }
  const sums = Object.entries(files).map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`)
  return { ...files, [`${stem}_SHA256SUMS`]: Buffer.from(sums.join('')) }
}

async function release(name: string, version: string, by = signer): Promise<Record<string, Buffer>> {
  const files = unsigned(name, version)
  const sums = `terraform-provider-${name}_${version}_SHA256SUMS`
  return { ...files, [`${sums}.sig`]: await signatureOf(files[sums] ?? Buffer.alloc(0), by) }
}

const publish = (folder: string, name: string, token: string): Promise<Outcome> =>
  enginePublish(['provider', folder, '--to', `acme/${name}`], { ENGINE_URL: app.url, ENGINE_TOKEN: token })

const tokenFor = (name: string): Promise<string> =>
  app.make.token(owner, { scopes: [`publish:acme/${name}`] })

async function versionOf(name: string, version: string) {
  const path = `/organizations/acme/registry-providers/private/acme/${name}/versions/${version}`
  const { status, body } = await as(app, owner).get(path)
  return status === 200 ? body.data.attributes : status
}

/** Begins a version, and uploads these checksums. */
async function begin(name: string, checksums: Buffer): Promise<void> {
  const address = `acme/private/acme/${name}`
  await createProvider(app, owner, address)
  const attributes = { version: '1.0.0', 'key-id': signer.keyId, protocols: ['5.0', '6.0'] }
  const made = await as(app, owner).post(`${providerPath(address)}/versions`, {
    body: documentOf('registry-provider-versions', attributes),
  })
  const link = pathOf(made.body.data.links['shasums-upload'])
  expect((await put(app, link, checksums)).status).toBe(200)
}

describe('a release of a provider', () => {
  test('signed with GnuPG is published by a token for that provider alone, and once', async () => {
    const home = await temporaryFolder()
    const gpg = async (...args: string[]) => {
      const batch = ['--homedir', home, '--batch', '--pinentry-mode', 'loopback', '--passphrase', '']
      return (await run('gpg', [...batch, ...args])).stdout
    }
    try {
      await gpg('--quick-generate-key', 'Release <release@example.com>', 'rsa2048', 'sign', 'never')
      const armor = await gpg('--armor', '--export')
      await registerKey(app, owner, acme.name, { ...signer, armor })
      const folder = await moduleFolder(unsigned('forge', '1.0.0'))
      const sums = join(folder, 'terraform-provider-forge_1.0.0_SHA256SUMS')
      await gpg('--output', `${sums}.sig`, '--detach-sign', sums)
      const token = await tokenFor('forge')

      const { code, out, messages } = await publish(folder, 'forge', token)

      expect([code, out], messages).toEqual([
        0,
        expect.stringContaining(
          'Published acme/forge 1.0.0\n\nforge = {\n  source  = "registry.test/acme/forge"',
        ),
      ])
      expect(await versionOf('forge', '1.0.0')).toMatchObject({
        published: true,
        protocols: ['5.0', '6.0'],
        warnings: [],
      })
      expect(await publish(folder, 'forge', token)).toMatchObject({ code: 5, out: '' })
    } finally {
      await run('gpgconf', ['--homedir', home, '--kill', 'all']).catch(() => undefined)
      await rm(home, { recursive: true, force: true })
    }
  })

  test('that was begun is completed, with what is there left as it is', async () => {
    const files = await release('begun', '1.0.0')
    const sums = 'terraform-provider-begun_1.0.0_SHA256SUMS'
    await begin('begun', files[sums] ?? Buffer.alloc(0))
    const filename = 'terraform-provider-begun_1.0.0_linux_amd64.zip'
    const shasum = sha256(files[filename] ?? '')
    const platform = { os: 'linux', arch: 'amd64', shasum, filename }
    await as(app, owner).post(`${providerPath('acme/private/acme/begun')}/versions/1.0.0/platforms`, {
      body: documentOf('registry-provider-platforms', platform),
    })
    const { code, messages } = await publish(await moduleFolder(files), 'begun', await tokenFor('begun'))
    expect(code, messages).toBe(0)
    expect(messages).toContain('1 file is there already')
    expect(await versionOf('begun', '1.0.0')).toMatchObject({ published: true })
  })

  test('that was begun with other checksums ends with 1, and stays as it was', async () => {
    await begin('other', Buffer.from('other'))
    const folder = await moduleFolder(await release('other', '1.0.0'))
    const { code, messages } = await publish(folder, 'other', await tokenFor('other'))
    expect(code).toBe(1)
    expect(messages).toContain(
      'acme/other 1.0.0 was begun with another terraform-provider-other_1.0.0_SHA256SUMS',
    )
    const { body } = await as(app, owner).get(
      `${providerPath('acme/private/acme/other')}/versions/1.0.0/platforms`,
    )
    expect(body.data).toEqual([])
  })

  test('of two runs at once is published once, and neither breaks the other', async () => {
    const folder = await moduleFolder(await release('twice', '1.0.0'))
    const token = await tokenFor('twice')
    await createProvider(app, owner, 'acme/private/acme/twice')
    const runs = await Promise.all([publish(folder, 'twice', token), publish(folder, 'twice', token)])
    for (const { code, messages } of runs) expect([0, 5], messages).toContain(code)
    expect(runs.map(({ code }) => code)).toContain(0)
    expect(await versionOf('twice', '1.0.0')).toMatchObject({ published: true })
  })

  test('by a key that is not registered ends with 1 and its id, and creates nothing', async () => {
    const stranger = await newSigningKey()
    const folder = await moduleFolder(await release('unknown', '1.0.0', stranger))
    const { code, messages } = await publish(folder, 'unknown', owner.token)
    expect(code).toBe(1)
    expect(messages).toContain(`signed with the key ${stranger.keyId}, which is not registered in acme`)
    await registerKey(app, owner, acme.name, stranger)
    expect((await publish(folder, 'unknown', owner.token)).code).toBe(0)
    await removeKey(app, owner, acme.name, stranger)
  })

  test('for want of rights, or of an organization, ends with 1 and creates nothing', async () => {
    const folder = await moduleFolder(await release('denied', '1.0.0'))
    const member = await app.make.member(acme)
    const denied = await publish(folder, 'denied', member.token)
    expect([denied.code, await versionOf('denied', '1.0.0')]).toEqual([1, 404])
    expect(denied.messages).toContain('there is no provider acme/denied, or this token may not publish it')
  })

  test('of a deleted number ends with 1, for it is not given again', async () => {
    const folder = await moduleFolder(await release('deleted', '1.0.0'))
    expect((await publish(folder, 'deleted', owner.token)).code).toBe(0)
    await as(app, owner).delete(`${providerPath('acme/private/acme/deleted')}/versions/1.0.0`)
    const { code, messages } = await publish(folder, 'deleted', owner.token)
    expect(code).toBe(1)
    expect(messages).toContain('it was published once and deleted since')
  })

  test('that is faulty ends with 4 before anything is asked', async () => {
    const folder = await moduleFolder(await release('faulty', '1.0.0'))
    await writeFile(join(folder, 'terraform-provider-faulty_1.0.0_linux_amd64.zip'), 'text')
    const { code, messages } = await enginePublish(
      ['provider', folder, '--to', 'acme/faulty', '--url', 'http://127.0.0.1:1'],
      { ENGINE_TOKEN: 'x' },
    )
    expect(code).toBe(4)
    expect(messages).toMatch(/linux_amd64\.zip: .*the file is no zip/)
  })
})
