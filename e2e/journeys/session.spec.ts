import type { Page } from '@playwright/test'
import { addMember, administrator, consoleHeaders, expect, goTo, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a session that ends in the background costs nothing that was typed', async ({
  page,
  platform,
  playwright,
}) => {
  const { consoleUrl, rest } = platform
  const { step } = test
  const { id } = await addEngineVersion(rest, '7.1.0')

  await step('an administrator edits a version', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/engine-versions/${id}/edit`)
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
    await page.getByRole('switch', { name: 'Deprecated' }).click({ force: true })
    await page.getByLabel('Reason for the deprecation').fill('A long thought.')
  })

  await step('the session is ended in another browser; this one keeps its cookie', async () => {
    const otherBrowser = await playwright.request.newContext({
      storageState: await page.context().storageState(),
    })
    const answer = await otherBrowser.post(`${consoleUrl}/console/sign-out`, {
      headers: consoleHeaders(platform),
    })
    expect(answer.status()).toBe(204)
    await otherBrowser.dispose()
  })

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })

  await step('saving asks to sign in again, over what was typed', async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('User name or e-mail')).toHaveValue(administrator.username)
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    // Here are no accounts but those with passwords.
    await expect(dialog).not.toContainText('No password?')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
  })

  await step('a wrong password is refused', async () => {
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    expect((await rest.get(`/admin/engine-versions/${id}`)).data?.attributes['deprecated']).toBe(false)
  })

  await step('the right one lets the save go through as if nothing had happened', async () => {
    await dialog.getByLabel('Password', { exact: true }).fill(administrator.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, '7.1.0')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'deprecated' })).toContainText('A long thought.')
    expect((await rest.get(`/admin/engine-versions/${id}`)).data?.attributes).toMatchObject({
      deprecated: true,
      'deprecated-reason': 'A long thought.',
    })
  })
})

test('a page asked for without a session is shown after signing in', async ({ page, platform }) => {
  await addEngineVersion(platform.rest, '7.2.0')
  await page.goto(`${platform.consoleUrl}/engine-versions?search=7.2`)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await signInByForm(page, 'a wrong one')
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()
  await signInByForm(page, administrator.password)
  await expect(rowOf(page, '7.2.0')).toBeVisible()
  await expect(page).toHaveURL(`${platform.consoleUrl}/engine-versions?search=7.2`)
})

test('@full signing in leads into the console alone', async ({ page, platform }) => {
  const { consoleUrl } = platform
  const foreign = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/.//evil.example',
  ]
  const signInPage = (next: string) => `${consoleUrl}/sign-in?next=${encodeURIComponent(next)}`

  await test.step('by the form', async () => {
    await page.goto(signInPage('//evil.example'))
    await signInByForm(page, administrator.password)
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(page).toHaveURL(`${consoleUrl}/`)
  })

  await test.step('by a link, for a user who is signed in already', async () => {
    const leadsTo = async (next: string) => {
      const answer = await page.request.get(signInPage(next), { maxRedirects: 0 })
      return new URL(answer.headers()['location'] ?? '', consoleUrl).href
    }
    for (const next of foreign) expect(await leadsTo(next), next).toBe(`${consoleUrl}/`)
    expect(await leadsTo('/engine-versions?page=2')).toBe(`${consoleUrl}/engine-versions?page=2`)
  })
})

test('an address that is no page says so, and what is deleted is gone the same way', async ({
  page,
  platform,
}) => {
  await signIn(page, platform)
  for (const path of ['/no-such-page', '/engine-versions/tool-0000000000000000', '/engine-versions/x/edit']) {
    await page.goto(`${platform.consoleUrl}${path}`)
    await expect(heading(page, 'Page not found'), path).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to overview' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
})

test('@full a user who is no administrator sees the versions to be used, and none that are not', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await addEngineVersion(rest, '7.3.41')
  const { id } = await addEngineVersion(rest, '7.3.0', { enabled: false })
  const ben = await addMember(platform, 'ben')
  await signIn(page, platform, ben)

  await test.step('the overview shows what is theirs alone', async () => {
    await page.goto(consoleUrl)
    await expect(page.getByText('ben-labs')).toBeVisible()
    await expect(page.getByText('Deprecated versions in use')).toBeHidden()
  })

  await test.step('the page of versions offers those that are enabled, and nothing to do with them', async () => {
    await goTo(page, 'Engine versions')
    await page.getByRole('searchbox', { name: 'Search versions' }).fill('7.')
    await expect(rowOf(page, '7.3.41')).toBeVisible()
    await expect(page.getByText('7.3.0')).toBeHidden()
    await expect(page.getByRole('link', { name: 'New version' })).toBeHidden()
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })

  await test.step('the palette finds none', async () => {
    await page.getByRole('button', { name: 'Search and commands' }).click()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(palette.getByText('My tokens')).toBeVisible()
    await palette.getByRole('textbox').fill('7.3.0')
    await expect(palette.getByText('Nothing found.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  for (const path of ['/new', '/constraint', `/${id}`, `/${id}/edit`, '/tool-0000000000000000'])
    await test.step(`/engine-versions${path} is no page`, async () => {
      await page.goto(`${consoleUrl}/engine-versions${path}`)
      await expect(heading(page, 'Page not found')).toBeVisible()
      await expect(page.getByText('7.3.0')).toBeHidden()
    })
})

async function signInByForm(page: Page, password: string): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(administrator.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
