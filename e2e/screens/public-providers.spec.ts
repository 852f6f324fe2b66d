import { expect, reloadUntil, rowOf, signIn, test } from '../fixtures.js'
import { newRequester, startControlled, type Controlled } from '../support/public-providers.js'

let controlled: Controlled

test.beforeAll(async () => {
  test.setTimeout(120_000)
  controlled = await startControlled()
})
test.afterAll(() => controlled.stop())

test('public providers, what is wanted of them, and the page of one', async ({ page, inspect }) => {
  test.slow()
  const { platform, origin } = controlled
  await signIn(page, platform)
  await page.goto(`${platform.consoleUrl}/public-providers`)
  await expect(page.getByText('No public providers yet')).toBeVisible()
  await inspect('public-providers-none')

  const ask = await newRequester(platform, 'buyers')
  await origin.add('someone', 'unsigned', { key: null, versions: [{ version: '1.0.0' }] })
  for (const name of ['cloud', 'unsigned']) await ask(`someone/${name}/versions`)
  const wanted = page.getByRole('region', { name: 'Requested' })
  await reloadUntil(page, (wait) => expect(wanted).toContainText('someone/unsigned', wait))
  await expect(rowOf(page, 'someone/unsigned')).toContainText('1 unverified')
  await inspect('public-providers')

  await page.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a provider' })
  await dialog.getByLabel('Namespace').fill('someone')
  await dialog.getByLabel('Name', { exact: true }).fill('unknown')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expect(dialog.getByText('Name is unknown at the origin')).toBeVisible()
  await inspect('public-provider-add')
  await page.keyboard.press('Escape')

  await rowOf(page, 'someone/cloud').getByRole('link').click()
  await expect(rowOf(page, '1.1.0')).toContainText('Held until')
  await page.getByRole('button', { name: '2 platforms of 1.1.0' }).click()
  await inspect('public-provider')
})
