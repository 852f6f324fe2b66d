import { rule } from '@engine/shared/rule'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { bytesOf } from '../bytes-of.js'
import type { Person } from '../makers.js'
import { registry } from '../modules/module-requests.js'
import { auditOf, startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const sealed = 'sealed.example'
const { app, admin, look, list, ask, setPolicy } = await startControlled(origin, {
  PROVIDER_ORIGINS: `${sealed}=`,
  PROVIDER_COOLDOWN: '72h',
  PROVIDER_UPLOAD_LIMIT: '5000',
})
const ana = await app.make.user()

const fileOf = (thing: ProviderTwin, os = 'linux', number = '1.0.0') => {
  const file = thing.get(number).files.find((each) => each.os === os)
  if (!file) throw new Error(`no file for ${os}`)
  return file
}

const put = (
  { namespace, name }: Pick<ProviderTwin, 'namespace' | 'name'>,
  filename: string,
  bytes: Buffer,
  { by = admin, from = sealed, version = '1.0.0' }: { by?: Person; from?: string; version?: string } = {},
) =>
  app.http
    .put(`/api/v2/admin/public-providers/${from}/${namespace}/${name}/versions/${version}/files/${filename}`)
    .set('Authorization', `Bearer ${by.token}`)
    .set('Content-Type', 'application/octet-stream')
    .send(bytes)

const at = (thing: ProviderTwin, rest: string, from = sealed) =>
  registry(app, ana, `/api/registry/public/${from}/v1/providers/${thing.namespace}/${thing.name}${rest}`)

const mirror = (thing: ProviderTwin, document: string) =>
  registry(app, ana, `/v1/mirror/${sealed}/${thing.namespace}/${thing.name}/${document}`)

const names = (thing: ProviderTwin) => {
  const shasums = `terraform-provider-${thing.name}_1.0.0_SHA256SUMS`
  return { shasums, signature: `${shasums}.sig`, keys: `${shasums}.asc` }
}

/** The parts of a signed version, to be imported in any order. */
const partsOf = (thing: ProviderTwin): Record<string, () => ReturnType<typeof put>> => {
  const { shasums, signature } = thing.get('1.0.0')
  const { filename, zip } = fileOf(thing)
  return {
    zip: () => put(thing, filename, zip),
    shasums: () => put(thing, names(thing).shasums, shasums),
    signature: () => put(thing, names(thing).signature, signature ?? Buffer.alloc(0)),
    keys: () => put(thing, names(thing).keys, Buffer.from(origin.key.armor)),
  }
}

const detailOf = ({ body }: { body: { errors: { detail: string }[] } }) => body.errors[0]?.detail

describe('a zip alone', () => {
  rule('§14 air gap', 'A version without SHA256SUMS and signature is `available` in the mirror form alone')
  test('installs from the mirror, at once and whatever the cooldown, and not by the registry form', async () => {
    const thing = await origin.provider()
    const { filename, zip, shasum, h1 } = fileOf(thing)
    const first = await put(thing, filename, zip)
    expect([first.status, first.text]).toEqual([201, ''])
    expect((await put(thing, filename, zip)).status).toBe(200)
    expect((await mirror(thing, 'index.json')).body).toEqual({ versions: { '1.0.0': {} } })
    const hashes = async () => (await mirror(thing, '1.0.0.json')).body.archives.linux_amd64.hashes
    await expect.poll(hashes).toEqual([`zh:${shasum}`, h1])
    const { url } = (await mirror(thing, '1.0.0.json')).body.archives.linux_amd64
    expect((await app.http.get(url).buffer(true)).status).toBe(200)
    const { body } = await at(thing, '/versions')
    expect(body.versions[0].version).toBe('0.0.0-not-available')
    expect(body.warnings).toEqual([
      `acme/${thing.name} was imported without a signature by a known key, so only the network mirror has it. Use that, or have an administrator import SHA256SUMS, its signature and the keys.`,
    ])
    expect((await at(thing, '/1.0.0/download/linux/amd64')).status).toBe(404)
    const row = await app.prisma.publicProviderVersion.findFirstOrThrow({
      where: { provider: { name: thing.name } },
    })
    const shown = await app.http
      .get(`/api/v2/admin/public-provider-versions/${row.id}`)
      .set('Authorization', `Bearer ${admin.token}`)
    expect(shown.body.data.attributes).toMatchObject({
      ...{ version: '1.0.0', status: 'available', imported: true, 'held-until': null, 'key-id': null },
      platforms: [{ os: 'linux', arch: 'amd64', filename, shasum, h1, size: zip.length, stored: true }],
    })
    expect((await auditOf(app, row.id)).map(({ action }) => action)).toEqual([
      'public-provider-version.import',
    ])
  })

  rule('§14 air gap', '422 when others are there or the name does not fit, 413; site administrators')
  test('of other bytes, of another name or too large is refused; for all but site administrators there is nothing', async () => {
    const thing = await origin.provider()
    const { filename, zip } = fileOf(thing)
    await put(thing, filename, zip)
    const other = await put(thing, filename, Buffer.from('other'))
    expect([other.status, detailOf(other)]).toEqual([422, 'Filename has other bytes here, which stay'])
    for (const wrong of [
      'x.zip',
      `terraform-provider-other_1.0.0_linux_amd64.zip`,
      `${filename}.part`,
      '..%2f1.zip',
    ])
      expect((await put(thing, wrong, zip)).status, wrong).toBe(422)
    expect((await put(thing, filename, zip, { from: 'unknown.example' })).status).toBe(422)
    expect((await put(thing, filename, zip, { version: 'v1' })).status).toBe(422)
    const darwin = fileOf(thing, 'darwin').filename
    expect((await put(thing, darwin, Buffer.alloc(5001))).status).toBe(413)
    expect((await put(thing, darwin, zip, { by: ana })).status).toBe(404)
    expect(
      (await app.http.put(`/api/v2/admin/public-providers/${sealed}/a/b/versions/1.0.0/files/${darwin}`))
        .status,
    ).toBe(401)
    expect(await app.prisma.originFile.count({ where: { filename } })).toBe(1)
  })
})

describe('with SHA256SUMS, its signature and the keys of its signers', () => {
  test.each([
    [['zip', 'shasums', 'signature', 'keys']],
    [['keys', 'signature', 'shasums', 'zip']],
    [['shasums', 'keys', 'zip', 'signature']],
  ])('in the order %j, it installs by the registry form', async (order) => {
    const thing = await origin.provider()
    const parts = partsOf(thing)
    for (const part of order) expect((await parts[part]?.())?.status, part).toBe(201)
    for (const part of order) expect((await parts[part]?.())?.status, part).toBe(200)
    const { body } = await at(thing, '/versions')
    expect(body.versions).toEqual([
      { version: '1.0.0', protocols: [], platforms: [{ os: 'linux', arch: 'amd64' }] },
    ])
    const document = (await at(thing, '/1.0.0/download/linux/amd64')).body
    const { filename, shasum, zip } = fileOf(thing)
    expect(document).toMatchObject({ filename, shasum, os: 'linux', arch: 'amd64' })
    expect(document.signing_keys.gpg_public_keys[0].key_id).toBe(origin.key.keyId)
    expect((await app.http.get(document.shasums_url).buffer(true).parse(bytesOf)).body).toEqual(
      thing.get('1.0.0').shasums,
    )
    expect((await app.http.get(document.shasums_signature_url)).status).toBe(200)
    expect((await app.http.get(document.download_url).buffer(true).parse(bytesOf)).body).toEqual(zip)
    expect((await at(thing, '/1.0.0/download/darwin/arm64')).status).toBe(410)
  })

  rule('§14 decided', 'A zip that SHA256SUMS contradicts is 422 in either order of arrival')
  test('a zip that SHA256SUMS contradicts is refused in either order', async () => {
    const [one, two] = [await origin.provider(), await origin.provider()]
    await put(one, names(one).shasums, one.get('1.0.0').shasums)
    expect((await put(one, fileOf(one).filename, Buffer.from('other'))).status).toBe(422)
    await put(two, fileOf(two).filename, Buffer.from('other'))
    const late = await put(two, names(two).shasums, two.get('1.0.0').shasums)
    expect([late.status, detailOf(late)]).toEqual([422, expect.stringContaining('contradicts')])
  })

  test('a signature by no known key leaves it to the mirror, and a line that no CLI reads is named', async () => {
    const thing = await origin.provider()
    const parts = partsOf(thing)
    for (const part of ['zip', 'shasums', 'signature']) await parts[part]?.()
    expect((await at(thing, '/1.0.0/download/linux/amd64')).status).toBe(404)
    expect((await mirror(thing, '1.0.0.json')).status).toBe(200)
    const other = await origin.provider()
    const bad = await put(other, names(other).shasums, Buffer.from('no checksum\n'))
    expect([bad.status, detailOf(bad)]).toEqual([422, expect.stringContaining('Line 1 of SHA256SUMS')])
    expect((await put(other, names(other).keys, Buffer.from('no key'))).status).toBe(422)
  })
})

test('a zip of a version that is known from its origin is stored, and nothing else of it changes', async () => {
  const thing = await origin.provider()
  await list(ana, thing)
  const { filename, zip } = fileOf(thing)
  const from = 'registry.example'
  expect((await put(thing, filename, Buffer.from('other'), { from })).status).toBe(422)
  expect((await put(thing, filename, zip, { from })).status).toBe(201)
  const { body } = await ask(ana, thing, '/versions')
  expect(body.versions[0].platforms).toHaveLength(2)
  await look(thing, true)
  const row = await app.prisma.publicProviderVersion.findFirstOrThrow({
    where: { provider: { name: thing.name } },
  })
  expect(row).toMatchObject({ imported: false, alteredAt: null, goneFromOrigin: false })
})

test('the rules of organizations bind imported versions too', async () => {
  const thing = await origin.provider()
  await put(thing, fileOf(thing).filename, fileOf(thing).zip)
  await app.make.organization(ana, 'acme')
  await setPolicy('acme', { publicProviders: 'listed' })
  onTestFinished(async () => void (await setPolicy('acme', { publicProviders: 'open' })))
  expect((await mirror(thing, 'index.json')).status).toBe(404)
})

describe('by hand in the console', () => {
  const begin = async (by: Person, input: object) => {
    const document =
      'mutation ($input: SitePublicProviderFileImportInput!) { sitePublicProviderFileImport(input: $input) { uploadUrl userErrors { field code } } }'
    const { body } = await app.http
      .post('/graphql')
      .set('Authorization', `Bearer ${by.token}`)
      .send({ query: document, variables: { input } })
    return body
  }

  test('a link takes the file without a token, and another of the same bytes finds it', async () => {
    const thing = await origin.provider()
    const { filename, zip } = fileOf(thing)
    const { namespace, name } = thing
    const { data } = await begin(admin, { origin: sealed, namespace, name, version: '1.0.0', filename })
    const { pathname, search } = new URL(data.sitePublicProviderFileImport.uploadUrl)
    const send = () =>
      app.http.put(`${pathname}${search}`).set('Content-Type', 'application/octet-stream').send(zip)
    expect([(await send()).status, (await send()).status]).toEqual([201, 200])
    expect((await mirror(thing, '1.0.0.json')).status).toBe(200)
    expect((await app.http.put(`${pathname.replace(name, 'other')}${search}`).send(zip)).status).toBe(404)
  })

  test('a wrong name is told before a byte is sent, and no one but an administrator gets a link', async () => {
    const thing = await origin.provider()
    const { namespace, name } = thing
    const input = {
      origin: sealed,
      namespace,
      name,
      version: '1.0.0',
      filename: 'other_1.0.0_linux_amd64.zip',
    }
    const { data } = await begin(admin, input)
    expect(data.sitePublicProviderFileImport).toEqual({
      uploadUrl: null,
      userErrors: [{ field: ['filename'], code: 'INVALID' }],
    })
    const elsewhere = await begin(admin, { ...input, origin: 'unknown.example' })
    expect(elsewhere.data.sitePublicProviderFileImport.userErrors).toEqual([
      { field: ['origin'], code: 'NOT_INCLUDED' },
    ])
    const refused = (await begin(ana, input)).data.sitePublicProviderFileImport
    expect(refused).toMatchObject({ uploadUrl: null, userErrors: [{ code: 'NOT_FOUND' }] })
  })
})
