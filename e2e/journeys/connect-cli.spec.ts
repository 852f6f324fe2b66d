import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addMember, expect, expectToast, goTo, signIn, test as base } from '../fixtures.js'
import { engineCli, noCli, oneLine, openCliFolder, type CliFolder } from '../support/cli.js'
import { cliPlatform, requiring } from '../support/providers.js'
import { startControlled, type Controlled } from '../support/public-providers.js'

const three = [
  { os: 'linux', arch: 'amd64' },
  { os: 'darwin', arch: 'arm64' },
  { os: 'windows', arch: 'amd64' },
]
const nameOf = ({ os, arch }: typeof cliPlatform): string => `${os}_${arch}`
const platforms = [...three.filter((each) => nameOf(each) !== nameOf(cliPlatform)), cliPlatform]

/** Name that the engine uses for the origin. */
const host = 'registry.example'

const test = base.extend<{ controlled: Controlled }>({
  controlled: async ({ browserName: _ }, use) => {
    const controlled = await startControlled()
    await controlled.cloud.release({ version: '1.0.0', platforms })
    await use(controlled)
    await controlled.stop()
  },
})

const lockOf = async (cli: CliFolder) =>
  [...(await readFile(join(cli.path, '.terraform.lock.hcl'), 'utf8')).matchAll(/"((?:h1|zh):[^"]+)"/g)].map(
    ([, checksum]) => checksum,
  )

test('what the page says connects the CLI, whose words lead to the page that lists what was missing', async ({
  page,
  controlled: { platform },
  inspect,
}) => {
  test.slow()
  test.skip(engineCli === undefined, noCli)
  const { step } = test
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
    const shown = page.getByRole('region', { name: `the configuration for ${host}` })
    const text = await shown.innerText()
    expect(text).toContain(`:${new URL(apiUrl).port}/api/registry/public/v1/modules/"`)
    return text.replace('…', token)
  })
  const cli = await openCliFolder(configuration)

  const link = await step('init says that the provider is not approved, and where to ask', async () => {
    await cli.write('main.tf', requiring(`${host}/someone/cloud`, '>= 1.0.0'))
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
    expect(output).toContain(`Installed ${host}/someone/cloud v1.0.0`)
    expect(oneLine(output)).toMatch(/someone\/cloud 1\.1\.0 is held until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    const zips = (await lockOf(cli)).filter((checksum) => checksum?.startsWith('zh:'))
    expect(zips).toHaveLength(platforms.length)
  })

  await step('what holds is said as well where nothing else fits', async () => {
    const other = await openCliFolder(configuration)
    await other.write('main.tf', requiring(`${host}/someone/cloud`, '~> 1.1'))
    const { code, output } = await other.run('init')
    expect(code).not.toBe(0)
    expect(oneLine(output)).toContain('someone/cloud 1.1.0 is held until')
    await other.remove()
  })

  await step('what the CLI locks for three platforms is what the registry says of all', async () => {
    const { code, output } = await cli.run(
      'providers',
      'lock',
      ...platforms.map((platform) => `-platform=${nameOf(platform)}`),
    )
    expect(code, output).toBe(0)
    const response = await fetch(
      `${apiUrl}/api/registry/public/v1/providers/someone/cloud/1.0.0/download/linux/amd64`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const { packages } = (await response.json()) as { packages: Record<string, { hashes: string[] }> }
    const told = new Set(Object.values(packages).flatMap(({ hashes }) => hashes))
    const locked = await lockOf(cli)
    expect(locked.filter((checksum) => checksum?.startsWith('h1:'))).toHaveLength(platforms.length)
    expect(locked.filter((checksum) => !told.has(checksum ?? ''))).toEqual([])
  })
  await cli.remove()
})
