import { expect, test } from 'vitest'
import { createModule, moduleArchive, publish } from '../modules/module-requests.js'
import { downloadPath, fresh, startNamespace, versionsPath } from './provider-namespace.js'
import { archiveGetter, engineCli, updateBot } from './read-clients.js'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { filenameOf, releaseProvider, zipOf } from './signed-provider.js'

const module = 'Acme/network/aws'
const archive = moduleArchive()
const platforms = ['darwin/arm64', 'linux/amd64'] as const
const zips = Object.fromEntries(platforms.map((platform) => [platform, zipOf(platform)]))

const { app, owner, pair } = await startNamespace()
await createModule(app, owner, module, { 'source-url': 'https://git.example/network' })
for (const version of ['1.0.0', '1.1.0', '2.0.0-rc.1']) await publish(app, owner, module, version, archive)
const provider = fresh(app)
await releaseProvider(app, owner, provider, pair, { zips })

test('the CLI finds, by its headers, the versions of a module and the archive of one', async () => {
  const cli = engineCli(app, owner.token)
  const { modules } = await cli.json(`/v1/modules/${module}/versions`)
  expect(modules[0].versions.map(({ version }: { version: string }) => version)).toEqual([
    '2.0.0-rc.1',
    '1.1.0',
    '1.0.0',
  ])

  const download = await cli.get(`/v1/modules/${module}/1.1.0/download`)
  expect([download.status, download.text, download.headers['content-length']]).toEqual([204, '', undefined])
  const location = new URL(download.headers['x-terraform-get'] ?? '', app.url)

  // The checksum is for the CLI itself: it looks at the archive with that parameter taken out and the rest sorted.
  expect(location.pathname).toMatch(/\.tar\.gz$/)
  expect(location.searchParams.get('checksum')).toBe(`sha256:${sha256(archive)}`)
  location.searchParams.delete('checksum')
  location.searchParams.sort()
  const got = await archiveGetter(app).file(location.pathname + location.search)
  expect(sha256(got)).toBe(sha256(archive))
})

test('the CLI finds the versions of a provider, the document of its platform and all that this names', async () => {
  const cli = engineCli(app, owner.token)
  const { versions } = await cli.json(versionsPath(provider))
  expect(versions).toMatchObject([
    {
      version: '1.0.0',
      platforms: [
        { os: 'darwin', arch: 'arm64' },
        { os: 'linux', arch: 'amd64' },
      ],
    },
  ])
  const document = await cli.json(downloadPath(provider))
  expect(document).toMatchObject({ os: 'linux', arch: 'amd64', filename: filenameOf('1.0.0', 'linux/amd64') })
  const shasums = await cli.file(document.shasums_url)
  expect(shasums.toString()).toContain(`${document.shasum}  ${document.filename}\n`)
  expect((await cli.file(document.shasums_signature_url)).length).toBeGreaterThan(50)
  expect(sha256(await cli.file(document.download_url))).toBe(document.shasum)
})

test('an update bot finds by discovery which versions a module has, since when, and where it comes from', async () => {
  const bot = updateBot(app, owner.token)
  const services = await bot.json('/.well-known/terraform.json')
  const base: string = services['modules.v1']

  const detail = await bot.json(`${base}${module}`)
  expect(`${detail.namespace}/${detail.name}/${detail.provider}`, 'or it takes it for another').toBe(module)
  expect(detail.versions.toSorted()).toEqual(['1.0.0', '1.1.0', '2.0.0-rc.1'])
  expect(detail.versions).toContain(detail.version)
  expect(detail).toMatchObject({ version: '1.1.0', source: 'https://git.example/network' })
  expect(new Date(detail.published_at).toISOString()).toBe(app.clock.now().toISOString())

  const { modules } = await bot.json(`${base}${module}/versions`)
  expect(modules[0].versions).toHaveLength(3)
})

test('an update bot finds a provider’s versions and, on every platform, the same checksums', async () => {
  const bot = updateBot(app, owner.token)
  const base: string = (await bot.json('/.well-known/terraform.json'))['providers.v1']
  const [namespace, name] = versionsPath(provider).split('/').slice(3)
  const { versions } = await bot.json(`${base}${namespace}/${name}/versions`)
  const [{ version, platforms: listed }] = versions
  for (const { os, arch } of listed as { os: string; arch: string }[]) {
    const build = await bot.json(`${base}${namespace}/${name}/${version}/download/${os}/${arch}`)
    expect(build).toMatchObject({ os, arch, filename: filenameOf(version, `${os}/${arch}`) })
    const lines = (await bot.file(build.shasums_url)).toString().trimEnd().split('\n')
    expect(lines.map((line) => line.split(/\s/)[0]).toSorted()).toEqual(
      platforms.map((platform) => sha256(zipOf(platform))).toSorted(),
    )
    expect(sha256(await bot.file(build.download_url))).toBe(sha256(zipOf(`${os}/${arch}`)))
  }
})

test('what an update bot read before is not sent again', async () => {
  const bot = updateBot(app, owner.token)
  for (const path of [`/v1/modules/${module}`, `/v1/modules/${module}/versions`, versionsPath(provider)]) {
    const { etag } = (await bot.get(path)).headers
    const again = await bot.get(path, { 'If-None-Match': etag ?? '' })
    expect([again.status, again.text], path).toEqual([304, ''])
  }
})
