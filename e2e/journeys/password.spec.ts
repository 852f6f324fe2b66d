import { addMember, expect, expectToast, goTo, rowOf, signIn, test } from '../fixtures.js'
import { pressOn, typeInto } from '../support/keyboard.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'

const next = 'a kettle that hums at noon'

test('a user changes their password, which ends all other sessions', async ({
  page,
  platform,
  browser,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const person = await addMember(platform, 'kim')
  const own = restOf(platform.apiUrl, await signInAtApi(platform, person))
  const { data: account } = await own.get('/account/details')
  const made = await own.create(`/users/${account?.id}/authentication-tokens`, 'authentication-tokens', {})
  const token = String(made.attributes['token'])
  const otherBrowser = await (await browser.newContext()).newPage()
  await signIn(otherBrowser, platform, person)
  await signIn(page, platform, person)
  const current = page.getByLabel('Current password', { exact: true })
  const chosen = page.getByLabel('New password', { exact: true })
  const repeated = page.getByLabel('New password, repeated', { exact: true })
  const change = page.getByRole('button', { name: 'Change password' })

  await step('the page stands in the menu of the account, and says what follows', async () => {
    await page.goto(consoleUrl)
    await goTo(page, 'Password')
    await expect(page.getByRole('heading', { level: 1, name: 'Password' })).toBeFocused()
    await expect(page.getByText('All other sessions end at once and need the new password.')).toBeVisible()
    await inspect('password')
  })

  await step('what is wrong is told under its field, and the first of them has the focus', async () => {
    await current.fill(person.password)
    await chosen.fill(next)
    await repeated.fill(`${next}!`)
    await change.click()
    await expect(repeated).toHaveAccessibleDescription('This is not the new password')
    await expect(repeated).toBeFocused()
    await current.fill('not the password')
    await chosen.fill('short')
    await repeated.fill('short')
    await change.click()
    await expect(current).toHaveAccessibleDescription('Current password is invalid')
    await expect(chosen).toHaveAccessibleDescription(/^New password is invalid/)
    await expect(current).toBeFocused()
    await inspect('password-mistakes')
  })

  await step('a refused change ends no session', async () => {
    await otherBrowser.goto(`${consoleUrl}/app/settings/password`)
    await expect(otherBrowser.getByRole('heading', { level: 1, name: 'Password' })).toBeVisible()
  })

  await step('it is changed, by the keyboard alone; this session stays, and no other', async () => {
    await typeInto(page, current, person.password)
    await typeInto(page, chosen, next)
    await typeInto(page, repeated, next)
    const endTokens = page.getByLabel('End my tokens too')
    await expect(endTokens).toBeChecked()
    await expect(endTokens).toHaveAccessibleDescription(/^You have 1 token\./)
    await pressOn(page, change)
    await expectToast(page, 'Your password is changed. All other sessions and your tokens have ended.')
    expect((await restOf(platform.apiUrl, token).get('/account/details')).status).toBe(401)
    await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
    await expect(page.getByText('This one')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'End all others' })).toHaveAccessibleDescription(
      'You have no other sessions.',
    )
    await otherBrowser.reload()
    await expect(otherBrowser.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await otherBrowser.context().close()
  })

  await step('the old password opens nothing any more, the new one does', async () => {
    await expect(signIn(page, platform, person)).rejects.toThrow()
    await signIn(page, platform, { ...person, password: next })
    const [event] = await rest.list(
      '/admin/audit-events?filter[actor]=kim&filter[action]=user.update-password',
    )
    expect(event?.attributes).toMatchObject({ action: 'user.update-password' })
    await page.goto(`${consoleUrl}/app/settings/sessions`)
    await expect(rowOf(page, 'This one')).toHaveCount(1)
  })
})
