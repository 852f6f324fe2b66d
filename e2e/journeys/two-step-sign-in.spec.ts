import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { addMember, administrator, expect, expectToast, goTo, pageAction, signIn, test } from '../fixtures.js'
import type { LivingPlatform } from '../fixtures.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform, type Person, type Platform } from '../support/platform.js'

const path = '/app/settings/two-step-sign-in'

/** A code of the app; `ahead` is that of the next half minute, since each counts once and invalidates earlier ones. */
const codeOf = (secret: string, { ahead = false } = {}): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + (ahead ? 30_000 : 0) })

/** Signs in by the form, up to the password. */
async function signInByForm(page: Page, { consoleUrl }: Platform, { username, password }: Person) {
  await page.goto(`${consoleUrl}/sign-in`)
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

async function signOut(page: Page, { username }: Person): Promise<void> {
  await page.getByRole('button', { name: `Account of ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

/** Sets it up on its page. Returns the secret of the app, and the recovery codes. */
async function setUp(page: Page, { password }: Person): Promise<{ secret: string; recovery: string[] }> {
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  const code = page.getByLabel('Code that the app shows')
  await expect(code).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const secret = (await page.getByRole('region', { name: 'the key', exact: true }).textContent()) ?? ''
  await code.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Copy codes' })).toBeFocused()
  const codes = (await page.getByLabel('Recovery codes', { exact: true }).textContent()) ?? ''
  return { secret, recovery: codes.split('\n') }
}

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' })
const refused = (page: Page) => page.getByRole('alert').filter({ hasText: 'Code is invalid' })

test('a user adds a second step, signs in by it, and turns it off', async ({ page, platform, inspect }) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const person = await addMember(platform, 'twila')
  let factor = { secret: '', recovery: [''] }

  await step('the page stands in the menu of the account, and begins with the password', async () => {
    await signIn(page, platform, person)
    await page.goto(consoleUrl)
    await goTo(page, 'Two-step sign-in')
    await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeFocused()
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
    await inspect('two-step-off')
    const password = page.getByLabel('Current password')
    await password.fill('not the password')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(password).toHaveAccessibleDescription('Current password is invalid')
    await expect(password).toBeFocused()
  })

  await step('an app takes the key over; with its first code the second step is on', async () => {
    factor = await setUp(page, person)
    expect(new Set(factor.recovery).size).toBe(10)
    await inspect('two-step-recovery-codes')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('On', { exact: true })).toBeVisible()
    await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
    await inspect('two-step-on')
  })

  await step(
    'signing in asks for a code; a wrong one is told, and the password is not asked again',
    async () => {
      await signOut(page, person)
      await signInByForm(page, platform, person)
      await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
      await inspect('sign-in-code')
      await typeCode(page, '000000')
      await expect(refused(page)).toBeVisible()
      await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
      await typeCode(page, codeOf(factor.secret, { ahead: true }))
      await expect(overview(page)).toBeVisible()
    },
  )

  await step('a recovery code does in its place, once', async () => {
    const [code = ''] = factor.recovery
    await signOut(page, person)
    await signInByForm(page, platform, person)
    await typeCode(page, code)
    await expect(overview(page)).toBeVisible()
    await signOut(page, person)
    await signInByForm(page, platform, person)
    await typeCode(page, code)
    await expect(refused(page)).toBeVisible()
    await typeCode(page, factor.recovery[1] ?? '')
    await expect(overview(page)).toBeVisible()
    await page.goto(`${consoleUrl}${path}`)
    await expect(page.getByText('You have 8 recovery codes left.')).toBeVisible()
  })

  await step('it is turned off by the password and a code', async () => {
    const off = page.getByRole('region', { name: 'Turn off' })
    await off.getByLabel('Current password').fill(person.password)
    await off.getByLabel('Code', { exact: true }).fill(factor.recovery[2] ?? '')
    await off.getByRole('button', { name: 'Turn off' }).click()
    await expectToast(page, 'Two-step sign-in is off.')
    await signOut(page, person)
    await signInByForm(page, platform, person)
    await expect(overview(page)).toBeVisible()
  })
})

test('@full an administrator takes it off for a person who has lost everything', async ({
  page,
  platform,
  browser,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const person = await addMember(platform, 'trudy')
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, platform, person)
  await theirs.goto(`${consoleUrl}${path}`)
  await setUp(theirs, person)
  const [user] = await rest.list('/admin/users?q=trudy')
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/users/${user?.id}`)
  await expect(page.getByText(/^On since/)).toBeVisible()
  await (await pageAction(page, 'Turn off two-step sign-in')).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in for trudy?' })
  await dialog.getByLabel('Reason').fill('Lost the phone; came by in person.')
  await dialog.getByRole('button', { name: 'Turn it off' }).click()
  await expectToast(page, 'trudy signs in with a password alone.')
  await expect(page.getByRole('button', { name: 'Turn off two-step sign-in' })).toBeHidden()
  await signOut(theirs, person)
  await signInByForm(theirs, platform, person)
  await expect(overview(theirs)).toBeVisible()
  await theirs.context().close()
})

test.describe('where site administrators must have it', () => {
  let strict: LivingPlatform
  test.beforeAll(async () => {
    const platform = await startPlatform({ settings: { TWO_FACTOR: 'administrators' } })
    strict = living(platform, administrator, await createAdministrator(platform))
  })
  test.afterAll(() => strict.stop())

  test('@full one without it comes to no other page until it is on, and is told why', async ({
    page,
    inspect,
  }) => {
    const { consoleUrl } = strict
    await signInByForm(page, strict, administrator)
    await expect(page.getByText('Set up two-step sign-in first')).toBeVisible()
    await inspect('two-step-required')
    await page.goto(`${consoleUrl}/users`)
    await expect(page).toHaveURL(`${consoleUrl}${path}`)
    // The page is the same before and after: only the address of the frame says that the way back is created.
    const back = page.waitForEvent('framenavigated', (frame) => frame.url() === `${consoleUrl}${path}`)
    await page.getByRole('link', { name: 'Engine, overview' }).click()
    await back
    await expect(page.getByText('Set up two-step sign-in first')).toBeVisible()
    await expect(page).toHaveURL(`${consoleUrl}${path}`)
    await expect(page.getByRole('link', { name: 'Modules' })).toBeHidden()
    // Loaded anew: no way back that is still under way empties the form.
    await page.goto(`${consoleUrl}${path}`)
    await setUp(page, administrator)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('you cannot turn it off')).toBeVisible()
    await page.goto(`${consoleUrl}/users`)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })

  test('@full a user who becomes one meanwhile is led to set it up, in the same session', async ({
    page,
  }) => {
    const { consoleUrl, rest } = strict
    const person = await addMember(strict, 'tess')
    await signIn(page, strict, person)
    await page.goto(consoleUrl)
    await expect(overview(page)).toBeVisible()
    const [user] = await rest.list('/admin/users?q=tess')
    await rest.post(`/admin/users/${user?.id}/actions/grant_admin`, 'users', {})
    await page.goto(`${consoleUrl}/users`)
    await expect(page.getByText('Set up two-step sign-in first')).toBeVisible()
    await page.goto(`${consoleUrl}${path}`)
    await setUp(page, person)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto(`${consoleUrl}/users`)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })
})
