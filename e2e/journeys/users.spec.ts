import type { Page } from '@playwright/test'
import {
  addMember,
  expect,
  expectToast,
  goTo,
  menuItemOf,
  pageAction,
  rowOf,
  signIn,
  test,
} from '../fixtures.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'

const password = 'a tram that sings in spring'

test('an administrator looks after the users', async ({ page, platform, browser, inspect }) => {
  test.slow()
  const { consoleUrl, administrator } = platform
  const { step } = test
  const person = { username: 'ute', email: 'ute@example.com', password: 'a first word for ute' }

  await step(
    'the last administrator can be neither demoted, suspended nor deleted, and it is said why',
    async () => {
      await signIn(page, platform)
      await page.goto(`${consoleUrl}/users?administrator=true`)
      for (const item of ['Remove administrator role', 'Suspend', 'Delete']) {
        const entry = await menuItemOf(page, administrator.username, item)
        await expect(entry).toBeDisabled()
        await expect(entry).toContainText('The last administrator with access.')
        await page.keyboard.press('Escape')
      }
    },
  )

  await step('a new user is added; mistakes are told under their fields', async () => {
    await goTo(page, 'Users')
    await page.getByRole('link', { name: 'New user' }).click()
    await expect(page.getByRole('button', { name: 'Add user' })).toBeEnabled()
    await page.getByLabel('User name').fill(administrator.username)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('First password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/has already been taken/)
    await page.getByLabel('User name').fill(person.username)
    await page.getByRole('button', { name: 'Add user' }).click()
    await expectToast(page, 'ute is added.')
    await expect(rowOf(page, 'ute')).toContainText('Never active')
    expect(await signInAs(person)).toBe(true)
  })

  await step('suspending asks why, and ends all access', async () => {
    await (await menuItemOf(page, 'ute', 'Suspend')).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend ute?' })
    await dialog.getByLabel('Reason').fill('On leave until spring.')
    await dialog.getByRole('button', { name: 'Suspend ute' }).click()
    await expect(rowOf(page, 'ute')).toContainText('Suspended')
    expect(await signInAs(person)).toBe(false)
    await (await menuItemOf(page, 'ute', 'Unsuspend')).click()
    await page.getByRole('button', { name: 'Let ute in' }).click()
    await expect(rowOf(page, 'ute')).toContainText('Active')
    expect(await signInAs(person)).toBe(true)
  })

  await step('another administrator makes the first one replaceable, until demoted again', async () => {
    await (await menuItemOf(page, 'ute', 'Make administrator')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
    await expect(rowOf(page, 'ute')).toContainText('Administrator')
    await expect(await menuItemOf(page, 'ute', 'Delete')).toBeEnabled()
    await page.keyboard.press('Escape')
    await (await menuItemOf(page, 'ute', 'Remove administrator role')).click()
    const dialog = page.getByRole('dialog', { name: 'Remove administrator role from ute?' })
    await dialog.getByLabel('Reason').fill('Was for the audit only.')
    await dialog.getByRole('button', { name: 'Remove role' }).click()
    await expectToast(page, 'ute is no longer an administrator.')
    await expect(rowOf(page, 'ute')).not.toContainText('Administrator')
  })

  await step('a link to a new password is shown once and works once', async () => {
    await (await menuItemOf(page, 'ute', 'Reset password…')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
    const shown = page.getByRole('dialog', { name: 'The link for ute' })
    const link = (await shown.getByLabel('Link', { exact: true }).textContent()) ?? ''
    expect(link).toContain(`${consoleUrl}/invitations/`)
    await shown.getByRole('button', { name: 'Done' }).click()

    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(link)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
    await expect(theirs.getByText('For the account ute.')).toBeVisible()
    await expect(theirs).toHaveURL(`${consoleUrl}/invitations`)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await expect(theirs.getByLabel('End my tokens too')).toBeChecked()
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await expect(theirs.getByRole('button', { name: 'Account of ute' })).toBeVisible()
    await expectNotGood(theirs, link, 'This link was already used')
    await theirs.context().close()
    expect(await signInAs(person)).toBe(false)
    expect(await signInAs({ ...person, password })).toBe(true)
  })

  await step(
    'an address is set, which verifies it; one that another person has verified is refused',
    async () => {
      await page.getByRole('link', { name: 'ute', exact: true }).click()
      await (await pageAction(page, 'Set address')).click()
      const dialog = page.getByRole('dialog', { name: 'Set the address of ute' })
      const address = dialog.getByLabel('E-mail')
      await expect(address).toBeFocused()
      await expect(address).toHaveValue(person.email)
      await address.fill(administrator.email)
      await dialog.getByRole('button', { name: 'Set address' }).click()
      await expect(address).toHaveAccessibleDescription('E-mail has already been taken')
      await inspect('user-set-address')
      await address.fill('ute@new.example.com')
      await dialog.getByRole('button', { name: 'Set address' }).click()
      await expectToast(page, 'The address of ute is ute@new.example.com, and verified.')
      await expect(page.getByText('ute@new.example.com', { exact: true })).toBeVisible()
    },
  )

  await step('all access is revoked, after it was told in numbers what that is', async () => {
    const session = await signInAtApi(platform, { ...person, password })
    const rest = restOf(platform.apiUrl, session)
    const { data: account } = await rest.get('/account/details')
    const own = `/users/${account?.id}/authentication-tokens`
    const { attributes } = await rest.create(own, 'authentication-tokens', { description: 'laptop' })
    await page.goto(`${consoleUrl}/users/${account?.id}`)
    await (await pageAction(page, 'Revoke all access')).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke all access of ute?' })
    await expect(dialog).toContainText('1 token of the user')
    await expect(dialog).toContainText('0 tokens of teams and organizations that the user made')
    await inspect('user-revoke-access')
    await dialog.getByLabel('Reason').fill('The laptop was stolen.')
    await dialog.getByRole('button', { name: 'Revoke all access' }).click()
    await expectToast(page, 'All access of ute is revoked.')
    await expect(page.getByText('No sessions')).toBeVisible()
    for (const token of [session, String(attributes['token'])])
      expect((await restOf(platform.apiUrl, token).get('/account/details')).status).toBe(401)
    expect(await signInAs({ ...person, password })).toBe(true)
    await page.goto(`${consoleUrl}/users?search=ute`)
  })

  await step('deleting wants the name typed', async () => {
    await (await menuItemOf(page, 'ute', 'Delete')).click()
    const dialog = page.getByRole('dialog', { name: 'Delete ute?' })
    await dialog.getByLabel('Reason').fill('Left the company.')
    await expect(dialog.getByRole('button', { name: 'Delete ute' })).toBeDisabled()
    await dialog.getByLabel('Type ute to confirm').fill('ute')
    await dialog.getByRole('button', { name: 'Delete ute' }).click()
    await expectToast(page, 'ute is deleted.')
    await expect(page.getByText('No user matches')).toBeVisible()
  })

  async function signInAs({ username: login, password: word }: typeof person): Promise<boolean> {
    const response = await fetch(`${consoleUrl}/console/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Origin: consoleUrl, 'X-Engine-Console': '1' },
      body: JSON.stringify({ login, password: word }),
    })
    return 'userId' in ((await response.json()) as object)
  }
})

test('an invited person makes an account by the link, once, and is in the organization', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl, rest } = platform
  const { step } = test
  await rest.create('/organizations', 'organizations', { name: 'inviters', email: 'inviters@example.com' })
  const { attributes } = await rest.create(
    '/organizations/inviters/organization-memberships',
    'organization-memberships',
    { email: 'ivy@example.com' },
  )
  const link = String(attributes['invitation-url'])

  await step('the link says who invites to what, until when, and leaves the address bar', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
    await expect(page.getByText(`${platform.administrator.username} invites you to`)).toContainText(
      'inviters',
    )
    await expect(page.getByText('ivy@example.com')).toBeVisible()
    await expect(page.getByText('Expires')).toBeVisible()
    await expect(page).toHaveURL(`${consoleUrl}/invitations`)
    await inspect('invitation-told')
  })

  await step('mistakes are told under their fields, and the link stays good', async () => {
    await page.getByLabel('User name').fill('ivy league')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/User name is invalid/)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Password is invalid/,
    )
    await expect(page.getByLabel('User name')).toBeFocused()
  })

  await step('put right, it makes the account, signed in at once and in the organization', async () => {
    await page.getByLabel('User name').fill('ivy')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('button', { name: 'Account of ivy' })).toBeVisible()
    await expect(page.getByText('inviters')).toBeVisible()
  })

  await step('used, forged or left out, the link is invalid and says what to do', async () => {
    await expectNotGood(page, link, 'This link was already used')
    await expect(page.getByText('inviters')).toHaveCount(0)
    await expectNotGood(page, `${consoleUrl}/invitations/forged`, 'This link has expired or is invalid')
    await page.goto(`${consoleUrl}/invitations`)
    await expect(page.getByText('opened without the link')).toBeVisible()
  })
})

test('@full a user with an account joins by the link as who they are, signed in before or there', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl, rest } = platform
  const { step } = test
  const person = await addMember(platform, 'iris')
  const invite = async (organization: string) => {
    await rest.create('/organizations', 'organizations', { name: organization, email: 'x@example.com' })
    const memberships = `/organizations/${organization}/organization-memberships`
    const email = `${organization}@other.example`
    const { attributes } = await rest.create(memberships, 'organization-memberships', { email })
    return String(attributes['invitation-url'])
  }

  await step('signed out, the link asks to sign in right there', async () => {
    await page.goto(await invite('first-inviters'))
    await page.getByRole('button', { name: 'I have an account' }).click()
    await inspect('invitation-sign-in')
    await page.getByLabel('User name or e-mail').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: 'Account of iris' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'first-inviters' })).toBeVisible()
  })

  await step('signed in, one button joins', async () => {
    const link = await invite('second-inviters')
    await page.goto(link)
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await inspect('invitation-join')
    await page.getByRole('button', { name: 'Join as iris' }).click()
    await expect(page.getByRole('link', { name: 'second-inviters' })).toBeVisible()
    await expectNotGood(page, link, 'This link was already used')
  })

  await step('another address asks for the password, and is not verified by itself', async () => {
    await page.goto(`${consoleUrl}/app/settings/email`)
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
    await page.getByLabel('New address').fill('iris@new.example')
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/can't be blank/)
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByText('iris@new.example')).toBeVisible()
    await expect(page.getByText('Not verified')).toBeVisible()
    await inspect('account-email')
  })
})

async function expectNotGood(page: Page, link: string, title: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
}
