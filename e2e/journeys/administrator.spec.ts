import type { Page } from '@playwright/test'
import { administrator, expect, expectToast, goTo, menuItemOf, pageAction, rowOf, test } from '../fixtures.js'
import { addEngineVersion, engineVersion } from '../support/engine-versions.js'
import { signInAtApi } from '../support/platform.js'
import { restOf, type Rest } from '../support/rest.js'

const reason = 'It forgets locks. Use 1.9.8 instead.'

test('an administrator sets the platform up and looks after the engine versions', async ({
  page,
  emptyPlatform,
}) => {
  test.slow()
  const { apiUrl, consoleUrl, setUpUrl } = emptyPlatform
  const { step } = test
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  let rest: Rest

  await step('a visitor without the link is told where to find it', async () => {
    await page.goto(consoleUrl)
    await expect(heading('Set up')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Look at the terminal where npm start runs')
  })

  await step('the link leads to the form and leaves the address bar', async () => {
    await page.goto(setUpUrl)
    await expect(page.getByLabel('User name')).toBeVisible()
    await expect(page).toHaveURL(`${consoleUrl}/set-up`)
  })

  await step('mistakes are told under their fields, all at once', async () => {
    await page.getByLabel('User name').fill('ada lovelace')
    await page.getByLabel('E-mail').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/User name is invalid/)
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/E-mail is invalid/)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Password is invalid/,
    )
    await expect(page.getByLabel('User name')).toBeFocused()
  })

  await step('put right, it makes the administrator, who is signed in at once', async () => {
    await page.getByLabel('User name').fill(administrator.username)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(heading('Overview')).toBeVisible()
    await expect(page.getByRole('button', { name: `Account of ${administrator.username}` })).toBeVisible()
    rest = restOf(apiUrl, await signInAtApi(emptyPlatform, administrator))
  })

  await step('there are no versions yet; the list says so and offers to add one', async () => {
    await goTo(page, 'Engine versions')
    await expect(page.getByText('No engine versions yet')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'New engine version' }).last().click()
    await expect(heading('New engine version')).toBeVisible()
  })

  await step('a version with mistakes is not taken, and each field says what is wrong', async () => {
    await fillVersion(page, { version: 'v1.9', url: 'ftp://example.com/engine.zip', sha: 'abc' })
    await page.getByRole('button', { name: 'Add engine version' }).click()
    await expect(page.getByLabel('Version number')).toHaveAccessibleDescription(/N\.N\.N/)
    await expect(page.getByLabel('Version number')).toBeFocused()
    await expect(page.getByLabel('Address of the archive')).toHaveAccessibleDescription(/http/)
    await expect(page.getByLabel('SHA-256 checksum')).toHaveAccessibleDescription(/64 hexadecimal/)
  })

  await step('put right, it is there', async () => {
    await fillVersion(page, engineVersion('1.9.0'))
    await page.getByRole('button', { name: 'Add engine version' }).click()
    await expectToast(page, '1.9.0 is added.')
    await expect(heading('1.9.0')).toBeVisible()
    await expect(page.getByRole('link', { name: engineVersion('1.9.0').url })).toBeVisible()
  })

  await step('the same number again is refused by the platform, under the field', async () => {
    await page.goto(`${consoleUrl}/engine-versions/new`)
    await fillVersion(page, engineVersion('1.9.0'))
    await page.getByRole('button', { name: 'Add engine version' }).click()
    await expect(page.getByLabel('Version number')).toHaveAccessibleDescription(
      /Version has already been taken/,
    )
  })

  await step('a script adds more over REST', async () => {
    await addEngineVersion(rest, '1.9.8', { official: true })
    await addEngineVersion(rest, '1.10.5', { official: true })
    await addEngineVersion(rest, '1.11.0-beta1', { beta: true })
    await addEngineVersion(rest, '0.15.5', { enabled: false })
  })

  await step('search and filters find a version; the address carries them', async () => {
    await page.goto(`${consoleUrl}/engine-versions`)
    await expect(rowOf(page, '1.11.0-beta1')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search versions' }).fill('1.9')
    await expect(rowOf(page, '0.15.5')).toBeHidden()
    await expect(page).toHaveURL(`${consoleUrl}/engine-versions?search=1.9`)

    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const origin = page.getByRole('radiogroup', { name: 'Origin' })
    await origin.getByText('Not official', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, '1.9.8')).toBeHidden()
    await expect(rowOf(page, '1.9.0')).toBeVisible()
    await expect(page).toHaveURL(`${consoleUrl}/engine-versions?search=1.9&official=false`)
  })

  await step('a reload keeps them', async () => {
    await page.reload()
    await expect(rowOf(page, '1.9.0')).toBeVisible()
    await expect(rowOf(page, '1.9.8')).toBeHidden()
    await expect(page.getByRole('searchbox', { name: 'Search versions' })).toHaveValue('1.9')
    await expect(page.getByRole('button', { name: 'Remove the filter Not official' })).toBeVisible()
  })

  await step('deprecating asks for a reason', async () => {
    await rowOf(page, '1.9.0').getByRole('link', { name: '1.9.0' }).click()
    await (await pageAction(page, 'Deprecate')).click()
    const dialog = page.getByRole('dialog', { name: 'Deprecate 1.9.0' })
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Deprecate 1.9.0' }).click()
    await expect(dialog).toBeHidden()
  })

  await step('banner and badge say it, here and in the list', async () => {
    const banner = page.getByRole('alert').filter({ hasText: 'This version is deprecated' })
    await expect(banner).toContainText(reason)
    await expect(page.getByRole('main').getByText('Deprecated', { exact: true })).toBeVisible()
    await goTo(page, 'Engine versions')
    await expect(rowOf(page, '1.9.0')).toContainText('Deprecated')
  })

  await step('an edit is saved', async () => {
    await (await menuItemOf(page, '1.9.0', 'Edit')).click()
    await expect(heading('Edit 1.9.0')).toBeVisible()
    await page.getByLabel('Address of the archive').fill('https://mirror.example.com/engine_1.9.0.zip')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, '1.9.0 is saved.')
    await expect(
      page.getByRole('link', { name: 'https://mirror.example.com/engine_1.9.0.zip' }),
    ).toBeVisible()
  })

  await step('what a script changes meanwhile is not overwritten, and nothing typed is lost', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(heading('Edit 1.9.0')).toBeVisible()
    const id = new URL(page.url()).pathname.split('/')[2]
    const theirs = await rest.patch(`/admin/engine-versions/${id}`, 'engine-versions', { enabled: false })
    expect(theirs.status).toBe(200)

    await page.getByLabel('Reason for the deprecation').fill('Mine.')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'This version was changed by another user' })
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Load their changes and keep mine' }).click()
    await expect(page.getByText('Their changes are loaded')).toBeVisible()
    await expect(page.getByLabel('Reason for the deprecation')).toHaveValue('Mine.')
    await expect(page.getByRole('switch', { name: 'Enabled' })).not.toBeChecked()

    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This version is deprecated' })).toContainText(
      'Mine.',
    )
    const { data } = await rest.get(`/admin/engine-versions/${id}`)
    expect(data?.attributes).toMatchObject({ enabled: false, 'deprecated-reason': 'Mine.' })
  })

  await step('an official version cannot be deleted; the control says why and does nothing', async () => {
    await goTo(page, 'Engine versions')
    await expect(await menuItemOf(page, '1.9.8', 'Delete')).toContainText(
      'Official versions cannot be deleted.',
    )
    await page.keyboard.press('Escape')
    await rowOf(page, '1.9.8').getByRole('link').click()
    const control = await pageAction(page, 'Delete')
    await expect(control).toBeDisabled()
    await expect(control).toContainText('Official versions cannot be deleted.')
    await control.click({ force: true })
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main')).toContainText('Not possible: official versions cannot be deleted.')
  })

  await step(
    'another is deleted, after a question that names it, with a reason for the records',
    async () => {
      await goTo(page, 'Engine versions')
      await (await menuItemOf(page, '0.15.5', 'Delete')).click()
      const dialog = page.getByRole('dialog', { name: 'Delete 0.15.5?' })
      await dialog.getByLabel('Reason').fill('No team has used it for years.')
      await dialog.getByRole('button', { name: 'Delete 0.15.5' }).click()
      await expectToast(page, '0.15.5 is deleted.')
      await expect(rowOf(page, '0.15.5')).toBeHidden()
      await expect(rowOf(page, '1.9.8')).toBeVisible()
    },
  )

  await step('signing out leaves nothing open', async () => {
    await page.getByRole('button', { name: `Account of ${administrator.username}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(heading('Sign in')).toBeVisible()
    await page.goto(`${consoleUrl}/engine-versions`)
    await expect(heading('Sign in')).toBeVisible()
  })

  await step('the way to make a first administrator is gone', async () => {
    await page.goto(setUpUrl)
    await expect(heading('Sign in')).toBeVisible()
    const again = await fetch(`${apiUrl}/admin/initial-admin-user${new URL(setUpUrl).search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...administrator, username: 'eve', email: 'eve@example.com' }),
    })
    expect(again.status).toBe(404)
  })
})

async function fillVersion(page: Page, facts: { version: string; url: string; sha: string }): Promise<void> {
  await expect(page.getByRole('button', { name: 'Add engine version' })).toBeEnabled()
  await page.getByLabel('Version number').fill(facts.version)
  const address = page.getByLabel('Address of the archive')
  if (!(await address.isVisible())) await page.getByRole('button', { name: 'Add archive' }).click()
  await address.fill(facts.url)
  await page.getByLabel('SHA-256 checksum').fill(facts.sha)
}
