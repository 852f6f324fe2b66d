import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addMember, expect, expectToast, signIn, test, type LivingPlatform } from '../fixtures.js'
import { openBreakingProxy, type BreakingProxy } from '../support/breaking-proxy.js'
import { signInAtApi } from '../support/platform.js'
import { addModule, archiveOf, greeting, type ModuleFiles } from '../support/registry.js'
import { restOf } from '../support/rest.js'

const [module, owner] = ['onno-labs/anchor/sea', 'onno']
const small: ModuleFiles = { 'main.tf': greeting('ahoy') }

/** More than a browser can send before the server reads it. */
const large = (): ModuleFiles => ({
  ...small,
  'ballast.txt': randomBytes(12 * 1024 * 1024).toString('base64'),
})

test('an upload whose connection breaks ends as it really ended', async ({
  browser,
  page: signedIn,
  platform,
}) => {
  test.slow()
  const { step } = test
  const person = await addMember(platform, owner)
  const rest = restOf(platform.apiUrl, await signInAtApi(platform, person))
  await addModule(rest, module)
  const proxy = await openBreakingProxy()
  await signIn(signedIn, platform, person)
  const page = await pageBehind(proxy, browser, signedIn)
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  const again = page.getByRole('button', { name: 'Try again' })
  const statusOf = async (version: string) =>
    (await rest.get(`/organizations/onno-labs/registry-modules/private/${module}/${version}`)).data
      ?.attributes['status']

  await step('the answer is lost: the version itself says that it is published', async () => {
    await choose(page, platform, '1.0.0')
    proxy.breakUploads({ where: 'before the answer', every: true })
    await publish.click()
    await expectToast(page, 'anchor 1.0.0 is published.')
    expect(proxy.broken()).toBeGreaterThan(0)
    expect(await statusOf('1.0.0')).toBe('ok')
  })

  await step('the browser sends it again on its own: that the number is taken is no refusal', async () => {
    await choose(page, platform, '1.1.0')
    proxy.breakUploads({ where: 'before the answer' })
    await publish.click()
    await expectToast(page, 'anchor 1.1.0 is published.')
  })

  await step('an archive that is refused is told with its reason, though the answer is lost', async () => {
    await choose(page, platform, '1.2.0', { 'main.tf': 'output "id" {' })
    proxy.breakUploads({ where: 'before the answer', every: true })
    await publish.click()
    await expect(page.getByRole('alert').filter({ hasText: 'The archive was refused' })).toContainText(
      /main\.tf/,
    )
  })

  await step('it breaks on the way: nothing is published, and the next try is', async () => {
    await choose(page, platform, '1.3.0', large())
    proxy.breakUploads({ where: 'on the way', every: true })
    await publish.click()
    await expect(page.getByText('Checking the outcome of the upload')).toBeVisible()
    // The console asks several times before it says so.
    const brokeOff = page.getByRole('alert').filter({ hasText: 'The upload was interrupted' })
    await expect(brokeOff).toBeVisible()
    expect(await statusOf('1.3.0')).toBe('pending')
    proxy.breakUploads(undefined)
    await again.click()
    await expectToast(page, 'anchor 1.3.0 is published.')
  })
  await page.context().close()
  await proxy.close()
})

/** Another page of the user who is signed in on this one. */
async function pageBehind({ url }: BreakingProxy, browser: Browser, signedIn: Page): Promise<Page> {
  const storageState = await signedIn.context().storageState()
  const proxy = { server: url, bypass: '<-loopback>' }
  return (await browser.newContext({ proxy, storageState })).newPage()
}

async function choose(
  page: Page,
  { consoleUrl }: LivingPlatform,
  version: string,
  files: ModuleFiles = small,
): Promise<void> {
  const buffer = await archiveOf(files)
  await page.goto(`${consoleUrl}/modules/${module}/publish`)
  await page.getByLabel('Version number').fill(version)
  await page
    .getByLabel('Archive of the module', { exact: true })
    .setInputFiles({ name: 'module.tar.gz', mimeType: 'application/gzip', buffer })
  // Its sources have been sent to be compared: the next upload is that of the archive.
  await expect(page.getByText(/No earlier release|Breaks nothing|Not checked/)).toBeVisible()
}
