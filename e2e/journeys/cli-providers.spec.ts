import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../cli-fixtures.js'
import { oneLine, type CliFolder } from '../support/cli.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { executable } from '../../apps/api/load/src/origin/provider-zip.js'
import { cliPlatform, createSignedProvider, releaseProvider, requiring } from '../support/providers.js'
import { alterStored } from '../support/stored-files.js'

/** The installed file of a provider. */
const installed = (cli: CliFolder, source: string, version: string): Promise<string> => {
  const [, , name] = source.split('/')
  const { os, arch } = cliPlatform
  const folder = `.terraform/providers/${source}/${version}/${os}_${arch}`
  return readFile(join(cli.path, folder, `terraform-provider-${name}_v${version}`), 'utf8')
}

for (const type of ['rsa', 'ed25519'] as const)
  test(`init installs the newest provider that fits, signed by a key of type ${type}`, async ({
    platform,
    cli,
  }) => {
    const address = `signed-${type}/cloud`
    const signer = await createSignedProvider(platform, address, type)
    for (const version of ['1.9.0', '1.10.0', '2.0.0'])
      await releaseProvider(platform.rest, address, version, { signer })
    await cli.write('main.tf', requiring(platform.source(address), '~> 1.0'))

    const { code, output } = await cli.run('init')

    expect(code, output).toBe(0)
    expect(output).toMatch(
      new RegExp(`Installed ${platform.source(address)} v1\\.10\\.0 \\(self-signed, key ID`),
    )
    expect(await installed(cli, platform.source(address), '1.10.0')).toBe(executable('cloud', '1.10.0'))
  })

test('a provider with the former name of its organization is installed after a rename', async ({
  platform,
  cli,
}) => {
  const address = 'cloudy-once/cloud'
  const signer = await createSignedProvider(platform, address)
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  await platform.rest.patch('/organizations/cloudy-once', 'organizations', { name: 'cloudy-now' })
  await cli.write('main.tf', requiring(platform.source(address), '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(await installed(cli, platform.source(address), '1.0.0')).toBe(executable('cloud', '1.0.0'))
})

test('init prints why a provider is deprecated, and passes over a version that is revoked', async ({
  platform,
  cli,
}) => {
  const address = 'warned/cloud'
  const signer = await createSignedProvider(platform, address)
  for (const version of ['1.0.0', '1.1.0']) await releaseProvider(platform.rest, address, version, { signer })
  const path = '/organizations/warned/registry-providers/private/warned/cloud'
  const change = async (thing: string, type: string, status: string, reason: string) =>
    platform.rest.patch(thing, type, { deprecation: { 'deprecated-status': status, reason } })
  await change(path, 'registry-providers', 'Deprecated', 'Use warned/sky instead')
  await change(`${path}/versions/1.1.0`, 'registry-provider-versions', 'Revoked', 'It leaks')
  await cli.write('main.tf', requiring(platform.source(address), '~> 1.0'))

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(oneLine(output)).toContain('warned/cloud is deprecated: Use warned/sky instead')
  expect(await installed(cli, platform.source(address), '1.0.0')).toBe(executable('cloud', '1.0.0'))
})

test('init prints why each version of a provider is revoked, where no other is left', async ({
  platform,
  cli,
}) => {
  const address = 'withdrawn/cloud'
  const signer = await createSignedProvider(platform, address)
  for (const version of ['1.0.0', '1.1.0']) await releaseProvider(platform.rest, address, version, { signer })
  const path = '/organizations/withdrawn/registry-providers/private/withdrawn/cloud/versions'
  for (const version of ['1.0.0', '1.1.0'])
    await platform.rest.patch(`${path}/${version}`, 'registry-provider-versions', {
      deprecation: { 'deprecated-status': 'Revoked', reason: `${version} leaks` },
    })

  for (const constraint of ['~> 1.0', '>= 0.0.0']) {
    await cli.write('main.tf', requiring(platform.source(address), constraint))
    const { code, output } = await cli.run('init')
    expect(code).not.toBe(0)
    for (const version of ['1.1.0', '1.0.0'])
      expect(oneLine(output)).toContain(`withdrawn/cloud ${version} is revoked: ${version} leaks`)
    expect(oneLine(output)).toContain('no available releases match')
  }
})

test('without a token, init is told so and installs nothing', async ({ platform, stranger }) => {
  const address = 'hidden-providers/cloud'
  const signer = await createSignedProvider(platform, address)
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  await stranger.write('main.tf', requiring(platform.source(address), '1.0.0'))

  const { code, output } = await stranger.run('init')

  expect(code).not.toBe(0)
  expect(oneLine(output)).toContain('requires authentication credentials')
  await expect(installed(stranger, platform.source(address), '1.0.0')).rejects.toThrow('ENOENT')
})

test('a version that is signed by a stranger, has another zip or misses one is passed over', async ({
  platform,
  cli,
}) => {
  const address = 'careful/cloud'
  const signer = await createSignedProvider(platform, address)
  const stranger = await newSigningKey('ed25519')
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  await releaseProvider(platform.rest, address, '1.1.0', { signer: stranger, keyId: signer.keyId })
  await releaseProvider(platform.rest, address, '1.2.0', { signer, zip: Buffer.from('another zip') })
  await releaseProvider(platform.rest, address, '1.3.0', { signer, zip: null })

  await cli.write('main.tf', requiring(platform.source(address), '>= 1.0.0'))
  const { code, output } = await cli.run('init')
  expect(code, output).toBe(0)
  expect(await installed(cli, platform.source(address), '1.0.0')).toBe(executable('cloud', '1.0.0'))

  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await cli.write('main.tf', requiring(platform.source(address), version))
    const exact = await cli.run('init', '-upgrade')
    expect(exact.code, version).not.toBe(0)
    expect(exact.output, version).toMatch(/no available releases match/)
  }
})

test('a signature that was altered in the store is refused by the CLI itself', async ({ platform, cli }) => {
  const address = 'altered-providers/cloud'
  const signer = await createSignedProvider(platform, address, 'rsa')
  await alterStored(platform, '.shasums-sig', () =>
    releaseProvider(platform.rest, address, '1.0.0', { signer }),
  )
  await cli.write('main.tf', requiring(platform.source(address), '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code).not.toBe(0)
  expect(oneLine(output)).toContain('error checking signature')
  await expect(installed(cli, platform.source(address), '1.0.0')).rejects.toThrow('ENOENT')
})
