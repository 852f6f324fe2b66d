import { addMember, expect, expectToast, menuItemOf, rowOf, signIn, test } from '../fixtures.js'
import { goToPageOf } from '../support/organization-pages.js'

test('@full a user makes an organization, renames it and deletes it', async ({ page, platform, inspect }) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const person = await addMember(platform, 'wanda')

  await step('a user with the right makes it; its maker owns it', async () => {
    await signIn(page, platform, person)
    await page.goto(`${consoleUrl}/organizations`)
    await page.getByRole('link', { name: 'New organization' }).click()
    await expect(page.getByRole('button', { name: 'Create organization' })).toBeEnabled()
    await page.getByLabel('Name').fill('wanda-labs')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/has already been taken/)
    await page.getByLabel('Name').fill('wanda-works')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expectToast(page, 'wanda-works is created.')
    await expect(page.getByRole('heading', { level: 1, name: 'wanda-works' })).toBeVisible()
    const contents = page.getByRole('list', { name: 'Contents' }).getByRole('listitem')
    await expect(contents.filter({ hasText: 'Members' })).toContainText('1')
    await inspect('own-organization')
  })

  await step('its settings tell mistakes under their fields, and what a new name means', async () => {
    await goToPageOf(page, 'wanda-works', 'General')
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeEnabled()
    await page.getByLabel('E-mail for notifications').fill('invalid')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByLabel('E-mail for notifications')).toHaveAccessibleDescription(/E-mail is invalid/)
    await page.getByLabel('E-mail for notifications').fill('works@example.com')
    await page.getByLabel('Name').fill('wanda-and-co')
    await expect(page.getByText('The old name stays reserved.')).toBeVisible()
    await inspect('own-settings')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectToast(page, 'The settings of wanda-and-co are saved.')
    await expect(page).toHaveURL(`${consoleUrl}/organizations/wanda-and-co`)
  })

  await step('the settings lead to the first section that is open', async () => {
    await page.goto(`${consoleUrl}/organizations/wanda-and-co/settings`)
    await expect(page).toHaveURL(`${consoleUrl}/organizations/wanda-and-co/settings/general`)
    await expect(page.getByLabel('E-mail for notifications')).toHaveValue('works@example.com')
  })

  await step('deleting says what goes, and wants the name typed', async () => {
    await page.getByRole('button', { name: 'Delete wanda-and-co' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete wanda-and-co?' })
    await expect(dialog).toContainText('1 member loses access.')
    await expect(dialog.getByRole('button', { name: 'Delete wanda-and-co' })).toBeDisabled()
    await dialog.getByLabel('Type wanda-and-co to confirm').fill('wanda-and-co')
    await dialog.getByRole('button', { name: 'Delete wanda-and-co' }).click()
    await expectToast(page, 'wanda-and-co is deleted.')
    await expect(page).toHaveURL(`${consoleUrl}/organizations`)
    await expect(rowOf(page, 'wanda-and-co')).toHaveCount(0)
  })
})

test('an owner makes workspaces and moves them to another engine version', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const person = await addMember(platform, 'walter')
  const workspaces = `${consoleUrl}/organizations/walter-labs/workspaces`
  for (const version of ['91.1.0', '91.2.0'])
    await rest.create('/admin/engine-versions', 'engine-versions', {
      version,
      url: 'https://releases.example.com/engine.zip',
      sha: '0'.repeat(64),
    })

  await step(
    'a new workspace chooses among the enabled versions; latest says which it stands for',
    async () => {
      await signIn(page, platform, person)
      await page.goto(workspaces)
      let answer = (): void => undefined
      const answered = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/console/graphql', async (route) => {
        await answered
        await route.continue()
      })
      await page.getByRole('link', { name: 'New workspace' }).first().click()
      await expect(page.getByRole('button', { name: 'Create workspace' })).toBeEnabled()
      await page.getByLabel('Name').fill('api')
      const version = page.getByRole('combobox', { name: 'Engine version' })
      // What is typed before the versions are known would be replaced by the name of `latest`.
      await expect(version).not.toBeEditable()
      answer()
      await page.unrouteAll({ behavior: 'wait' })
      await expect(version).toHaveValue('latest → 91.2.0')
      await version.fill('91.9.9')
      await expect(page.getByText('No version matches')).toBeVisible()
      await version.fill('91.1')
      await expect(page.getByRole('option')).toHaveText(['91.1.0'])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create workspace' }).click()
      await expectToast(page, 'api is created, on 91.2.0.')
      await expect(rowOf(page, 'api')).toContainText('91.2.0')
      await inspect('own-workspaces')
    },
  )

  await step('its version is changed, and two who edit do not fight', async () => {
    await (await menuItemOf(page, 'api', 'Edit')).click()
    await expect(page.getByRole('button', { name: 'Save workspace' })).toBeEnabled()
    await page.getByRole('combobox', { name: 'Engine version' }).fill('91.1')
    await page.getByRole('option', { name: '91.1.0' }).click()
    await rest.patch('/organizations/walter-labs/workspaces/api', 'workspaces', { description: 'The API.' })
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await page.getByRole('button', { name: 'Load their changes and keep mine' }).click()
    await expect(page.getByLabel('Description')).toHaveValue('The API.')
    await inspect('own-workspace')
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await expectToast(page, 'api is saved, on 91.1.0.')
    await expect(page.getByRole('heading', { level: 1, name: 'api' })).toBeVisible()
    await expect(page.getByText('The API.')).toBeVisible()
    await inspect('workspace')
    await page.goto(workspaces)
  })

  await step('a constraint is kept, and shown with what it stands for', async () => {
    await (await menuItemOf(page, 'api', 'Edit')).click()
    await expect(page.getByRole('button', { name: 'Save workspace' })).toBeEnabled()
    const version = page.getByRole('combobox', { name: 'Engine version' })
    await version.fill('~> 91.1.0')
    await page.getByRole('option', { name: '~> 91.1.0' }).click()
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await expectToast(page, 'api is saved, on 91.1.0.')
    await page.getByRole('navigation', { name: 'About api' }).getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('definition').filter({ hasText: '~> 91.1.0 → 91.1.0' })).toBeVisible()
    await page.goto(workspaces)
    await expect(rowOf(page, 'api')).toContainText('~> 91.1.0 → 91.1.0')
    await (await menuItemOf(page, 'api', 'Edit')).click()
    await expect(version).toHaveValue('~> 91.1.0')
    await page.goto(workspaces)
  })

  await step('a search that finds nothing says so, and deleting asks', async () => {
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('nothing')
    await expect(page.getByText('No workspace matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await (await menuItemOf(page, 'api', 'Delete')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete api' }).click()
    await expectToast(page, 'api is deleted.')
    await expect(page.getByText('No workspaces yet')).toBeVisible()
  })
})
