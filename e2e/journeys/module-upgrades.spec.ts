import { addMember, expect, menuItemOf, reloadUntil, rowOf, signIn, test } from '../fixtures.js'
import { signInAtApi } from '../support/platform.js'
import { createModule, publishVersion, setLifecycle } from '../support/registry.js'
import { shareModules } from '../support/sharing.js'

const inputs = (...names: readonly string[]) => ({
  'main.tf': names.map((name) => `variable "${name}" {\n  default = 1\n}\n`).join(''),
})

test('who uses a version that has to be left sees where to go, and its makers see whom a revocation hits', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { apiUrl, consoleUrl, rest } = platform
  const { step } = test
  const address = 'quay/hoist/sea'
  await createModule(rest, address)
  await publishVersion(rest, address, '1.0.0', inputs('reach'))
  await publishVersion(rest, address, '1.1.0', inputs('reach', 'load'))
  await publishVersion(rest, address, '2.0.0', inputs('load'))
  const mira = await addMember(platform, 'mira')
  await shareModules(platform, 'quay', ['mira-labs'])
  const token = await signInAtApi(platform, mira)
  const download = await fetch(`${apiUrl}/v1/modules/${address}/1.0.0/download`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(download.status).toBe(204)
  await setLifecycle(rest, address, '1.0.0', 'Deprecated')

  await step('a version of a shared module that is deprecated is an upgrade of the consumer', async () => {
    await signIn(page, platform, mira)
    await page.goto(`${consoleUrl}/organizations/mira-labs/upgrades`)
    const row = rowOf(page, address)
    await reloadUntil(page, async (wait) => {
      await expect(row).toContainText('Deprecated', wait)
      await expect(row).toContainText('Breaks 1', wait)
    })
    for (const text of ['1.0.0', '1.1.0', '2.0.0', 'Breaks 1', 'mira']) await expect(row).toContainText(text)
    await inspect('module-upgrades')
  })

  await step('the call of the version that breaks nothing is copied from there', async () => {
    await page.getByRole('button', { name: `Copy the call of ${address} 1.1.0` }).click()
    await expect(page.getByRole('button', { name: `Copied the call of ${address} 1.1.0` })).toBeVisible()
  })

  await step('the list is narrowed by module and by state', async () => {
    await page.getByRole('searchbox', { name: 'Search modules' }).fill('crane')
    await expect(page.getByText('No upgrade matches')).toBeVisible()
    await page.goto(`${consoleUrl}/organizations/mira-labs/upgrades?search=hoist&status=deprecated`)
    await expect(rowOf(page, address)).toBeVisible()
  })

  await step('what changes on the way is one step away', async () => {
    await page.getByRole('link', { name: `What changes in ${address} from 1.0.0 to 1.1.0` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare versions')
    await expect(page).toHaveURL(/from=1\.0\.0&to=1\.1\.0$/)
    await expect(rowOf(page, 'load')).toContainText('Not breaking')
  })

  await step('those who manage the module see who still uses what', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/modules/${address}?tab=usage`)
    await page.getByRole('region', { name: 'Once for each machine' }).scrollIntoViewIfNeeded()
    const used = page.getByRole('region', { name: 'Still used' })
    for (const text of ['mira-labs', '1.0.0', 'Deprecated', 'Breaks 1'])
      await expect(used).toContainText(text)
  })

  await step('the question before a revocation says whom it hits', async () => {
    await page.goto(`${consoleUrl}/modules/${address}?tab=versions`)
    await (await menuItemOf(page, '1.0.0', 'Revoke')).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke 1.0.0?' })
    await expect(dialog).toContainText('1 organization, 1 token downloaded it in the last 30 days')
    await inspect('module-version-revoke')
    await dialog.getByLabel('Reason').fill('It drops what it lifts.')
    await dialog.getByRole('button', { name: 'Revoke 1.0.0' }).click()
    await expect(rowOf(page, '1.0.0')).toContainText('Revoked')
  })

  await step('the overview of the consumer leads to what is revoked', async () => {
    await signIn(page, platform, mira)
    await page.goto(`${consoleUrl}/organizations/mira-labs`)
    await page.getByRole('link', { name: 'Upgrades: Revoked in use' }).click()
    await expect(rowOf(page, address)).toContainText('Revoked')
  })
})
