import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadOpenpgp } from '@engine/provider-source/openpgp'
import { beforeAll, describe, expect, test } from 'vitest'
import { providerPlatform, publishProvider, versionsPath } from './provider-platform.testing.js'
import {
  newSigner,
  platforms,
  releaseFiles,
  releaseFolder,
  sha256,
  signed,
  signedBySha3,
  stem,
  sumsOf,
  withSums,
  withSumsText,
  zipOf,
  type Files,
  type Signer,
} from './release.testing.js'

let signer: Signer
let files: Files
beforeAll(async () => {
  signer = await newSigner()
  files = await releaseFiles(signer)
})

const sums = `${stem()}_SHA256SUMS`
const linux = `${stem()}_linux_amd64.zip`
const uploads = (asked: readonly string[]) =>
  asked.filter((each) => each.startsWith('PUT ')).map((each) => each.replace('PUT /api/uploads/1.0.0/', ''))
/** One of the files of the release. */
const fileOf = (name: string): Buffer => files[name] ?? Buffer.alloc(0)
const allFiles = ['shasums', 'shasums-sig', ...platforms.map((each) => `${each}/provider-binary`)]
const without = (all: Files, ...names: string[]): Files =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

test('a release is published with all its platforms and the protocols of its manifest, three files at a time', async () => {
  const { url, asked, limits, begun } = await providerPlatform({ keys: [signer], isThere: false })
  const outcome = await publishProvider(await releaseFolder(files), url)
  expect(outcome).toMatchObject({
    code: 0,
    out: `Published acme/thing 1.0.0

thing = {
  source  = "public.example/acme/thing"
  version = "1.0.0"
}
`,
    messages: expect.stringMatching(
      /^Created the provider acme\/thing\nUploading: 0% of 2\.\d KiB\nUploading: 25%/,
    ),
  })
  const { attributes, platforms: made, files: stored } = begun()
  expect(attributes).toEqual({ version: '1.0.0', 'key-id': signer.keyId, protocols: ['6.0'] })
  expect(made.get('linux_amd64')).toEqual({
    os: 'linux',
    arch: 'amd64',
    shasum: sha256(fileOf(linux)),
    filename: linux,
  })
  expect(stored.get('linux_amd64/provider-binary')?.equals(fileOf(linux))).toBe(true)
  expect(uploads(asked).sort()).toEqual([...allFiles].sort())
  const lastPlatform = asked.lastIndexOf(`POST ${versionsPath}/1.0.0/platforms`)
  expect(lastPlatform).toBeLessThan(asked.findIndex((each) => each.startsWith('PUT ')))
  expect(limits.most).toBeLessThanOrEqual(3)
})

test('of a version that is published it says so with 5, and sends nothing', async () => {
  const { url, asked } = await providerPlatform({ keys: [signer] })
  const folder = await releaseFolder(files)
  expect(await publishProvider(folder, url)).toMatchObject({ code: 0 })
  asked.length = 0
  expect(await publishProvider(folder, url)).toMatchObject({
    code: 5,
    messages: expect.stringContaining('acme/thing 1.0.0 is published already'),
  })
  expect(asked).toEqual(['GET /api/registry/private/v2/gpg-keys', `GET ${versionsPath}/1.0.0`])
})

test('broken off after the third file it sends only the rest', async () => {
  const { url, asked, versions, hooks, begun } = await providerPlatform({ keys: [signer] })
  const folder = await releaseFolder(files)
  const stop = new AbortController()
  let taken = 0
  // The first three are received, the others get no answer.
  hooks.onUpload = () => ++taken > 3
  const first = publishProvider(folder, url, { signal: stop.signal })
  await expect.poll(() => versions.get('1.0.0')?.files.size).toBe(3)
  stop.abort()
  expect(await first).toMatchObject({ code: 130 })
  const there = [...begun().files.keys()]
  delete hooks.onUpload
  asked.length = 0
  expect(await publishProvider(folder, url)).toMatchObject({
    code: 0,
    messages: expect.stringContaining('3 files are there already\n'),
  })
  expect(uploads(asked).sort()).toEqual(allFiles.filter((each) => !there.includes(each)).sort())
  expect(asked.filter((each) => each.startsWith('POST '))).toEqual([])
})

