import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OriginTwin } from '../../apps/api/load/src/origin/origin-twin.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { addMember, administrator, expect, expectToast, goTo, signIn, test as base } from '../fixtures.js'
import { engineCli, noCli, oneLine, openCliFolder, type CliFolder } from '../support/cli.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform, type Platform } from '../support/platform.js'
import { cliPlatform, requiring } from '../support/providers.js'

const platforms = [
  { os: 'linux', arch: 'amd64' },
  { os: 'darwin', arch: 'arm64' },
  { os: 'windows', arch: 'amd64' },
]

/** With one provider, whose newest version is out since a moment ago. */
async function startOutside(): Promise<OriginTwin> {
  const outside = await new OriginTwin().listen()
  const isListed = platforms.some(({ os, arch }) => os === cliPlatform.os && arch === cliPlatform.arch)
  const common = { platforms: isListed ? platforms : [...platforms, cliPlatform], packages: true }
  const publishedAt = new Date().toISOString()
  const versions = [
    { version: '1.0.0', ...common },
    { version: '1.1.0', ...common, publishedAt },
  ]
  await outside.add('someone', 'cloud', { key: await newSigningKey('rsa'), versions })
  return outside
}

/** A platform that lets through what is listed, and holds what is new. */
const test = base.extend<{ outside: OriginTwin; emptyPlatform: Platform }>({
  outside: async ({ browserName: _ }, use) => {
    const outside = await startOutside()
    await use(outside)
    await outside.close()
  },
  emptyPlatform: async ({ outside }, use) => {
    const settings = {
      PUBLIC_REGISTRY_URL: outside.url,
      PUBLIC_PROVIDERS: 'listed',
      PROVIDER_COOLDOWN: '72h',
    }
    const platform = await startPlatform({ settings })
    await use(platform)
    await platform.stop()
  },
})

const lockOf = async (cli: CliFolder) =>
  [...(await readFile(join(cli.path, '.terraform.lock.hcl'), 'utf8')).matchAll(/"((?:h1|zh):[^"]+)"/g)].map(
    ([, checksum]) => checksum,
  )

test('what the page says connects the CLI, whose words lead to the page that lists what was missing', async ({
  page,
  outside,
  emptyPlatform,
  inspect,
}) => {
  test.slow()
  test.skip(engineCli === undefined, noCli)
  const { step } = test
  const platform = living(emptyPlatform, administrator, await createAdministrator(emptyPlatform))
  const { consoleUrl, apiUrl } = platform
  await signIn(page, platform, await addMember(platform, 'connie'))
  await page.goto(consoleUrl)

  const token = await step('a token that installs', async () => {
    await goTo(page, 'Connect the CLI')
    await inspect('connect-cli')
    await page.getByRole('link', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const secret = await dialog.getByLabel('Token', { exact: true }).innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    return secret
  })

  const configuration = await step('the configuration, with the token in place of the dots', async () => {
    await goTo(page, 'Connect the CLI')
    const shown = page.getByRole('region', { name: `the configuration for ${outside.host}` })
    const text = await shown.innerText()
    expect(text).toContain(`:${new URL(apiUrl).port}/api/registry/public/v1/modules/"`)
    return text.replace('…', token)
  })
  const cli = await openCliFolder(configuration)

  const link = await step('init says that the provider is not approved, and where to ask', async () => {
    await cli.write('main.tf', requiring(`${outside.host}/someone/cloud`, '>= 1.0.0'))
    const { code, output } = await cli.run('init')
    expect(code).not.toBe(0)
    expect(oneLine(output)).toContain('someone/cloud is not approved for connie-labs. Ask for it:')
    return /http\S+\/public-providers\/\S+/.exec(output)?.[0] ?? ''
  })

  await step('there an owner lists it', async () => {
    await page.goto(link)
    await expect(page.getByText('Not approved for connie-labs')).toBeVisible()
    await inspect('public-provider-not-approved')
    await page.getByRole('button', { name: 'List it for connie-labs' }).click()
    await expectToast(page, 'someone/cloud is listed for connie-labs.')
    await expect(page.getByText('Installs for connie-labs')).toBeVisible()
    await expect(page.getByText('The newest version that installs is 1.0.0.')).toBeVisible()
    await inspect('public-provider')
  })

  await step('init installs, says until when the newest is held, and locks every platform', async () => {
    const { code, output } = await cli.run('init')
    expect(code, output).toBe(0)
    expect(output).toContain(`Installed ${outside.host}/someone/cloud v1.0.0`)
    expect(oneLine(output)).toMatch(/someone\/cloud 1\.1\.0 is held until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    const zips = (await lockOf(cli)).filter((checksum) => checksum?.startsWith('zh:'))
    expect(zips.length).toBeGreaterThanOrEqual(platforms.length)
  })

  await step('what holds is said as well where nothing else fits', async () => {
    const other = await openCliFolder(configuration)
    await other.write('main.tf', requiring(`${outside.host}/someone/cloud`, '~> 1.1'))
    const { code, output } = await other.run('init')
    expect(code).not.toBe(0)
    expect(oneLine(output)).toContain('someone/cloud 1.1.0 is held until')
    await other.remove()
  })

  await step('what the CLI locks for three platforms is what the registry says of all', async () => {
    const names = platforms.map(({ os, arch }) => `${os}_${arch}`)
    const { code, output } = await cli.run('providers', 'lock', ...names.map((name) => `-platform=${name}`))
    expect(code, output).toBe(0)
    const response = await fetch(
      `${apiUrl}/api/registry/public/v1/providers/someone/cloud/1.0.0/download/linux/amd64`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const { packages } = (await response.json()) as { packages: Record<string, { hashes: string[] }> }
    const told = new Set(Object.values(packages).flatMap(({ hashes }) => hashes))
    const locked = await lockOf(cli)
    expect(locked.filter((checksum) => checksum?.startsWith('h1:'))).toHaveLength(names.length)
    expect(locked.filter((checksum) => !told.has(checksum ?? ''))).toEqual([])
  })
  await cli.remove()
})
