import { administrator, expect, expectToast, goTo, rowOf, signIn, test } from '../fixtures.js'
import { signInAtApi } from '../support/platform.js'
import { restOf, type Rest } from '../support/rest.js'

test('a user makes a token, sees its secret once, uses it in a script and revokes it', async ({
  page,
  platform,
}) => {
  const { apiUrl, consoleUrl } = platform
  const { step } = test
  let secret = ''

  await step('the new token is shown this once', async () => {
    await signIn(page, platform)
    await page.goto(consoleUrl)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('Token expires soon')).toHaveCount(0)
    await goTo(page, 'My tokens')
    await page.getByRole('button', { name: 'New token' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByRole('button', { name: 'CLI on my machine' }).click()
    await expect(dialog).toContainText('It expires after 90 days.')
    await dialog.getByLabel('Description').fill('nightly build')
    await dialog.getByRole('button', { name: 'Create token' }).click()

    const shown = page.getByRole('dialog', { name: 'Copy your token now' })
    secret = (await shown.getByLabel('Token', { exact: true }).textContent()) ?? ''
    expect(secret).toMatch(/^engu_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(shown).toBeHidden()
  })

  await step('afterwards it is never shown again', async () => {
    await expect(rowOf(page, 'nightly build')).toContainText('just now–')
    await page.reload()
    await expect(rowOf(page, 'nightly build')).toBeVisible()
    expect(await page.content()).not.toContain(secret)
  })

  await step('it has the rights of its user, for 90 days', async () => {
    const { data: account } = await restOf(apiUrl, secret).get('/account/details')
    const [token] = await restOf(apiUrl, secret).list(`/users/${account?.id}/authentication-tokens`)
    const { 'created-at': created, 'expired-at': expires, ...facts } = token?.attributes ?? {}
    expect(facts).not.toHaveProperty('scopes')
    const days = (Date.parse(String(expires)) - Date.parse(String(created))) / (24 * 60 * 60 * 1000)
    expect(Math.round(days)).toBe(90)
  })

  await step('a script signs in with it', async () => {
    const answer = await restOf(apiUrl, secret).get('/account/details')
    expect(answer).toMatchObject({
      status: 200,
      data: { attributes: { username: administrator.username, 'is-site-admin': true } },
    })
    await page.reload()
    await expect(rowOf(page, 'nightly build')).not.toContainText('–')
  })

  await step('revoking asks first', async () => {
    await page.getByRole('button', { name: 'Revoke nightly build' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke nightly build?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect((await restOf(apiUrl, secret).get('/account/details')).status).toBe(200)
  })

  await step('a revoked token is gone from the list and opens nothing any more', async () => {
    await page.getByRole('button', { name: 'Revoke nightly build' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke nightly build?' })
    await dialog.getByRole('button', { name: 'Revoke token' }).click()
    await expectToast(page, 'The token is revoked.')
    await expect(rowOf(page, 'nightly build')).toBeHidden()
    expect(await restOf(apiUrl, secret).get('/account/details')).toEqual({
      status: 401,
      errors: [{ status: '401', title: 'unauthorized' }],
    })
  })
})

test('a link opens the form filled in, for a token that does one thing', async ({ page, platform }) => {
  const { step } = test
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await signIn(page, platform)

  await step('for the module that the link names', async () => {
    await page.goto(
      `${platform.consoleUrl}/app/settings/tokens?dialog=create&scope=publish&target=linked/network/aws`,
    )
    await expect(dialog.getByLabel('Module', { exact: true })).toHaveValue('linked/network/aws')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(`${platform.consoleUrl}/app/settings/tokens`)
    await expect(page.getByText('Publishes linked/network/aws, installs modules and providers')).toBeVisible()
  })

  await step('what is chosen for another use is asked for, and nothing is chosen beforehand', async () => {
    await page.getByRole('button', { name: 'New token' }).first().click()
    await dialog.getByRole('button', { name: 'Other' }).click()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const scope = dialog.getByRole('combobox', { name: 'Scope' })
    await expect(scope).toHaveAccessibleDescription('Choose a scope.')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByText('What is it for?')).toBeVisible()
  })
})

test('@full ending a token says what ends with it and what stays, and does that', async ({
  page,
  platform,
  inspect,
}) => {
  const { apiUrl, consoleUrl, administrator: owner } = platform
  const { step } = test
  const rest = restOf(apiUrl, await signInAtApi(platform, owner))
  const { data: account } = await rest.get('/account/details')
  const own = `/users/${account?.id}/authentication-tokens`
  const make = async (by: Rest, path: string, description?: string): Promise<string> => {
    const { attributes } = await by.create(path, 'authentication-tokens', {
      ...(description && { description }),
    })
    return String(attributes['token'])
  }
  const leaked = await make(rest, own, 'leaked')
  const thief = restOf(apiUrl, leaked)
  const child = await make(thief, own, 'hidden child')
  await rest.create('/organizations', 'organizations', { name: 'leakers', email: 'leakers@example.com' })
  const team = await rest.create('/organizations/leakers/teams', 'teams', { name: 'release' })
  const ofTeam = await make(thief, `/teams/${team.id}/authentication-tokens`, 'deploy')

  await step('the list says where each token was last used from', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/app/settings/tokens`)
    await expect(rowOf(page, 'leaked')).toContainText('from 127.0.0.1')
  })

  await step('the question names what ends too, and what stays', async () => {
    await page.getByRole('button', { name: 'Revoke leaked' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke leaked?' })
    await expect(dialog).toContainText('Ends 1 token too, made with this one:')
    await expect(dialog).toContainText('hidden child')
    await expect(dialog).toContainText('1 token made with it stays:')
    await expect(dialog).toContainText('deploy, of the team release')
    await inspect('token-revoke-consequences')
    await dialog.getByRole('button', { name: 'Revoke token' }).click()
    await expectToast(page, 'The token is revoked.')
  })

  await step('so it is', async () => {
    await expect(rowOf(page, 'hidden child')).toBeHidden()
    const statuses = await Promise.all(
      [leaked, child, ofTeam].map(
        async (token) => (await restOf(apiUrl, token).get('/account/details')).status,
      ),
    )
    expect(statuses).toEqual([401, 401, 200])
  })
})

test('the address that the CLI opens for a token leads there, past the sign-in', async ({
  page,
  platform,
}) => {
  await page.goto(`${platform.consoleUrl}/app/settings/tokens?source=terraform-login`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.getByLabel('User name or e-mail').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My tokens' })).toBeVisible()
})
