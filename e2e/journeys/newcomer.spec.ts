import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator, expect, expectToast, reloadUntil, test as base } from '../fixtures.js'
import {
  byDiscovery,
  cliConfiguration,
  engineCli,
  noCli,
  openCliFolder,
  type CliFolder,
} from '../support/cli.js'
import { startPlatform, type Platform } from '../support/platform.js'
import { openTlsFront, type TlsFront } from '../support/tls-front.js'

/** A platform that is not set up yet, behind https as on a real site, and a machine that trusts it. */
const test = base.extend<{ front: TlsFront; emptyPlatform: Platform; cli: CliFolder }>({
  front: async ({ browserName: _ }, use) => {
    const front = await openTlsFront()
    await use(front)
    await front.close()
  },
  emptyPlatform: async ({ front }, use) => {
    const settings = { PUBLIC_URL: front.url, INSTALLATION_NAME: 'Acme infrastructure' }
    const platform = await startPlatform({ settings })
    front.leadTo(platform.apiUrl)
    await use(platform)
    await platform.stop()
  },
  cli: async ({ front }, use) => {
    const way = byDiscovery(front)
    const cli = await openCliFolder(cliConfiguration(way), way.variables)
    await use(cli)
    await cli.remove()
  },
})

/** Pastes lines into a terminal, in the folder of the module. */
const paste = (lines: string, folder: string, { certificateFile }: TlsFront, token: string) =>
  new Promise<string>((resolve, reject) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      ENGINE_TOKEN: token,
      CURL_CA_BUNDLE: certificateFile,
      NODE_EXTRA_CA_CERTS: certificateFile,
    }
    execFile('sh', ['-ec', lines], { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout + stderr),
    )
  })

test('a newcomer comes from the set-up link to an installed module by what the pages say alone', async ({
  page,
  emptyPlatform,
  front,
  cli,
}) => {
  test.slow()
  test.skip(engineCli === undefined, noCli)
  test.skip(
    ['darwin', 'win32'].includes(process.platform),
    'SKIPPED: the CLI trusts no certificate of a test',
  )
  const { step } = test
  const steps = page.getByRole('region', { name: 'First steps' })
  const shown = (what: string) => page.getByRole('region', { name: what, exact: true }).innerText()
  const folder = await mkdtemp(join(tmpdir(), 'engine-newcomer-'))
  await writeFile(join(folder, 'main.tf'), 'output "greeting" {\n  value = "hello"\n}\n')

  await step('the set-up leads to the first steps', async () => {
    await page.goto(emptyPlatform.setUpUrl)
    await page.getByLabel('User name').fill(administrator.username)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(steps).toContainText('0 of 6 done')
  })

  await step('every page is called by the name of the installation as well', async () => {
    await expect(page).toHaveTitle('Overview · Acme infrastructure')
    await page.reload()
    await expect(page).toHaveTitle('Overview · Acme infrastructure')
  })

  await step('an organization, and a module in it', async () => {
    await steps.getByRole('link', { name: 'New organization' }).click()
    await page.getByLabel('Name', { exact: true }).fill('newcomers')
    await page.getByLabel('E-mail for notifications').fill('newcomers@example.com')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expectToast(page, 'newcomers is created.')
    await page.getByRole('link', { name: /^Publish a module/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('greeting')
    await page.getByLabel('Provider', { exact: true }).fill('null')
    await page.getByRole('button', { name: 'Create module' }).click()
  })

  const token = await step('a token for that module alone', async () => {
    await page.getByRole('link', { name: 'New token' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const secret = await dialog.getByLabel('Token', { exact: true }).innerText()
    await dialog.getByRole('link', { name: 'publishing newcomers/greeting/null' }).click()
    return secret
  })

  await step('what the page says publishes the folder, pasted into a shell', async () => {
    const commands = await shown('the commands')
    expect(await paste(commands, folder, front, token)).toContain('newcomers/greeting/null 1.0.0')
  })

  await step('what the first steps say logs the CLI in and installs the module', async () => {
    await page.goto(emptyPlatform.consoleUrl)
    await expect(steps).toContainText('2 of 6 done')
    const host = new URL(front.url).host
    expect(await shown('the login command')).toBe(`terraform login ${host}`)
    await cli.write('main.tf', await shown('the module call'))
    const login = await cli.login(host, async (url) => {
      await page.goto(url)
      const told = page.waitForRequest(/^http:\/\/localhost:100\d\d\/login\?/)
      await page.getByRole('button', { name: `Log in as ${administrator.username}` }).click()
      await told
    })
    expect(login.code, login.output).toBe(0)
    const init = await cli.run('init')
    expect(init.code, init.output).toBe(0)
    expect(await cli.installed('greeting', 'main.tf')).toContain('hello')
  })

  await step('the platform has seen it: the step is done', async () => {
    const after = await page.context().newPage()
    await after.goto(emptyPlatform.consoleUrl)
    const steps = after.getByRole('region', { name: 'First steps' })
    await reloadUntil(after, (wait) => expect(steps).toContainText('3 of 6 done', wait))
  })
  await rm(folder, { recursive: true })
})
