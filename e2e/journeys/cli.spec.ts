import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, type LivingPlatform } from '../fixtures.js'
import {
  cliConfiguration,
  engineCli,
  noCli,
  openCliFolder,
  registryHost,
  type CliFolder,
} from '../support/cli.js'
import { createModule, publishVersion } from '../support/registry.js'

interface Fixtures {
  /** A folder whose CLI is signed in at the registry. */
  readonly cli: CliFolder
  /** The same for somebody who is not. */
  readonly stranger: CliFolder
}

const test = base.extend<Fixtures>({
  cli: async ({ platform }, use) => {
    const folder = await openCliFolder(cliConfiguration(platform.apiUrl, platform.adminToken))
    await use(folder)
    await folder.remove()
  },
  stranger: async ({ platform }, use) => {
    const folder = await openCliFolder(cliConfiguration(platform.apiUrl))
    await use(folder)
    await folder.remove()
  },
})
test.skip(engineCli === undefined, noCli)

const greeting = (text: string) => `output "greeting" {\n  value = "${text}"\n}\n`

/** A configuration that calls one module of the registry. */
const calling = (address: string, version: string) =>
  `module "it" {\n  source  = "${registryHost}/${address}"\n  version = "${version}"\n}\n`

test('init installs a module that was published a moment before, file by file', async ({ platform, cli }) => {
  const address = 'installed/network/aws'
  const files = {
    'main.tf': greeting('one'),
    'README.md': '# A network\n',
    'modules/subnet/main.tf': greeting('subnet'),
  }
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', files)
  await cli.write('main.tf', calling(address, '~> 1.0'))

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(output).toContain(`${registryHost}/${address} 1.0.0 for it`)
  for (const [path, text] of Object.entries(files)) expect(await cli.installed('it', path)).toBe(text)
})

test('without a token, init is told so and installs nothing', async ({ platform, stranger }) => {
  const address = 'hidden/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', { 'main.tf': greeting('secret') })
  await stranger.write('main.tf', calling(address, '1.0.0'))

  const { code, output } = await stranger.run('init')

  expect(code).not.toBe(0)
  expect(output).toContain('401')
  await expect(stranger.installed('it', 'main.tf')).rejects.toThrow('ENOENT')
})

test('an archive that was altered in the store is refused by its checksum', async ({ platform, cli }) => {
  const address = 'altered/network/aws'
  await createModule(platform.rest, address)
  const before = await storedArchives(platform)
  await publishVersion(platform.rest, address, '1.0.0', { 'main.tf': greeting('as published') })
  const [archive = '', ...others] = (await storedArchives(platform)).filter((file) => !before.includes(file))
  expect(others).toEqual([])
  const bytes = await readFile(archive)
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) ^ 1
  await writeFile(archive, bytes)
  await cli.write('main.tf', calling(address, '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code).not.toBe(0)
  expect(output).toMatch(/checksums? did not match/i)
  await expect(cli.installed('it', 'main.tf')).rejects.toThrow('ENOENT')
})

test('a pre-release is installed only when it is named exactly', async ({ platform, cli }) => {
  const address = 'early/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.4.0', { 'main.tf': greeting('release') })
  await publishVersion(platform.rest, address, '2.0.0-rc.1', { 'main.tf': greeting('candidate') })

  await cli.write('main.tf', calling(address, '>= 1.0.0'))
  const anyNewer = await cli.run('init')
  expect(anyNewer.code, anyNewer.output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('release'))

  await cli.write('main.tf', calling(address, '2.0.0-rc.1'))
  const exact = await cli.run('init')
  expect(exact.code, exact.output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('candidate'))
})

test('init -upgrade takes what was published since', async ({ platform, cli }) => {
  const address = 'upgraded/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.9.0', { 'main.tf': greeting('old') })
  await cli.write('main.tf', calling(address, '~> 1.0'))
  await cli.run('init')
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('old'))

  await publishVersion(platform.rest, address, '1.10.0', { 'main.tf': greeting('new') })
  await publishVersion(platform.rest, address, '2.0.0', { 'main.tf': greeting('too new') })
  await cli.run('init')
  expect(await cli.installed('it', 'main.tf'), 'init alone changes nothing').toBe(greeting('old'))

  const { code, output } = await cli.run('init', '-upgrade')
  expect(code, output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('new'))
})

test('a module that does not exist, and one nobody has published yet, are not found', async ({
  platform,
  cli,
}) => {
  await createModule(platform.rest, 'unpublished/network/aws')
  for (const address of ['unpublished/network/google', 'unpublished/network/aws', 'nobody/network/aws']) {
    await cli.write('main.tf', calling(address, '1.0.0'))
    const { code, output } = await cli.run('init')
    expect(code, address).not.toBe(0)
    expect(output, address).toMatch(/not found|has no versions/i)
  }
})

/** The files of all published archives, as they lie in the platform's folder. */
async function storedArchives({ dataDir }: LivingPlatform): Promise<string[]> {
  const folder = join(dataDir, 'files/modules')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.tar.gz')).map((name) => join(folder, name))
}
