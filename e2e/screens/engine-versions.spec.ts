import { expect, menuItemOf, rowOf } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { inFull, test } from './landscape.js'

test('engine versions', async ({ page, open, inspect, long }) => {
  await open('/engine-versions')
  await expect(rowOf(page, long.version)).toBeVisible()
  await inspect('engine-versions')
})

test('engine versions, narrowed by filters', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions?search=1.&enabled=true&deprecated=true&used=true')
  await expect(rowOf(page, '1.9.8')).toBeVisible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: 'Use' })).toBeVisible()
  await inspect('engine-versions-filters')
})

test('engine versions, none of which matches', inFull, async ({ page, open, inspect }) => {
  await open(`/engine-versions?search=${'9'.repeat(100)}&official=true&beta=true`)
  await expect(page.getByText('No engine version matches')).toBeVisible()
  await inspect('engine-versions-no-match')
})

test('engine versions, past the last page', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions?page=9')
  await expect(page.getByText('There is no page 9')).toBeVisible()
  await inspect('engine-versions-past-the-end')
})

test('engine versions, many of which are selected', async ({ page, open, inspect }) => {
  await open('/engine-versions')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('group', { name: 'With all that are selected' })).toBeVisible()
  await inspect('engine-versions-many')
})

test('the question before many versions are deprecated', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('group', { name: 'With all that are selected' })
  await bar.getByRole('button', { name: 'Deprecate' }).click()
  const dialog = page.getByRole('dialog', { name: /^Deprecate \d+ versions\?$/ })
  await expect(dialog).toContainText('already deprecated')
  await inspect('engine-versions-deprecate-many')
})

test('a constraint and what meets it', inFull, async ({ page, open, inspect }) => {
  await open(`/engine-versions/constraint?constraint=${encodeURIComponent('~> 1.9')}`)
  await expect(page.getByRole('main').getByRole('status')).toContainText('would be chosen')
  await inspect('engine-constraint')
})

test('what is no constraint', inFull, async ({ page, open, inspect }) => {
  await open(
    `/engine-versions/constraint?constraint=${encodeURIComponent(`^1.9, 1.x, ~> ${'9'.repeat(200)}`)}`,
  )
  await expect(page.locator('mark').first()).toBeVisible()
  await inspect('engine-constraint-faulty')
})

test(
  'an engine version whose file could not be read',
  inFull,
  async ({ page, open, inspect, samplePlatform }) => {
    const facts = { url: 'http://10.0.0.1/engine.zip' }
    const { id } = await addEngineVersion(samplePlatform.rest, '0.1.77', facts)
    await open(`/engine-versions/${id}`)
    const panel = page.getByRole('region', { name: 'Verification' })
    await panel.getByRole('button', { name: /^Verify/ }).click()
    await expect(panel.getByRole('status')).toContainText('Verified')
    await inspect('engine-version-unreachable')
  },
)

test('the menu of a version, with what it cannot do', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions')
  await expect(await menuItemOf(page, '1.9.8', 'Delete')).toContainText('3 workspaces use it.')
  await inspect('engine-versions-menu')
})

test('an engine version in use', inFull, async ({ page, open, inspect }) => {
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

test('a new engine version, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions/new')
  await expect(page.getByRole('button', { name: 'Add engine version' })).toBeEnabled()
  await page.getByRole('button', { name: 'Add archive' }).click()
  await page.getByRole('button', { name: 'Add engine version' }).click()
  await expect(page.getByLabel('Version number')).toBeFocused()
  await inspect('engine-version-new')
})

test(
  'an engine version being edited while another user changes it',
  inFull,
  async ({ page, open, inspect, long, samplePlatform }) => {
    await open(`/engine-versions/${long.id}/edit`)
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
    await page.getByLabel('Reason for the deprecation').fill('Mine. '.repeat(100))
    await samplePlatform.rest.patch(`/admin/engine-versions/${long.id}`, 'engine-versions', { beta: true })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('This version was changed by another user')).toBeVisible()
    await inspect('engine-version-stale')
  },
)

test('the question before a deprecation', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions')
  await (await menuItemOf(page, '1.11.4', 'Deprecate')).click()
  const dialog = page.getByRole('dialog', { name: 'Deprecate 1.11.4' })
  await expect(dialog).toContainText('7 workspaces')
  await inspect('engine-version-deprecate')
})

test('the question before a deletion', inFull, async ({ page, open, inspect }) => {
  await open('/engine-versions?search=1.9.1')
  await page.getByRole('button', { name: /^Actions for 1\.9\.1/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: /^Delete 1\.9\.1/ })).toBeVisible()
  await inspect('engine-version-delete')
})
