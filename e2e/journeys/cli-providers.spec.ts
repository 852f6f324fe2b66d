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
import {
  cliPlatform,
  createProvider,
  newSigningKey,
  registerKey,
  releaseProvider,
} from '../support/providers.js'

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

/** A configuration that needs one provider of the registry. */
const requiring = (address: string, version: string) => `terraform {
  required_providers {
    it = {
      source  = "${registryHost}/${address}"
      version = "${version}"
    }
  }
}
`

/** The CLI breaks its messages to the width of a terminal. */
const oneLine = (output: string): string => output.replace(/\s+/g, ' ')

/** The installed file of a provider. */
const installed = (cli: CliFolder, address: string, version: string): Promise<string> => {
  const [, name] = address.split('/')
  const { os, arch } = cliPlatform
  const folder = `.terraform/providers/${registryHost}/${address}/${version}/${os}_${arch}`
  return readFile(join(cli.path, folder, `terraform-provider-${name}_v${version}`), 'utf8')
}

for (const type of ['rsa', 'ed25519'] as const)
  test(`init installs the newest provider that fits, signed by a key of type ${type}`, async ({
    platform,
    cli,
  }) => {
    const address = `signed-${type}/cloud`
    const signer = await newSigningKey(type)
    await createProvider(platform.rest, address)
    await registerKey(platform, `signed-${type}`, signer)
    for (const version of ['1.9.0', '1.10.0', '2.0.0'])
      await releaseProvider(platform.rest, address, version, { signer })
    await cli.write('main.tf', requiring(address, '~> 1.0'))

    const { code, output } = await cli.run('init')

    expect(code, output).toBe(0)
    expect(output).toMatch(
      new RegExp(`Installed ${registryHost}/${address} v1\\.10\\.0 \\(self-signed, key ID`),
    )
    expect(await installed(cli, address, '1.10.0')).toBe('cloud 1.10.0\n')
  })

test('without a token, init is told so and installs nothing', async ({ platform, stranger }) => {
  const address = 'hidden-providers/cloud'
  const signer = await newSigningKey('ed25519')
  await createProvider(platform.rest, address)
  await registerKey(platform, 'hidden-providers', signer)
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  await stranger.write('main.tf', requiring(address, '1.0.0'))

  const { code, output } = await stranger.run('init')

  expect(code).not.toBe(0)
  expect(oneLine(output)).toContain('requires authentication credentials')
  await expect(installed(stranger, address, '1.0.0')).rejects.toThrow('ENOENT')
})

test('what is signed by a stranger, holds another zip or misses one is passed over', async ({
  platform,
  cli,
}) => {
  const address = 'careful/cloud'
  const [signer, stranger] = [await newSigningKey('ed25519'), await newSigningKey('ed25519')]
  await createProvider(platform.rest, address)
  await registerKey(platform, 'careful', signer)
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  await releaseProvider(platform.rest, address, '1.1.0', { signer: stranger, keyId: signer.keyId })
  await releaseProvider(platform.rest, address, '1.2.0', { signer, zip: Buffer.from('another zip') })
  await releaseProvider(platform.rest, address, '1.3.0', { signer, zip: null })

  await cli.write('main.tf', requiring(address, '>= 1.0.0'))
  const { code, output } = await cli.run('init')
  expect(code, output).toBe(0)
  expect(await installed(cli, address, '1.0.0')).toBe('cloud 1.0.0\n')

  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await cli.write('main.tf', requiring(address, version))
    const exact = await cli.run('init', '-upgrade')
    expect(exact.code, version).not.toBe(0)
    expect(exact.output, version).toMatch(/no available releases match/)
  }
})

test('a signature that was altered in the store is refused by the CLI itself', async ({ platform, cli }) => {
  const address = 'altered-providers/cloud'
  const signer = await newSigningKey('rsa')
  await createProvider(platform.rest, address)
  await registerKey(platform, 'altered-providers', signer)
  const before = await storedSignatures(platform)
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  const [signature = '', ...others] = (await storedSignatures(platform)).filter(
    (file) => !before.includes(file),
  )
  expect(others).toEqual([])
  const bytes = await readFile(signature)
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) ^ 1
  await writeFile(signature, bytes)
  await cli.write('main.tf', requiring(address, '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code).not.toBe(0)
  expect(oneLine(output)).toContain('error checking signature')
  await expect(installed(cli, address, '1.0.0')).rejects.toThrow('ENOENT')
})

/** The signatures of all providers, as they lie in the platform's folder. */
async function storedSignatures({ dataDir }: LivingPlatform): Promise<string[]> {
  const folder = join(dataDir, 'files/providers')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.shasums-sig')).map((name) => join(folder, name))
}
