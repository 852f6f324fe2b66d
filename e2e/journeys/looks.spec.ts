import { expect, goTo, isPhone, rowOf, signIn, test } from '../fixtures.js'
import { hydrated } from '../support/hydrated.js'
import { addEngineVersion } from '../support/engine-versions.js'

test('rows are compact, or comfortable for those who choose so, without a flash', async ({
  page,
  platform,
  viewport,
}) => {
  test.skip(isPhone({ viewport }), 'a card is as high as what it says')
  await signIn(page, platform)
  await addEngineVersion(platform.rest, '4.9.5')
  await page.goto(`${platform.consoleUrl}/engine-versions?search=4.9.5`)
  const row = rowOf(page, '4.9.5')
  const height = async () => (await row.boundingBox())?.height ?? 0
  await expect.poll(height).toBeLessThanOrEqual(37)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  await expect.poll(height).toBeGreaterThanOrEqual(44)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-rows', 'comfortable')
  await hydrated(page)
  await expect.poll(height).toBeGreaterThanOrEqual(44)
})

test('the pages of an organization stay where they are from page to page, and the site is one click away', async ({
  page,
  platform,
  viewport,
}) => {
  test.skip(isPhone({ viewport }), 'they are in a menu that closes')
  await platform.rest.create('/organizations', 'organizations', {
    name: 'steady-labs',
    email: 'steady@example.com',
  })
  await signIn(page, platform)
  await page.goto(`${platform.consoleUrl}/organizations/steady-labs`)
  const pages = page.getByRole('navigation', { name: 'Organization steady-labs' })
  const links = pages.getByRole('link')
  const boxes = async () => Promise.all((await links.all()).map((link) => link.boundingBox()))
  const first = await boxes()
  const names = await links.allTextContents()
  expect(names).toEqual([
    ...['Site', 'Overview', 'Modules 0', 'Providers 0', 'Public providers', 'Upgrades', 'Signing keys'],
    ...['Workspaces 0', 'Members 1', 'Teams 1', 'Tokens'],
    ...['General', 'Webhooks', 'CI identities', 'Limits', 'Policies', 'Registry sharing'],
  ])
  for (const name of names.slice(1)) {
    const link = pages.getByRole('link', { name, exact: true })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(pages.locator('[aria-current]')).toHaveCount(1)
    expect(await boxes(), name).toEqual(first)
  }
  await pages.getByRole('link', { name: 'Site' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(pages).toHaveCount(0)
})

test('help is in the menu of the account, and the account is one entry of the navigation', async ({
  page,
  platform,
}) => {
  await signIn(page, platform)
  await page.goto(platform.consoleUrl)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'API reference' })).toHaveAttribute(
    'href',
    /^https?:.*\/api\/docs$/,
  )
  await expect(page.getByText(/^Version \d/)).toBeVisible()
  await page.keyboard.press('Escape')
  for (const name of ['My tokens', 'E-mail address', 'Password', 'Two-step sign-in', 'Sessions'])
    await goTo(page, name)
})
