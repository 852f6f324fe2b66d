import { addMember, expect, signIn } from '../fixtures.js'
import { inFull, test } from './landscape.js'

test('sign-in, refused', async ({ page, samplePlatform, inspect }) => {
  await page.goto(`${samplePlatform.consoleUrl}/sign-in`)
  await page.getByLabel('User name or e-mail').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()
  await inspect('sign-in')
})

test('overview', inFull, async ({ page, open, inspect }) => {
  await open('/')
  await expect(page.getByRole('link', { name: '1.9.8' }).first()).toBeVisible()
  const mine = page.getByRole('region', { name: 'My organizations' })
  await expect(mine.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^1\.11\.4/ })).toContainText('7 workspaces')
  await inspect('overview')
})

test('overview of a user who is no administrator', inFull, async ({ page, samplePlatform, inspect }) => {
  await signIn(page, samplePlatform, await addMember(samplePlatform, 'ben'))
  await page.goto(samplePlatform.consoleUrl)
  await expect(page.getByText('ben-labs')).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await inspect('overview-of-a-member')
})

test('a page that does not exist', inFull, async ({ page, open, inspect }) => {
  await open('/no-such-page')
  await expect(page.getByText('There is nothing here')).toBeVisible()
  await inspect('not-found')
})

test('the palette, looking for a version', async ({ page, open, inspect, long }) => {
  await open('/')
  await expect(page.getByRole('link', { name: '1.9.8' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Search and commands' }).click()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('textbox').fill('1.9')
  await expect(palette.getByText(long.version)).toBeVisible()
  await inspect('palette')
})

test('the menu of the account', inFull, async ({ page, open, inspect }) => {
  await open('/')
  await expect(page.getByRole('link', { name: '1.9.8' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Account of demo' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  await inspect('account-menu')
})

test('a new password, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/app/settings/password')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('New password, repeated', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    /can't be blank/,
  )
  await inspect('password')
})

test('the dialog to sign in again', async ({ page, open, inspect }) => {
  await open('/engine-versions/new')
  await expect(page.getByRole('button', { name: 'Add engine version' })).toBeEnabled()
  await page.context().clearCookies()
  await page.getByLabel('Version number').fill('6.0.0')
  await page.getByRole('button', { name: 'Add archive' }).click()
  await page.getByLabel('Address of the archive').fill('https://releases.example.com/engine.zip')
  await page.getByLabel('SHA-256 checksum').fill('a'.repeat(64))
  await page.getByRole('button', { name: 'Add engine version' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await inspect('sign-in-again')
})

test('the navigation of a phone', async ({ page, open, inspect }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/')
  await expect(page.getByRole('link', { name: '1.9.8' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Account' })).toBeVisible()
  await inspect('navigation')
})
