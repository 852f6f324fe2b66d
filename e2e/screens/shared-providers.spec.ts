import { expect, rowOf, signIn } from '../fixtures.js'
import { sampleAdministrator } from '../support/platform.js'
import { inFull, test } from './landscape.js'

/** View of a member of `storefront` alone, with which `payments` shares. */
test('providers that others share, one of them deprecated', async ({ page, samplePlatform, inspect }) => {
  const { consoleUrl } = samplePlatform
  const { password } = await sampleAdministrator()
  await signIn(page, samplePlatform, { username: 'alan', email: 'alan@acme.example', password })
  await page.goto(`${consoleUrl}/shared-providers`)
  await expect(rowOf(page, 'payments/ledger')).toContainText('Deprecated')
  await expect(rowOf(page, 'payments/gateway')).toContainText('1.1.0')
  await inspect('shared-providers')
  await page.getByRole('link', { name: 'payments/gateway' }).click()
  await expect(page.getByText('which shares its providers with storefront')).toBeVisible()
  await expect(rowOf(page, '1.0.0')).toContainText('It opens a connection for each resource.')
  await inspect('shared-provider')
})

test('no provider that others share', inFull, async ({ page, open, inspect }) => {
  await open('/shared-providers')
  await expect(page.getByText('No provider is shared with you')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Registry sharing' })).toBeVisible()
  await inspect('shared-providers-none')
})

test('a webhook with a delivery that was given up', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/platform/settings/webhooks')
  await page.getByRole('link', { name: 'Chat of the platform team' }).click()
  await expect(page.getByText('Given up', { exact: true })).toBeVisible()
  await inspect('webhook-deliveries')
})
