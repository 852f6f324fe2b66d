import { expect, expectToast, signIn, test } from '../fixtures.js'
import { createModule } from '../support/registry.js'

test('checksums are pasted instead of typed, and the module of a token is suggested', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl, rest } = platform
  const { step } = test
  const sums = ['linux_amd64', 'linux_arm64', 'darwin_arm64'].map(
    (target, index) => `${String(index + 1).repeat(64)}  engine_7.3.0_${target}.zip`,
  )
  await createModule(rest, 'suggesters/lantern/sea')
  await signIn(page, platform)

  await step('a pasted SHA256SUMS and the folder make all archives of a version', async () => {
    await page.goto(`${consoleUrl}/engine-versions/new`)
    await expect(page.getByRole('button', { name: 'Add engine version' })).toBeEnabled()
    await page.getByLabel('Paste SHA256SUMS').fill(sums.join('\n'))
    await page.getByLabel('Folder of the archives').fill('https://releases.example/7.3.0')
    await expect(page.getByLabel('Version number')).toHaveValue('7.3.0')
    const last = page.getByRole('group', { name: 'Archive 3' })
    await expect(last.getByLabel('Address of the archive')).toHaveValue(
      'https://releases.example/7.3.0/engine_7.3.0_darwin_arm64.zip',
    )
    await inspect('engine-version-pasted')
    await page.getByRole('button', { name: 'Add engine version' }).click()
    await expectToast(page, '7.3.0 is added.')
  })

  await step('the module of a token is suggested while it is typed', async () => {
    await page.goto(`${consoleUrl}/app/settings/tokens?dialog=create`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'CI that publishes' }).click()
    await dialog.getByLabel('Module', { exact: true }).fill('lant')
    await page.getByRole('option', { name: 'suggesters/lantern/sea' }).click()
    await expect(dialog.getByLabel('Module', { exact: true })).toHaveValue('suggesters/lantern/sea')
    await inspect('token-scope-suggested')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('Publishes suggesters/lantern/sea')).toBeVisible()
  })
})