test('a connection that breaks is tried three times, and then ends with 3 and the name of the file', async () => {
  const { url, asked, hooks } = await providerPlatform({ keys: [signer] })
  const folder = await releaseFolder(files)
  let broken = 0
  hooks.onUpload = (name, req) => {
    if (name !== 'shasums' || ++broken > 2) return false
    req.destroy()
    return true
  }
  expect(await publishProvider(folder, url)).toMatchObject({
    code: 0,
    messages: expect.stringContaining(`Warning: ${sums}: ${url} cannot be reached`),
  })
  expect(uploads(asked).filter((name) => name === 'shasums')).toHaveLength(3)
  const other = await providerPlatform({ keys: [signer] })
  other.hooks.onUpload = (name, req) => {
    if (name === 'shasums') req.destroy()
    return name === 'shasums'
  }
  expect(await publishProvider(folder, other.url)).toMatchObject({ code: 3 })
  expect(uploads(other.asked).filter((name) => name === 'shasums')).toHaveLength(3)
})

describe('what is faulty ends with 4 and the name of its file, and nothing is asked', () => {
  const changed = (name: string, bytes: Buffer | string): Files => ({ ...files, [name]: Buffer.from(bytes) })
  const resigned = async (change: (text: string) => string): Promise<Files> =>
    withSumsText(files, change(fileOf(sums).toString()), signer)
  /** The release with another zip for linux/amd64, listed and signed. */
  const withZip = async (bytes: Buffer, name = linux): Promise<Files> =>
    withSums({ ...without(files, sums, `${sums}.sig`, linux), [name]: bytes }, signer)

  test.each<[string, () => Files | Promise<Files>, RegExp]>([
    ['an empty folder', () => ({}), /holds no release: …_thing_VERSION_SHA256SUMS is looked for/],
    ['a folder without checksums', () => without(files, sums), /holds no release/],
    [
      'checksums of two versions',
      async () => ({ ...files, ...(await releaseFiles(signer, '1.1.0')) }),
      /several releases: terraform-provider-thing_1\.0\.0_SHA256SUMS, terraform-provider-thing_1\.1\.0_SHA256SUMS/,
    ],
    [
      'a missing signature',
      () => without(files, `${sums}.sig`),
      /_SHA256SUMS\.sig is missing: gpg --detach-sign/,
    ],
    [
      'an armored signature of another name',
      () => ({
        ...without(files, `${sums}.sig`),
        [`${sums}.asc`]: Buffer.from('-----BEGIN PGP SIGNATURE-----'),
      }),
      /_SHA256SUMS\.asc is armored, and the CLI reads a binary signature alone: gpg .*--dearmor/,
    ],
    [
      'an armored signature',
      () => changed(`${sums}.sig`, '-----BEGIN PGP SIGNATURE-----\n'),
      /_SHA256SUMS\.sig is armored/,
    ],
    [
      'a signature that is none',
      () => changed(`${sums}.sig`, 'abc'),
      /\.sig is no binary detached signature/,
    ],
    [
      'a signature that no CLI reads',
      async () => changed(`${sums}.sig`, await signedBySha3(fileOf(sums))),
      /\.sig: The signature of SHA256SUMS is made with SHA3-256, which no CLI reads: sign again/,
    ],
    [
      'a line that no CLI reads',
      () => resigned((text) => text.replace('\n', '\nMD5 (x) = y\n')),
      /_SHA256SUMS: Line 2 of SHA256SUMS is not the SHA-256/,
    ],
    ['a mark at the start', () => resigned((text) => `\u{feff}${text}`), /begins with a byte order mark/],
    [
      'a name behind a star',
      () => resigned((text) => text.replace(`  ${linux}`, ` *${linux}`)),
      /linux_amd64\.zip is not in .*: its line names \*terraform.* is in the way/,
    ],
    [
      'a name in other case',
      () => resigned((text) => text.replace(linux, linux.replace('linux', 'Linux'))),
      /linux_amd64\.zip is not in .*: its line names .*_Linux_amd64\.zip, and the engine tells small letters/,
    ],
    [
      'another zip than the signed one',
      () => changed(linux, zipOf('terraform-provider-thing')),
      /linux_amd64\.zip: The zip of linux\/amd64 has the SHA-256 [0-9a-f]{64}, not/,
    ],
    [
      'a zip that is not listed',
      () => changed(`${stem('0.9.0')}_linux_amd64.zip`, fileOf(linux)),
      /thing_0\.9\.0_linux_amd64\.zip is not in .*_SHA256SUMS: it has no line/,
    ],
    [
      'a listed zip that is not there',
      () => without(files, linux),
      /linux_amd64\.zip is listed in .*_SHA256SUMS and is not in the folder/,
    ],
    [
      'no zip at all',
      () => withSums({ 'thing_1.0.0_sbom.json': Buffer.from('{}') }, signer),
      /lists no zip: a release has one for each platform/,
    ],
    [
      'zips of another version',
      () => withZip(zipOf('terraform-provider-thing'), `${stem('1.0.1')}_linux_amd64.zip`),
      /several versions: 1\.0\.0, 1\.0\.1/,
    ],
    [
      'a zip of another provider',
      () => withZip(fileOf(linux), 'terraform-provider-other_1.0.0_linux_amd64.zip'),
      /provider-other_1\.0\.0_linux_amd64\.zip has no name of a zip of thing/,
    ],
    [
      'a zip without a platform',
      () => withZip(fileOf(linux), `${stem()}_source.zip`),
      /_source\.zip has no name of a zip of thing, such as thing_1\.2\.3_linux_amd64\.zip/,
    ],
    [
      'a platform by another word',
      () => withZip(fileOf(linux), `${stem()}_Linux_x86_64.zip`.replace('x86_64', 'x64')),
      /_Linux_x64\.zip: No CLI asks for the platform Linux\/x64\. Name it linux\/amd64\./,
    ],
    [
      'two zips for a platform',
      () =>
        withSums(
          { ...without(files, sums, `${sums}.sig`), 'thing_1.0.0_linux_amd64.zip': fileOf(linux) },
          signer,
        ),
      /_linux_amd64\.zip and .*_linux_amd64\.zip are both for linux\/amd64/,
    ],
    ['a file that is no zip', () => withZip(Buffer.from('text')), /linux_amd64\.zip: .* the file is no zip/],
    [
      'a zip without the program',
      () => withZip(zipOf('bin/terraform-provider-thing')),
      /linux_amd64\.zip: .* has no file at its top that is named terraform-provider-thing/,
    ],
    [
      'a zip that leads out',
      () => withZip(zipOf('../terraform-provider-thing')),
      /linux_amd64\.zip: .*leads out of the folder/,
    ],
    [
      'a version with a v',
      () => releaseFiles(signer, 'v1.0.0'),
      /v1\.0\.0 is no version such as 1\.2\.3 \(without a v\)/,
    ],
    [
      'a number beyond all',
      () => releaseFiles(signer, '1.0.9223372036854775808'),
      /has a number above 9223372036854775807/,
    ],
    [
      'a manifest changed after it was signed',
      () => changed(`${stem()}_manifest.json`, '{"metadata":{"protocol_versions":["5.0"]}}'),
      /_manifest\.json has another checksum in SHA256SUMS/,
    ],
    [
      'a listed manifest that is not there',
      () => without(files, `${stem()}_manifest.json`),
      /_manifest\.json is listed in SHA256SUMS and is not in the folder/,
    ],
    ...[
      'no json',
      '{}',
      '{"metadata":{"protocol_versions":[]}}',
      '{"metadata":{"protocol_versions":["6"]}}',
    ].map((text): [string, () => Promise<Files>, RegExp] => [
      `the manifest ${text}`,
      () => {
        const others = without(files, sums, `${sums}.sig`)
        return withSums({ ...others, [`${stem()}_manifest.json`]: Buffer.from(text) }, signer)
      },
      /_manifest\.json names no protocols/,
    ]),
  ])('%s', async (_what, faulty, message) => {
    const { url, asked } = await providerPlatform({ keys: [signer] })
    const { code, messages } = await publishProvider(await releaseFolder(await faulty()), url)
    expect(messages).toMatch(message)
    expect([code, asked]).toEqual([4, []])
  })

  test('a folder that is not there', async () => {
    const { url, asked } = await providerPlatform({ keys: [signer] })
    expect(await publishProvider('/missing', url)).toMatchObject({ code: 4 })
    expect(asked).toEqual([])
  })

  test('all faults of a release are told at once', async () => {
    const { url } = await providerPlatform({ keys: [signer] })
    const faulty = without(changed(linux, 'text'), `${stem()}_darwin_arm64.zip`)
    const { messages } = await publishProvider(await releaseFolder(faulty), url)
    expect(messages).toMatch(/linux_amd64\.zip: /)
    expect(messages).toMatch(/darwin_arm64\.zip is listed/)
  })
})

