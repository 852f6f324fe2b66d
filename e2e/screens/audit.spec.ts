import { expect } from '../fixtures.js'
import { inFull, test } from './landscape.js'

test('the audit log', inFull, async ({ page, open, inspect }) => {
  await open('/audit')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await inspect('audit')
})

test('the audit log, where long names stand', inFull, async ({ page, open, inspect, long }) => {
  await open(`/audit?search=${encodeURIComponent(long.organization)}&order=at`)
  await expect(page.getByRole('row').filter({ hasText: long.organization }).first()).toBeVisible()
  await inspect('audit-long')
})

test('the audit log, nothing of which matches', inFull, async ({ page, open, inspect }) => {
  await open('/audit?search=zzz&area=team&actor=missing&from=2026-01-01&until=2026-01-31&override=true')
  await expect(page.getByText('Nothing in the log matches')).toBeVisible()
  await inspect('audit-no-match')
})

test('a page of the audit log that there is not', inFull, async ({ page, open, inspect }) => {
  await open('/audit?page=4000')
  await expect(page.getByText('There is no page 4000')).toBeVisible()
  await inspect('audit-past-the-end')
})

test('the audit log, when it cannot be loaded', inFull, async ({ page, open, inspect }) => {
  await page.route('**/console/graphql', (route) => route.abort())
  await open('/audit')
  await expect(page.getByRole('alert').filter({ hasText: 'The audit log could not be loaded' })).toBeVisible()
  await inspect('audit-failed')
})

test('the filters of the audit log', inFull, async ({ page, open, inspect }) => {
  await open('/audit')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible()
  await inspect('audit-filters')
})

test('what an export of the audit log contains', inFull, async ({ page, open, inspect }) => {
  await open('/audit')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV, for spreadsheets' })).toBeVisible()
  await inspect('audit-export')
})

test('an event with a change of long texts', async ({ page, open, inspect, samplePlatform, long }) => {
  await samplePlatform.rest.patch(`/admin/engine-versions/${long.id}`, 'engine-versions', {
    'deprecated-reason': 'W'.repeat(400),
  })
  await open(`/audit?target=${long.id}&area=engine-version`)
  await page
    .getByRole('link', { name: /changed why engine version .* is deprecated/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /^Deprecated reason/ })).toBeVisible()
  await inspect('audit-event-change')
})

test('an event that made something', inFull, async ({ page, open, inspect }) => {
  await open('/audit?area=organization&order=at')
  await page.getByRole('link', { name: 'created the organization' }).first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Created with' })).toBeVisible()
  await inspect('audit-event-creation')
})

test('an event that there is not', inFull, async ({ page, open, inspect }) => {
  await open('/audit?dialog=event&event=999999999')
  await expect(page.getByText('The event does not exist')).toBeVisible()
  await inspect('audit-event-missing')
})
