import type { Page } from '@playwright/test'
import { addMember, consoleHeaders, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import type { LivingPlatform } from '../fixtures.js'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('a user sees where they are signed in, and ends unknown sessions', async ({
  page,
  platform,
  browser,
  inspect,
}) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const sara = await addMember(platform, 'sara')
  const onDesktop = await openAs(firefox)
  const onPhone = await openAs(phone)

  await step('each session is listed with its browser; this one is marked', async () => {
    await signIn(page, platform, sara)
    await page.goto(`${consoleUrl}/app/settings/sessions`)
    await expect(heading(page, 'Sessions')).toBeVisible()
    await expect(rowOf(page, 'Firefox on Linux')).toContainText('127.0.0.1')
    await expect(rowOf(page, 'Safari on iOS')).toBeVisible()
    await expect(page.getByText('This one')).toHaveCount(1)
    await inspect('sessions')
  })

  await step('one is ended, at once: what is open there asks to sign in again', async () => {
    await rowOf(page, 'Firefox on Linux').getByRole('button', { name: 'End the session in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
    await expectToast(page, 'The session has ended.')
    await expect(rowOf(page, 'Firefox on Linux')).toHaveCount(0)
    await onDesktop.reload()
    await expect(heading(onDesktop, 'Sign in')).toBeVisible()
  })

  await step('all others end together, and this one stays', async () => {
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await expectToast(page, 'All other sessions have ended.')
    await expect(rowOf(page, 'Safari on iOS')).toHaveCount(0)
    await onPhone.reload()
    await expect(heading(onPhone, 'Sign in')).toBeVisible()
    await expect(page.getByRole('button', { name: 'End all others' })).toHaveAccessibleDescription(
      'You have no other sessions.',
    )
    await page.reload()
    await expect(page.getByText('This one')).toBeVisible()
  })

  await onDesktop.context().close()
  await onPhone.context().close()

  async function openAs(userAgent: string): Promise<Page> {
    const there = await (await browser.newContext({ userAgent })).newPage()
    await signInFrom(there, platform, sara, userAgent)
    await there.goto(`${consoleUrl}/app/settings/tokens`)
    await expect(heading(there, 'My tokens')).toBeVisible()
    return there
  }
})

test('an administrator sees a user with their sessions, and ends them', async ({
  page,
  platform,
  browser,
  inspect,
}) => {
  const { consoleUrl } = platform
  const { step } = test
  const till = await addMember(platform, 'till')
  const theirs = await (await browser.newContext({ userAgent: firefox })).newPage()
  await signInFrom(theirs, platform, till, firefox)

  await step('by the list of users', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/users?search=till`)
    await page.getByRole('link', { name: 'till', exact: true }).click()
    await expect(heading(page, 'till')).toBeVisible()
    await expect(rowOf(page, 'Firefox on Linux')).toContainText('127.0.0.1')
    await expect(page.getByText('This one')).toHaveCount(0)
    await inspect('user')
  })

  await step('with a reason, for the audit log', async () => {
    await page.getByRole('button', { name: 'End all sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'End all sessions of till?' })
    await dialog.getByLabel('Reason').fill('A lost laptop.')
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    await expectToast(page, 'All sessions of till have ended.')
    await expect(page.getByText('No sessions')).toBeVisible()
    await theirs.goto(consoleUrl)
    await expect(heading(theirs, 'Sign in')).toBeVisible()
    await theirs.context().close()
  })

  await step('a user who is no administrator finds no such page', async () => {
    const { pathname } = new URL(page.url())
    await signIn(page, platform, till)
    await page.goto(consoleUrl + pathname)
    await expect(heading(page, 'Page not found')).toBeVisible()
  })
})

test('two tabs: what one does to the session the other says at once, and keeps what was typed', async ({
  page,
  context,
  platform,
}) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const uma = await addMember(platform, 'uma')
  const vito = await addMember(platform, 'vito')
  await signIn(page, platform, uma)
  await page.goto(`${consoleUrl}/organizations/uma-labs/teams/new`)
  await expect(page.getByRole('button', { name: 'Create team' })).toBeEnabled()
  await page.getByLabel('Name', { exact: true }).fill('typed-here')
  const other = await context.newPage()
  await other.goto(consoleUrl)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })

  await step('signing out in one tab is told in the other, over what was typed', async () => {
    await other.getByRole('button', { name: 'Account of uma' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(heading(other, 'Sign in')).toBeVisible()
    await expect(dialog).toContainText('You signed out in another tab.')
  })

  await step('signing in there as the same person opens this one again', async () => {
    await signInByForm(other, uma)
    await expect(heading(other, 'Overview')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('typed-here')
  })

  await step('another user who signs in there does not get what was typed here saved as theirs', async () => {
    await other.getByRole('button', { name: 'Account of uma' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await signInByForm(other, vito)
    await expect(other.getByRole('button', { name: 'Account of vito' })).toBeVisible()
    await expect(dialog).toContainText('Another user signed in here, in another tab.')
  })

  await step('the person comes back here, the other tab says so too, and the work is saved', async () => {
    await dialog.getByLabel('Password', { exact: true }).fill(uma.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toBeHidden()
    await expect(other.getByRole('dialog', { name: 'Sign in again' })).toContainText(
      'Another user signed in here',
    )
    await page.getByRole('button', { name: 'Create team' }).click()
    await expect(heading(page, 'typed-here')).toBeVisible()
  })
})

async function signInFrom(
  page: Page,
  platform: LivingPlatform,
  { username, password }: { username: string; password: string },
  userAgent: string,
): Promise<void> {
  const answer = await page.request.post(`${platform.consoleUrl}/console/sign-in`, {
    headers: { ...consoleHeaders(platform), 'user-agent': userAgent },
    data: { login: username, password },
  })
  expect(await answer.json()).toMatchObject({ userErrors: [] })
}

async function signInByForm(page: Page, person: { username: string; password: string }): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