describe('the key of the signature', () => {
  test('that is not registered is told by its id, with 1, and nothing is sent', async () => {
    const { url, asked } = await providerPlatform({ keys: [await newSigner()] })
    const { code, messages } = await publishProvider(await releaseFolder(files), url)
    expect(code).toBe(1)
    expect(messages).toContain(`signed with the key ${signer.keyId}, which is not registered in acme`)
    expect(asked).toEqual(['GET /api/registry/private/v2/gpg-keys'])
  })

  test('that signed other checksums ends with 4, and nothing is sent', async () => {
    const { url, asked } = await providerPlatform({ keys: [signer] })
    const other = { ...files, [`${sums}.sig`]: await signed(Buffer.from('other'), signer) }
    const { code, messages } = await publishProvider(await releaseFolder(other), url)
    expect([code, asked]).toEqual([4, ['GET /api/registry/private/v2/gpg-keys']])
    expect(messages).toContain(
      `${sums}.sig: The signature of SHA256SUMS is no binary detached signature of it`,
    )
  })

  test('may be a subkey of a registered one', async () => {
    const { generateKey, readPrivateKey, createMessage, sign } = await loadOpenpgp()
    const pair = await generateKey({ userIDs: [{ name: 'R' }], subkeys: [{ sign: true }], format: 'armored' })
    const key = await readPrivateKey({ armoredKey: pair.privateKey })
    const keyId = key.getKeyID().toHex().toUpperCase()
    const signature = await sign({
      message: await createMessage({ binary: fileOf(sums) }),
      signingKeys: key,
      detached: true,
      format: 'binary',
    })
    const { url, versions } = await providerPlatform({
      keys: [{ armor: pair.publicKey, secret: pair.privateKey, keyId }],
    })
    const folder = await releaseFolder({ ...files, [`${sums}.sig`]: Buffer.from(signature as Uint8Array) })
    expect(await publishProvider(folder, url)).toMatchObject({ code: 0 })
    expect(versions.get('1.0.0')?.attributes['key-id']).toBe(keyId)
  })
})

