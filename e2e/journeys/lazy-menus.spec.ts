import type { Locator, Page } from '@playwright/test'
import { addMember, expect, signIn, test } from '../fixtures.js'
import { tabTo } from '../support/keyboard.js'
import { addEngineVersion } from '../support/engine-versions.js'

/** Opens and closes a menu, whose code is fetched when it is first opened: the first time must be like every other. */
async function opensAndCloses(page: Page, button: Locator, first: Locator): Promise<void> {
  await tabTo(page, button)
  for (const time of ['first', 'second'])
    await test.step(`the ${time} time`, async () => {
      await page.keyboard.press('Enter')
      await expect(first).toBeFocused()
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Escape')
      await expect(first).toBeHidden()
      await expect(button).toBeFocused()
      await expect(button).toHaveAttribute('aria-expanded', 'false')
    })
}

test('every menu opens by Enter with its first entry in focus, and Escape leads back to its button', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  await addEngineVersion(rest, '4.9.4')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/engine-versions?search=4.9.4`)

  await step('the menu of the account', () =>
    opensAndCloses(page, page.getByRole('button', { name: /^Account of/ }), item('Account')),
  )

  await step('the menu of a row', async () => {
    const button = page.getByRole('button', { name: 'Actions for 4.9.4' })
    await opensAndCloses(page, button, page.getByRole('menuitem').first())
  })

  await step('the filters of a list', () =>
    opensAndCloses(
      page,
      page.getByRole('button', { name: 'Filters', exact: true }),
      page.getByRole('radio', { name: 'Any' }).first(),
    ),
  )

  await step('the filters and the exports of the audit log', async () => {
    await page.goto(`${consoleUrl}/audit`)
    await opensAndCloses(
      page,
      page.getByRole('button', { name: 'Filters', exact: true }),
      page.getByLabel('Area'),
    )
    await opensAndCloses(page, page.getByRole('button', { name: 'Export' }), item('CSV, for spreadsheets'))
  })
})

test('an entry of the account’s menu is reached by the arrows and followed by Enter', async ({
  page,
  platform,
}) => {
  await signIn(page, platform, await addMember(platform, 'kai'))
  await page.goto(platform.consoleUrl)
  await tabTo(page, page.getByRole('button', { name: 'Account of kai' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My tokens' })).toBeFocused()
})

test('a button takes no click before the scripts of its page are there, so none is lost', async ({
  page,
  platform,
}) => {
  await signIn(page, platform, await addMember(platform, 'early'))
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(platform.consoleUrl, { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Account of early' })
  await expect(button).toBeVisible()
  await expect(button).toHaveCSS('pointer-events', 'none')
  arrive()
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
})

test('what is typed before the list of a field is there is searched for once it is', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await addEngineVersion(rest, '4.9.6')
  await rest.create('/organizations', 'organizations', { name: 'typed-labs', email: 'typed@example.com' })
  await rest.create('/organizations/typed-labs/workspaces', 'workspaces', {
    name: 'network',
    'engine-version': '4.9.6',
  })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/workspaces`)
  const field = page.getByRole('combobox', { name: 'Engine version' })
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_next/static/**/*.js', async (route) => {
    if (await field.isVisible()) await arrived
    await route.continue()
  })
  await tabTo(page, page.getByRole('button', { name: 'Filters', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, field)
  await page.keyboard.type('4.9.6')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  arrive()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['4.9.6 (1)'])
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/version=4\.9\.6/)
})

test('a field that is clicked before its list is there opens the list once it is', async ({
  page,
  platform,
}) => {
  await signIn(page, platform)
  await page.goto(`${platform.consoleUrl}/app/settings/tokens?dialog=create&scope=read`)
  const field = page.getByRole('combobox', { name: 'Expires' })
  await expect(field).toBeVisible()
  await page.waitForLoadState('networkidle')
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await field.click()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  arrive()
  await page.getByRole('option', { name: 'Until a day of your choice' }).click()
  await expect(field).toHaveValue('Until a day of your choice')
})
