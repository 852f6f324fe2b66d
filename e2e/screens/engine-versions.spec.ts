import { expect, menuItemOf, rowOf } from '../fixtures.js'
import { test } from './landscape.js'

test('engine versions', async ({ page, open, inspect, long }) => {
  await open('/engine-versions')
  await expect(rowOf(page, long.version)).toBeVisible()
  await inspect('engine-versions')
})

test('engine versions, narrowed by filters', async ({ page, open, inspect }) => {
  await open('/engine-versions?search=1.&enabled=true&deprecated=true&used=true')
  await expect(rowOf(page, '1.9.8')).toBeVisible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: 'Use' })).toBeVisible()
  await inspect('engine-versions-filters')
})

test('engine versions, none of which matches', async ({ page, open, inspect }) => {
  await open(`/engine-versions?search=${'9'.repeat(100)}&official=true&beta=true`)
  await expect(page.getByText('No engine version matches')).toBeVisible()
  await inspect('engine-versions-no-match')
})

test('engine versions, past the last page', async ({ page, open, inspect }) => {
  await open('/engine-versions?page=9')
  await expect(page.getByText('There is no page 9')).toBeVisible()
  await inspect('engine-versions-past-the-end')
})

test('the menu of a version, with what it cannot do', async ({ page, open, inspect }) => {
  await open('/engine-versions')
  await expect(await menuItemOf(page, '1.9.8', 'Delete')).toContainText('3 workspaces use it.')
  await inspect('engine-versions-menu')
})

test('an engine version in use', async ({ page, open, inspect }) => {
  await open('/engine-versions?search=1.11.4')
  await rowOf(page, '1.11.4').getByRole('link').click()
  await expect(rowOf(page, 'network-production')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'darwin arm64' })).toBeVisible()
  await inspect('engine-version')
})

test('an engine version with the longest texts there are', async ({ page, open, inspect, long }) => {
  await open(`/engine-versions/${long.id}`)
  await expect(page.getByRole('heading', { level: 1, name: long.version })).toBeVisible()
  await expect(rowOf(page, 'w'.repeat(64))).toBeVisible()
  await inspect('engine-version-long')
})

test('a new engine version, with mistakes', async ({ page, open, inspect }) => {
  await open('/engine-versions/new')
  await expect(page.getByRole('button', { name: 'Add engine version' })).toBeEnabled()
  await page.getByRole('button', { name: 'Add archive' }).click()
  await page.getByRole('button', { name: 'Add engine version' }).click()
  await expect(page.getByLabel('Version number')).toBeFocused()
  await inspect('engine-version-new')
})

test('an engine version being edited while somebody else changes it', async ({
  page,
  open,
  inspect,
  long,
  samplePlatform,
}) => {
  await open(`/engine-versions/${long.id}/edit`)
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  await page.getByLabel('Reason for the deprecation').fill('Mine. '.repeat(100))
  await samplePlatform.rest.patch(`/admin/engine-versions/${long.id}`, 'engine-versions', { beta: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Somebody else changed this version')).toBeVisible()
  await inspect('engine-version-stale')
})

test('the question before a deprecation', async ({ page, open, inspect }) => {
  await open('/engine-versions')
  await (await menuItemOf(page, '1.11.4', 'Deprecate')).click()
  const dialog = page.getByRole('dialog', { name: 'Deprecate 1.11.4' })
  await expect(dialog).toContainText('7 workspaces')
  await inspect('engine-version-deprecate')
})

test('the question before a deletion', async ({ page, open, inspect }) => {
  await open('/engine-versions?search=1.9.1')
  await page.getByRole('button', { name: /^Actions for 1\.9\.1/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: /^Delete 1\.9\.1/ })).toBeVisible()
  await inspect('engine-version-delete')
})