describe('a stranger’s release', () => {
  test('may have hidden files, other results of the tool, and sums of files that no CLI asks for', async () => {
    const { url, asked } = await providerPlatform({ keys: [signer] })
    const text = `${sumsOf(without(files, sums, `${sums}.sig`))}${'0'.repeat(64)}  thing_1.0.0.sbom.json\r\n`
    const strange = await withSumsText(
      {
        ...without(files, sums, `${sums}.sig`),
        '._x.zip': Buffer.from(''),
        'artifacts.json': Buffer.from('[]'),
      },
      text
        .toUpperCase()
        .replaceAll(
          / {2}.*/g,
          (name) => text.match(new RegExp(name.trim(), 'i'))?.[0].padStart(name.length) ?? name,
        ),
      signer,
    )
    const folder = await releaseFolder(strange)
    await mkdir(join(folder, 'thing_linux_amd64_v1'))
    const { code, messages } = await publishProvider(folder, url)
    expect(code, messages).toBe(0)
    expect(uploads(asked)).toHaveLength(8)
  })

  test('may leave the manifest where it was written: it is found by its checksum', async () => {
    const { url, versions } = await providerPlatform({ keys: [signer] })
    const manifest = `${stem()}_manifest.json`
    const above = await releaseFolder({ 'terraform-registry-manifest.json': fileOf(manifest) })
    const folder = await releaseFolder(without(files, manifest))
    await rename(folder, join(above, 'dist'))
    expect(await publishProvider(join(above, 'dist'), url)).toMatchObject({ code: 0 })
    expect(versions.get('1.0.0')?.attributes['protocols']).toEqual(['6.0'])
    expect(dirname(join(above, 'dist'))).toBe(above)
  })

  test('without a manifest speaks 5.0, and a platform that no CLI knows is a warning', async () => {
    const { url, versions } = await providerPlatform({ keys: [signer] })
    const zip = zipOf('terraform-provider-thing_v1.0.0')
    const folder = await releaseFolder(
      await withSums(
        { 'thing_1.0.0_linux_amd64.zip': zip, 'thing_1.0.0_haiku_amd64.zip': zip },
        signer,
        'thing_1.0.0',
      ),
    )
    const { code, messages } = await publishProvider(folder, url)
    expect(code, messages).toBe(0)
    expect(messages).toContain(
      'Warning: thing_1.0.0_haiku_amd64.zip: No CLI asks for the platform haiku/amd64.',
    )
    expect(versions.get('1.0.0')?.attributes['protocols']).toEqual(['5.0'])
  })
})

