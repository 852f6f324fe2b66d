import { expect, menuItemOf, rowOf } from '../fixtures.js'
import { inFull, test } from './landscape.js'

test('users', async ({ page, open, inspect, long }) => {
  await open('/users')
  await expect(rowOf(page, long.username)).toBeVisible()
  await inspect('users')
})

test('users, none of whom matches', inFull, async ({ page, open, inspect }) => {
  await open('/users?search=zzz&suspended=true')
  await expect(page.getByText('No user matches')).toBeVisible()
  await inspect('users-no-match')
})

test('the menu of a user', inFull, async ({ page, open, inspect }) => {
  await open('/users')
  await expect(await menuItemOf(page, 'linus', 'Unsuspend')).toBeVisible()
  await inspect('users-menu')
})

test('a new user, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/users/new')
  await expect(page.getByRole('button', { name: 'Add user' })).toBeEnabled()
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/can't be blank/)
  await inspect('user-new')
})

test(
  'the question before a user with the longest name is deleted',
  inFull,
  async ({ page, open, inspect, long }) => {
    await open('/users')
    await (await menuItemOf(page, long.username, 'Delete')).click()
    await expect(page.getByRole('dialog')).toContainText('This cannot be undone.')
    await inspect('user-delete')
  },
)

test('a link to a new password, and where it leads', inFull, async ({ page, open, inspect }) => {
  await open('/users')
  await (await menuItemOf(page, 'grace', 'Reset password…')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('dialog', { name: 'The link for grace' }).getByLabel('Link', { exact: true })
  await expect(link).toBeVisible()
  await inspect('user-link')
  await page.goto((await link.textContent()) ?? '')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await inspect('invitation-password')
})

test('an invitation, with mistakes', inFull, async ({ page, samplePlatform, inspect }) => {
  const { attributes } = await samplePlatform.rest.create(
    '/organizations/platform/organization-memberships',
    'organization-memberships',
    { email: `invited-${Date.now()}@acme.example` },
  )
  await page.goto(String(attributes['invitation-url']))
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/can't be blank/)
  await inspect('invitation')
})

test('an invitation that is has expired or is invalid', async ({ page, samplePlatform, inspect }) => {
  await page.goto(`${samplePlatform.consoleUrl}/invitations/forged`)
  await expect(page.getByRole('alert').filter({ hasText: 'has expired or is invalid' })).toBeVisible()
  await inspect('invitation-not-good')
})
