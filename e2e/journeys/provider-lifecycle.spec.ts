import { expect, expectToast, menuItemOf, pageAction, rowOf, signIn, test } from '../fixtures.js'
import { createSignedProvider, releaseProvider } from '../support/providers.js'

test('a maintainer deprecates a provider and revokes a version, and takes both back', async ({
  page,
  platform,
  inspect,
}) => {
  const { step } = test
  const { consoleUrl, rest } = platform
  const signer = await createSignedProvider(platform, 'lanterns/cloud')
  for (const version of ['1.0.0', '1.1.0']) await releaseProvider(rest, 'lanterns/cloud', version, { signer })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/organizations/lanterns/providers`)
  await page.getByRole('link', { name: 'lanterns/cloud' }).click()

  await step('the provider is deprecated, with a reason for all who look at it', async () => {
    await (await pageAction(page, 'Deprecate')).click()
    const dialog = page.getByRole('dialog', { name: 'Deprecate lanterns/cloud?' })
    await dialog.getByLabel('Reason').fill('Use lanterns/sky instead')
    await dialog.getByRole('button', { name: 'Deprecate lanterns/cloud' }).click()
    await expectToast(page, 'lanterns/cloud is deprecated.')
    const notice = page.getByRole('alert').filter({ hasText: 'This provider is deprecated' })
    await expect(notice).toContainText('Use lanterns/sky instead')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('textbox').fill('lanterns/cloud')
    await expect(palette.getByRole('button', { name: /lanterns\/cloud.*Deprecated/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await step('a version is revoked from the list', async () => {
    await (await menuItemOf(page, '1.1.0', 'Revoke')).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke 1.1.0?' })
    await dialog.getByLabel('Reason').fill('It leaks')
    await dialog.getByRole('button', { name: 'Revoke 1.1.0' }).click()
    await expectToast(page, '1.1.0 is revoked.')
    await expect(rowOf(page, '1.1.0')).toContainText('Revoked')
    await inspect('provider-deprecated')
    await page.getByRole('link', { name: '1.1.0', exact: true }).click()
    await expect(page.getByText('This version is revoked: it cannot be installed')).toBeVisible()
  })

  await step('both are restored', async () => {
    await (await pageAction(page, 'Restore')).click()
    const version = page.getByRole('dialog', { name: 'Restore 1.1.0?' })
    await version.getByRole('button', { name: 'Restore 1.1.0' }).click()
    await expectToast(page, '1.1.0 is restored.')
    await page.goto(`${consoleUrl}/organizations/lanterns/providers`)
    await expect(rowOf(page, 'lanterns/cloud')).toContainText('Deprecated')
    await (await menuItemOf(page, 'lanterns/cloud', 'Restore')).click()
    const provider = page.getByRole('dialog', { name: 'Restore lanterns/cloud?' })
    await provider.getByRole('button', { name: 'Restore lanterns/cloud' }).click()
    await expectToast(page, 'lanterns/cloud is restored.')
    await expect(rowOf(page, 'lanterns/cloud')).not.toContainText('Deprecated')
  })
})