describe('a version that was begun with other files', () => {
  test('is not mixed with these: it ends with 1, and nothing is sent', async () => {
    const { url, asked, versions, hooks } = await providerPlatform({ keys: [signer] })
    const folder = await releaseFolder(files)
    hooks.onUpload = (name, _req, res) => {
      if (name !== 'linux_arm64/provider-binary') return false
      res.writeHead(404, { 'TFP-API-Version': '2.6' }).end('{"errors":[{"title":"not found"}]}')
      return true
    }
    expect(await publishProvider(folder, url)).toMatchObject({
      code: 1,
      messages: expect.stringContaining('linux_arm64.zip: the platform refused (404): not found'),
    })
    delete hooks.onUpload
    const rebuilt = zipOf('terraform-provider-thing_v1.0.0', 'rebuilt')
    const others = await withSums({ ...without(files, sums, `${sums}.sig`), [linux]: rebuilt }, signer)
    for (const [name, bytes] of Object.entries(others)) await writeFile(join(folder, name), bytes)
    asked.length = 0
    const { code, messages } = await publishProvider(folder, url)
    expect(code).toBe(1)
    expect(messages).toMatch(/was begun with another .*, and never published\. Those who manage the provider/)
    expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([])
    expect(versions.size).toBe(1)
  })
})

test('a dry run checks the release and its key, shows the platforms, and sends nothing', async () => {
  const { url, asked } = await providerPlatform({ keys: [signer] })
  const { code, out } = await publishProvider(await releaseFolder(files), url, { more: ['--dry-run'] })
  expect(code).toBe(0)
  expect(out).toContain(`Version 1.0.0, protocols 6.0, signed with the key ${signer.keyId}`)
  expect(out).toMatch(/ {2}linux\/amd64 +\d+ bytes {2}terraform-provider-thing_1\.0\.0_linux_amd64\.zip/)
  expect(out).toMatch(/A dry run: nothing was sent\.\n$/)
  expect(asked).toEqual(['GET /api/registry/private/v2/gpg-keys'])
})

test('--no-create makes a missing provider a fault', async () => {
  const { url, asked } = await providerPlatform({ keys: [signer], isThere: false })
  const { code, messages } = await publishProvider(await releaseFolder(files), url, { more: ['--no-create'] })
  expect(code).toBe(1)
  expect(messages).toContain('there is no provider acme/thing, or this token may not publish it')
  expect(asked.at(-1)).toBe(`POST ${versionsPath}`)
})
