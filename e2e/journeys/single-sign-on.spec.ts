import type { Locator, Page } from '@playwright/test'
import { administrator, expect, expectToast, test } from '../fixtures.js'
import { makeSignInOld } from '../support/old-sign-in.js'
import { startOpenidProvider, type OpenidProvider } from '../support/openid-provider.js'
import { createAdministrator, signInAtApi, startPlatform, type Platform } from '../support/platform.js'
import { restOf } from '../support/rest.js'

const people = {
  grace: { preferred_username: 'grace', email: 'grace@corp.test', email_verified: true },
  impostor: { preferred_username: 'ada', email: administrator.email, email_verified: true },
}

let provider: OpenidProvider
let corp: Platform

test.beforeAll(async () => {
  provider = await startOpenidProvider(people)
  corp = await startPlatform({ settings: provider.settings })
  provider.open(`${corp.consoleUrl}/sign-in/callback`)
  await createAdministrator(corp)
})
test.afterAll(async () => {
  await corp.stop()
  await provider.close()
})

/** The page's own words; the router has an alert too, for its announcements. */
const told = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text })

async function nameAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Corp' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a user signs in by the provider, comes to the page that was asked for, and signs out', async ({
  page,
  inspect,
}) => {
  const { consoleUrl } = corp
  await page.goto(`${consoleUrl}/app/settings/sessions`)
  await inspect('sign-in-with-provider')
  await nameAtProvider(page, 'grace')
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await expect(page).toHaveURL(`${consoleUrl}/app/settings/sessions`)
  const cookies = (await page.context().cookies()).filter(({ value }) => value !== '')
  expect(cookies.map(({ name }) => name)).not.toContain('engine-sign-on')

  await page.getByRole('button', { name: 'Account of grace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in with Corp' })).toBeVisible()
})

test('@full a user without a password signs in again in a new tab, and loses nothing that was typed', async ({
  page,
  context,
  inspect,
}) => {
  const { consoleUrl } = corp
  await page.goto(`${consoleUrl}/sign-in?next=/app/settings/tokens`)
  await nameAtProvider(page, 'grace')
  await page.getByRole('button', { name: 'New token' }).first().click()
  await page.getByRole('button', { name: 'CLI on my machine' }).click()
  await page.getByLabel('Description').fill('typed here')
  const otherTab = await context.newPage()
  await otherTab.goto(consoleUrl)
  await otherTab.getByRole('button', { name: 'Account of grace' }).click()
  await otherTab.getByRole('menuitem', { name: 'Sign out' }).click()

  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await inspect('sign-in-again-with-provider')
  const opening = context.waitForEvent('page')
  await again.getByRole('link', { name: 'Sign in with Corp in a new tab' }).click()
  const tab = await opening
  // The provider still knows who it is.
  await tab.getByRole('link', { name: 'Sign in with Corp' }).click()
  await expect(tab.getByRole('button', { name: 'Account of grace' })).toBeVisible()
  await expect(again).toBeHidden()
  await expect(page.getByLabel('Description')).toHaveValue('typed here')
})

test('@full a person without a password proves it anew at the provider, which asks again; the change then goes on by itself', async ({
  page,
  context,
  inspect,
}) => {
  await page.goto(`${corp.consoleUrl}/sign-in?next=/app/settings/email`)
  await nameAtProvider(page, 'grace')
  await expect(page.getByRole('heading', { level: 1, name: 'E-mail address' })).toBeVisible()
  await makeSignInOld(page, corp, 'grace')
  await page.getByLabel('New address').fill('grace@new.test')
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Current password')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Continue with Corp' })).toBeFocused()
  await inspect('confirm-identity-with-provider')
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await opening
  await tab.getByLabel('Name').fill('grace')
  await tab.getByRole('button', { name: 'Continue' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'E-mail address' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectToast(page, 'Your address is changed.')
})

test('@full an address is no proof: a user with that of another account is told what to do', async ({
  page,
  inspect,
}) => {
  await page.goto(`${corp.consoleUrl}/sign-in`)
  await nameAtProvider(page, 'impostor')
  await expect(told(page, 'Another account here has your e-mail address')).toBeVisible()
  await inspect('sign-in-refused')
})

test('what was declined, or begun in another browser, is told on the sign-in page', async ({ page }) => {
  await page.goto(`${corp.consoleUrl}/sign-in`)
  await nameAtProvider(page, '')
  await expect(told(page, 'You were not signed in there')).toBeVisible()
  await page.goto(`${corp.consoleUrl}/sign-in/callback?code=stolen&state=theirs`)
  await expect(told(page, 'begun in another browser')).toBeVisible()
})

test('an invitation by link is accepted by a user who signs in by the provider to join', async ({
  page,
  inspect,
}) => {
  const own = restOf(corp.apiUrl, await signInAtApi(corp, administrator))
  await own.create('/organizations', 'organizations', { name: 'corp-labs', email: administrator.email })
  const invited = await own.create(
    '/organizations/corp-labs/organization-memberships',
    'organization-memberships',
    {
      email: 'hired@other.test',
    },
  )
  await page.goto(String(invited.attributes['invitation-url']))
  await page.getByRole('button', { name: 'I have an account' }).click()
  await inspect('invitation-with-provider')
  await nameAtProvider(page, 'grace')
  await page.getByRole('button', { name: 'Join as grace' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'corp-labs' })).toBeVisible()
})
