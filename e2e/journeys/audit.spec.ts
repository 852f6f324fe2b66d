import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addMember, expect, goTo, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { restOf } from '../support/rest.js'
import { signInAtApi } from '../support/platform.js'

test('an administrator finds out who changed what, and takes it away as a file', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl, apiUrl, adminToken, administrator, rest } = platform
  const { step } = test
  const { id } = await addEngineVersion(rest, '7.31.0')
  const requestId = 'why-was-7.31.0-disabled'
  const { status } = await fetch(`${apiUrl}/api/v2/admin/engine-versions/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${adminToken}`,
      'content-type': 'application/vnd.api+json',
      'x-audit-reason': 'It forgets locks.',
      'x-request-id': requestId,
    },
    body: JSON.stringify({ data: { type: 'engine-versions', attributes: { enabled: false } } }),
  })
  expect(status).toBe(200)

  await step('the log is searched, and the address keeps the search', async () => {
    await signIn(page, platform)
    await page.goto(consoleUrl)
    await goTo(page, 'Audit log')
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('7.31.0')
    await expect(events(page)).toHaveCount(2)
    await expect(page).toHaveURL(`${consoleUrl}/audit?search=7.31.0`)
    await page.reload()
    await expect(events(page)).toHaveText([
      / disabled engine version 7\.31\.0$/,
      / added engine version 7\.31\.0$/,
    ])
  })

  await step('an event shows who, why, and what changed; its address can be shared', async () => {
    await page.getByRole('link', { name: 'disabled engine version 7.31.0' }).click()
    const event = page.getByRole('dialog', { name: 'Event' })
    await expect(event).toContainText(administrator.username)
    await expect(event).toContainText('It forgets locks.')
    await expect(event.getByRole('row', { name: 'Enabled yes no' })).toBeVisible()
    await expect(event.getByRole('rowheader')).toHaveText(['Enabled'])
    await expect(event.getByRole('button', { name: 'Copy request id' })).toBeVisible()
    await page.reload()
    await expect(event).toContainText(requestId)
    await expect(event.getByRole('link', { name: '7.31.0' }).first()).toHaveAttribute(
      'href',
      `/engine-versions/${id}`,
    )
  })

  await step('from there everything of the request, or about the target, is one step away', async () => {
    await page.getByRole('button', { name: 'All events of this request' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(events(page)).toHaveText([/ disabled engine version 7\.31\.0$/])
    await page.getByRole('link', { name: 'disabled engine version 7.31.0' }).click()
    await page.getByRole('button', { name: 'All events for this target' }).click()
    await expect(events(page)).toHaveText([
      / disabled engine version 7\.31\.0$/,
      / added engine version 7\.31\.0$/,
    ])
    await page.goBack()
    await page.goBack()
    await expect(events(page)).toHaveText([/ disabled engine version 7\.31\.0$/])
  })

  await step('filters are put together, shown, and cleared', async () => {
    await page.goto(`${consoleUrl}/audit?search=7.31.0`)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Area').selectOption('Engine version')
    await form.getByLabel('By', { exact: true }).fill(administrator.username)
    await form.getByLabel('From').fill('2020-01-01')
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect(events(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove the filter From 2020-01-01' }).click()
    await expect(page).toHaveURL(
      `${consoleUrl}/audit?search=7.31.0&area=engine-version&actor=${administrator.username}`,
    )
    await page.getByLabel('Order').selectOption('Oldest first')
    await expect(events(page)).toHaveText([
      / added engine version 7\.31\.0$/,
      / disabled engine version 7\.31\.0$/,
    ])
    await page.goto(`${consoleUrl}/audit?search=7.31.0&until=2020-01-01`)
    await expect(page.getByText('Nothing in the log matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(page).toHaveURL(`${consoleUrl}/audit`)
    await expect(events(page).first()).toBeVisible()
  })

  await step('an export contains what is shown, and says how much that is', async () => {
    await page.goto(`${consoleUrl}/audit?search=7.31.0&order=at`)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('2 events')).toBeVisible()
    const lines = await downloaded(page, 'JSON lines, for programs', /^audit-events-\d{4}-\d\d-\d\d\.jsonl$/)
    const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action)
    expect(actions).toEqual(['engine-version.create', 'engine-version.update'])
    await page.getByRole('button', { name: 'Export' }).click()
    const [names = '', ...rows] = await downloaded(page, 'CSV, for spreadsheets', /\.csv$/)
    expect(names).toContain('id,at,action,')
    expect(rows).toHaveLength(2)
  })
})

test('@full an owner sees what happened in the organization, and nothing else', async ({
  page,
  platform,
  browser,
}) => {
  const { consoleUrl, rest } = platform
  const owner = await addMember(platform, 'odette')
  const own = restOf(platform.apiUrl, await signInAtApi(platform, owner))
  await own.create('/organizations/odette-labs/teams', 'teams', { name: 'crew' })
  await signIn(page, platform, owner)
  await page.goto(`${consoleUrl}/organizations/odette-labs`)
  await page.getByRole('region', { name: 'Activity' }).getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log of odette-labs' })).toBeVisible()
  await expect(events(page)).toHaveText([
    'odette created the team crew',
    'odette created the organization odette-labs',
  ])
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await downloaded(page, 'CSV, for spreadsheets', /\.csv$/)).toHaveLength(3)

  await page.goto(`${consoleUrl}/audit`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await rest.create('/organizations', 'organizations', { name: 'not-odettes', email: 'not@example.com' })
  await page.goto(`${consoleUrl}/audit?organization=not-odettes`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  const refused = await page.request.get(`${consoleUrl}/console/audit-export?format=csv`)
  expect(refused.status()).toBe(404)

  const signedOut = await browser.newContext()
  const redirected = await signedOut.request.get(`${consoleUrl}/console/audit-export?format=csv`, {
    maxRedirects: 0,
  })
  expect([redirected.status(), redirected.headers()['location']]).toEqual([
    303,
    `${consoleUrl}/sign-in?next=%2Faudit`,
  ])
  await signedOut.close()
})

/** The links of the events that are listed. */
const events = (page: Page) => page.getByRole('table').getByRole('link')

/** Takes the export of this name, and gives its lines. */
async function downloaded(page: Page, item: string, fileName: RegExp): Promise<string[]> {
  const arrival = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const file = await arrival
  expect(file.suggestedFilename()).toMatch(fileName)
  return (await readFile(await file.path(), 'utf8')).trimEnd().split(/\r?\n/)
}
