import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../cli-fixtures.js'
import { oneLine, type CliFolder } from '../support/cli.js'
import { executable, providerZip } from '../../apps/api/load/src/origin/provider-zip.js'
import { cliPlatform, createSignedProvider, releaseProvider, requiring } from '../support/providers.js'
import type { LivingApi } from '../support/living.js'
import { alterStored } from '../support/stored-files.js'

const lockFile = '.terraform.lock.hcl'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The lock file's two checksums of a provider: of the zip, and of the one file in it as it is unpacked. */
function checksums(name: string, version: string): string[] {
  const file = `${sha256(executable(name, version)).toString('hex')}  terraform-provider-${name}_v${version}\n`
  return [`h1:${sha256(file).toString('base64')}`, `zh:${sha256(providerZip(name, version)).toString('hex')}`]
}

/** A namespace with a key and a provider, `cloud`, that has no version yet. */
async function start(platform: LivingApi, namespace: string) {
  const address = `${namespace}/cloud`
  const signer = await createSignedProvider(platform, address)
  return {
    address,
    release: (version: string) => releaseProvider(platform.rest, address, version, { signer }),
  }
}

const lockOf = (cli: CliFolder) => readFile(join(cli.path, lockFile), 'utf8')

const checksumsIn = (lock: string) =>
  [...lock.matchAll(/"((?:h1|zh):[^"]+)"/g)].map(([, checksum]) => checksum)

/** Reads the registry's hashes of the zip for this machine, which it publishes like those for others. */
async function packageOf({ apiUrl, adminToken }: LivingApi, address: string, version: string) {
  const { os, arch } = cliPlatform
  const url = `${apiUrl}/v1/providers/${address}/${version}/download/${os}/${arch}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${adminToken}` } })
  const { packages } = (await answer.json()) as { packages: Record<string, { hashes: string[] }> }
  return packages[`${os}_${arch}`]
}

test('init locks the version with the checksums of its zip, and keeps to it until an upgrade', async ({
  platform,
  openCli,
}) => {
  const { address, release } = await start(platform, 'locked')
  await release('1.0.0')
  const open = async () => {
    const cli = await openCli({ token: platform.adminToken })
    await cli.write('main.tf', requiring(platform.source(address), '>= 1.0.0'))
    return cli
  }
  const first = await open()
  expect((await first.run('init')).code).toBe(0)
  const lock = await lockOf(first)
  expect(lock).toContain(`provider "${platform.source(address)}" {`)
  expect(lock).toMatch(/version\s*= "1\.0\.0"/)
  expect(checksumsIn(lock)).toEqual(checksums('cloud', '1.0.0'))
  expect(await packageOf(platform, address, '1.0.0')).toEqual({
    hashes: checksumsIn(lock).reverse(),
    package_size: providerZip('cloud', '1.0.0').length,
  })

  await release('1.1.0')
  const colleague = await open()
  await colleague.write(lockFile, lock)
  const { code, output } = await colleague.run('init', '-lockfile=readonly')
  expect(code, output).toBe(0)
  expect(output).toContain(`${platform.source(address)} v1.0.0`)
  expect(await lockOf(colleague)).toBe(lock)

  expect((await first.run('init', '-upgrade')).code).toBe(0)
  expect(await lockOf(first)).toMatch(/version\s*= "1\.1\.0"/)
})

test('a mirror for machines without a network has the very zip, and its lock the very checksums', async ({
  platform,
  cli,
}) => {
  const { address, release } = await start(platform, 'mirrored')
  await release('1.0.0')
  await cli.write('main.tf', requiring(platform.source(address), '~> 1.0'))

  for (const command of [['lock'], ['mirror', 'mirror']]) {
    const { code, output } = await cli.run('providers', ...command)
    expect(code, output).toBe(0)
  }

  for (const checksum of checksums('cloud', '1.0.0')) expect(await lockOf(cli)).toContain(`"${checksum}"`)
  const { os, arch } = cliPlatform
  const zip = `mirror/${platform.source(address)}/terraform-provider-cloud_1.0.0_${os}_${arch}.zip`
  expect(await readFile(join(cli.path, zip))).toEqual(providerZip('cloud', '1.0.0'))
})

test('a zip that was altered in the store is refused by the checksum that was signed', async ({
  platform,
  cli,
}) => {
  const { address, release } = await start(platform, 'altered-zips')
  await alterStored(platform, '.binary', () => release('1.0.0'))
  await cli.write('main.tf', requiring(platform.source(address), '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code).not.toBe(0)
  expect(oneLine(output)).toMatch(/archive has incorrect checksum/)
  await expect(lockOf(cli)).rejects.toThrow('ENOENT')
})
