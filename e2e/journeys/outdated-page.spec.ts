import { expect, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'

test('a page of a console that was updated loads again by itself, once, and what was typed is kept', async ({
  page,
  platform,
}) => {
  const { id } = await addEngineVersion(platform.rest, '4.7.1')
  await signIn(page, platform)
  await page.goto(`${platform.consoleUrl}/engine-versions/${id}/edit`)
  await hydrated(page)
  await page.getByRole('switch', { name: 'Deprecated' }).click({ force: true })
  await page.getByLabel('Reason for the deprecation').fill('A long thought.')

  let isUpdated = true
  let loads = 0
  await page.route('**/_next/static/**', (route) =>
    isUpdated ? route.fulfill({ status: 404 }) : route.continue(),
  )
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    isUpdated = false
    loads++
  })
  await page.getByRole('button', { name: /^Account of/ }).click()

  await expect(page.getByRole('status').filter({ hasText: 'was updated' })).toContainText(
    'What you typed is kept.',
  )
  await expect(page.getByLabel('Reason for the deprecation')).toHaveValue('A long thought.')
  await expect(page.getByRole('switch', { name: 'Deprecated' })).toBeChecked()
  expect(loads).toBe(1)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '4.7.1', exact: true })).toBeVisible()
  expect((await platform.rest.get(`/admin/engine-versions/${id}`)).data?.attributes).toMatchObject({
    'deprecated-reason': 'A long thought.',
  })
})

test('a page says what is missing to a browser without scripts', async ({ browser, platform }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${platform.consoleUrl}/sign-in`)
  await expect(page.locator('noscript p')).toContainText('This console needs JavaScript.')
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})

test('at 400 % a heading stands above its control rather than in letters', async ({ page, platform }) => {
  await signIn(page, platform)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`${platform.consoleUrl}/registry-sharing`)
  const heading = await page.getByRole('heading', { level: 1, name: 'Registry sharing' }).boundingBox()
  const field = await page.getByRole('combobox', { name: 'Share from an organization' }).boundingBox()
  expect(heading?.height).toBeLessThan(40)
  expect(field?.y).toBeGreaterThan(heading?.y ?? 0)
})

test('a person who asks too fast waits a moment, and gets the answer', async ({ page, platform }) => {
  await signIn(page, platform)
  const refused: (string | null)[] = []
  const asked: (string | null)[] = []
  await page.route('**/console/graphql', async (route) => {
    const question = route.request().postData()
    asked.push(question)
    if (refused.length >= 2) return route.continue()
    refused.push(question)
    const errors = [{ message: 'Too many requests; wait a moment', extensions: { code: 'RATE_LIMITED' } }]
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { errors } })
  })
  await page.goto(platform.consoleUrl)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const again = () => refused.filter((each) => asked.filter((other) => other === each).length > 1)
  await expect.poll(() => again().length).toBe(2)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Too many requests')).toHaveCount(0)
})
