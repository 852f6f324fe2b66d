import { expect, isBeside, rowOf, signIn } from '../fixtures.js'
import { sampleAdministrator } from '../support/platform.js'
import { inFull, test } from './landscape.js'

/** View of a member of `storefront` alone: `payments` shares with it, and `platform` with all. */
test('modules that others share', async ({ page, samplePlatform, inspect, long: _ }) => {
  test.slow()
  const { consoleUrl } = samplePlatform
  const { password } = await sampleAdministrator()
  const reader = { username: 'reader', email: 'reader@example.com', password }
  const { rest } = samplePlatform
  await rest.create('/admin/users', 'users', reader)
  const memberships = '/organizations/storefront/organization-memberships'
  await rest.create(memberships, 'organization-memberships', { email: reader.email })
  await signIn(page, samplePlatform, reader)

  await page.goto(`${consoleUrl}/modules`)
  await expect(rowOf(page, 'payments/queue/aws')).toContainText('Shared with storefront')
  await inspect('modules-shared')
  if (!isBeside(page)) {
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await expect(page.getByRole('radiogroup', { name: 'Owner' })).toBeVisible()
    await inspect('modules-filters')
  }
  await page.goto(`${consoleUrl}/modules/payments/queue/aws`)
  await expect(page.getByText('which shares its modules with storefront')).toBeVisible()
  await inspect('module-shared')
  await page.goto(`${consoleUrl}/modules/payments/queue/aws?tab=versions`)
  await expect(rowOf(page, '1.0.0')).toBeVisible()
  await inspect('module-shared-versions')
  await page.goto(`${consoleUrl}/modules/storefront`)
  await expect(page.getByText(/takes the right to manage modules/)).toBeVisible()
  await inspect('modules-none-without-rights')
})

test('modules for a user of no organization', inFull, async ({ page, samplePlatform, inspect }) => {
  const { consoleUrl, rest } = samplePlatform
  const person = { username: 'alone', email: 'alone@example.com', password: 'a goat that eats paper' }
  await rest.create('/admin/users', 'users', person)
  await signIn(page, samplePlatform, person)
  await page.goto(`${consoleUrl}/modules`)
  await expect(page.getByText('You are not in an organization yet')).toBeVisible()
  await inspect('modules-no-organization')
})

test('what is told of a module, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/modules/platform/network/aws/edit')
  await page.getByLabel('Source repository').fill('w'.repeat(300))
  await page.getByRole('button', { name: 'Save module' }).click()
  await expect(page.getByLabel('Source repository')).toHaveAccessibleDescription(/invalid/)
  await inspect('module-edit')
})
