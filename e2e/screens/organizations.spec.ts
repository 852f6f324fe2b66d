import { expect, menuItemOf, pageAction, rowOf } from '../fixtures.js'
import { inFull, test } from './landscape.js'

test('organizations', async ({ page, open, inspect, long }) => {
  await open('/organizations')
  await expect(rowOf(page, long.organization)).toBeVisible()
  await inspect('organizations')
})

test('organizations, narrowed by filters', inFull, async ({ page, open, inspect }) => {
  await open('/organizations?search=acme&disabled=false&sharing=true')
  await expect(rowOf(page, 'payments')).toBeVisible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: 'Modules' })).toBeVisible()
  await inspect('organizations-filters')
})

test('organizations, none of which matches', inFull, async ({ page, open, inspect }) => {
  await open(`/organizations?search=${'z'.repeat(100)}&disabled=true`)
  await expect(page.getByText('No organization matches')).toBeVisible()
  await inspect('organizations-no-match')
})

test('organizations that could not be loaded', inFull, async ({ page, open, inspect }) => {
  await page.route('**/console/graphql', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await open('/organizations')
  await expect(page.getByText('Organizations could not be loaded')).toBeVisible()
  await inspect('organizations-failed')
})

test('organizations while they are loading', inFull, async ({ page, open, inspect }) => {
  await page.route('**/console/graphql', () => undefined)
  await open('/organizations')
  await expect(page.getByRole('table', { name: 'Organizations, loading' })).toBeVisible()
  await inspect('organizations-loading')
})

test('a new organization, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/new')
  await page.getByLabel('Name').fill('w w')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/invalid/)
  await inspect('organization-new')
})

test('organizations at their limit', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/payments')
  await expect(rowOf(page, 'ledger-production')).toBeVisible()
  await inspect('organization')
})

test('an organization with the longest texts there are', async ({ page, open, inspect, long }) => {
  await open(`/organizations/${long.organization}`)
  await expect(rowOf(page, 'w'.repeat(64))).toBeVisible()
  await inspect('organization-long')
})

test('a disabled organization', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/skunkworks')
  await expect(page.getByRole('alert').filter({ hasText: 'This organization is disabled' })).toBeVisible()
  await inspect('organization-disabled')
})

test('the limits of an organization, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/payments/settings/limits')
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeEnabled()
  await page.getByLabel('Plan timeout').fill('two hours')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByLabel('Plan timeout')).toBeFocused()
  await inspect('organization-settings')
})

test('the question before an organization is disabled', inFull, async ({ page, open, inspect }) => {
  await open('/organizations')
  await (await menuItemOf(page, 'payments', 'Disable')).click()
  await expect(page.getByRole('dialog')).toContainText('2 other organizations lose its modules.')
  await inspect('organization-disable')
})

test('the question before an organization is deleted', inFull, async ({ page, open, inspect, long }) => {
  await open(`/organizations/${long.organization}`)
  await (await pageAction(page, 'Delete')).click()
  await expect(page.getByRole('dialog')).toContainText('Its name stays taken')
  await inspect('organization-delete')
})

test('the sharing of an organization being changed', async ({ page, open, inspect, long }) => {
  await open('/organizations/payments/settings/sharing')
  await expect(page.getByRole('button', { name: 'Save sharing' })).toBeEnabled()
  const modules = page.getByRole('region', { name: 'Who may use its modules' })
  await modules.getByRole('button', { name: 'Remove storefront' }).click()
  await modules.getByRole('combobox', { name: 'Add an organization' }).fill('longest')
  await page.getByRole('option', { name: long.organization }).click()
  await expect(page.getByRole('region', { name: 'Impact of saving' })).toContainText('storefront')
  await expect(page.getByRole('region', { name: 'Impact of saving' })).toContainText(long.organization)
  await inspect('organization-sharing')
})

test('who shares with whom', inFull, async ({ page, open, inspect, long }) => {
  await open('/registry-sharing')
  await expect(rowOf(page, long.organization)).toBeVisible()
  await expect(page.getByRole('group', { name: /^Map/ })).toBeVisible()
  await inspect('registry-sharing')
})
