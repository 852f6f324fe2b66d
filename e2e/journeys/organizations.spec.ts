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

const reason = 'The contract ended in October.'

test('an administrator runs the organizations of the site', async ({ page, platform }) => {
  test.slow()
  const { apiUrl, consoleUrl, rest } = platform
  const { step } = test
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const owner = await addMember(platform, 'olga')
  const theirs = restOf(apiUrl, await signInAtApi(platform, owner))

  await step('a new organization is made; mistakes are told under their fields', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/organizations`)
    await page.getByRole('link', { name: 'New organization' }).first().click()
    await expect(heading('New organization')).toBeVisible()
    await page.getByLabel('Name').fill('no spaces')
    await page.getByLabel('E-mail for notifications').fill('invalid')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Name is invalid/)
    await expect(page.getByLabel('E-mail for notifications')).toHaveAccessibleDescription(/E-mail is invalid/)
    await page.getByLabel('Name').fill('harbour')
    await page.getByLabel('E-mail for notifications').fill('harbour@example.com')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expectToast(page, 'harbour is created.')
    await expect(heading('harbour')).toBeVisible()
  })

  await step('the list shows both, and how many are active and disabled', async () => {
    await goTo(page, 'Organizations')
    await expect(rowOf(page, 'harbour')).toContainText('Active')
    await expect(rowOf(page, 'olga-labs')).toContainText('olga')
  })

  await step('search and filters find an organization; the address carries them', async () => {
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('HARB')
    await expect(rowOf(page, 'olga-labs')).toBeHidden()
    await expect(page).toHaveURL(`${consoleUrl}/organizations?search=HARB`)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page
      .getByRole('radiogroup', { name: 'Availability' })
      .getByText('Disabled', { exact: true })
      .click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No organization matches')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No organization matches')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(rowOf(page, 'olga-labs')).toBeVisible()
  })

  await step('the palette finds it by its name', async () => {
    await page.getByRole('button', { name: 'Search and commands' }).click()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('textbox').fill('olga-l')
    await palette.getByText('olga-labs', { exact: true }).click()
    await expect(heading('olga-labs')).toBeVisible()
    await goTo(page, 'Organizations')
  })

  await step('settings with a mistake are refused under their field', async () => {
    await (await menuItemOf(page, 'olga-labs', 'Limits')).click()
    await expect(heading('Limits')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save limits' })).toBeEnabled()
    await page.getByLabel('Apply timeout').fill('two hours')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByLabel('Apply timeout')).toHaveAccessibleDescription(/number and its unit/)
    await expect(page.getByLabel('Apply timeout')).toBeFocused()
  })

  await step('what a script changes meanwhile stays, and nothing typed is lost', async () => {
    await page.getByLabel('Apply timeout').fill('1h30m')
    await page.getByLabel('Workspace limit').fill('1')
    const byScript = await rest.patch('/admin/organizations/olga-labs', 'organizations', {
      'access-beta-tools': true,
    })
    expect(byScript.status).toBe(200)
    await page.getByRole('button', { name: 'Save limits' }).click()
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'This organization was changed by another user' })
    await notice.getByRole('button', { name: 'Load their changes and keep mine' }).click()
    await expect(page.getByText('Their changes are loaded')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Access to beta tools' })).toBeChecked()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expectToast(page, 'The limits of olga-labs are saved.')
    expect((await rest.get('/admin/organizations/olga-labs')).data?.attributes).toMatchObject({
      'access-beta-tools': true,
      'apply-timeout': '1h30m',
      'plan-timeout': null,
      'workspace-limit': 1,
    })
  })

  await step('its page counts the workspaces against the limit', async () => {
    // Loading the page anew on the way to it would end where it began.
    await expect(heading('olga-labs')).toBeVisible()
    await rest.create('/admin/engine-versions', 'engine-versions', {
      version: '5.1.0',
      url: 'https://releases.example.com/engine_5.1.0.zip',
      sha: 'a'.repeat(64),
    })
    await theirs.create('/organizations/olga-labs/workspaces', 'workspaces', {
      name: 'network',
      'engine-version': '5.1.0',
    })
    await page.reload()
    await expect(heading('olga-labs')).toBeVisible()
    await expect(rowOf(page, 'network')).toContainText('5.1.0')
    await expect(page.getByText('1 of 1 used. Limit reached.')).toBeVisible()
    const health = page.getByRole('region', { name: 'Health' })
    await expect(health.getByRole('listitem')).toHaveText(/^Limit reached\s*1 of 1 workspace/)
    await expect(page.getByRole('list', { name: 'Contents' })).toContainText(/Workspaces\s*1\s*of 1/)
  })

  await step('disabling says what goes dark and asks why', async () => {
    const disable = await pageAction(page, 'Disable')
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/console/graphql', async (route) => {
      await answered
      await route.continue()
    })
    await disable.click()
    const dialog = page.getByRole('dialog', { name: 'Disable olga-labs?' })
    const confirm = dialog.getByRole('button', { name: 'Disable olga-labs' })
    // A user who has reached the button by the keyboard keeps the focus when the impact arrives.
    await expect(confirm).toBeDisabled()
    await confirm.focus()
    answer()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(dialog).toContainText('1 member can no longer reach it, nor its 1 workspace.')
    await expect(confirm).toBeEnabled()
    await expect(confirm).toBeFocused()
    await confirm.click()
    await expect(dialog).toBeVisible()
    expect((await theirs.get('/organizations/olga-labs')).status).toBe(200)
    await dialog.getByLabel('Reason').fill(reason)
    await confirm.click()
    await expectToast(page, 'olga-labs is disabled.')
    await expect(page.getByRole('alert').filter({ hasText: 'This organization is disabled' })).toBeVisible()
    expect((await theirs.get('/organizations/olga-labs')).status).toBe(404)
  })

  await step('the overview names it among what needs attention', async () => {
    await goTo(page, 'Overview')
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: 'olga-labs' })
      .click()
    await expect(heading('olga-labs')).toBeVisible()
  })

  await step('enabling brings everything back', async () => {
    await (await pageAction(page, 'Enable')).click()
    const dialog = page.getByRole('dialog', { name: 'Enable olga-labs?' })
    await dialog.getByRole('button', { name: 'Enable olga-labs' }).click()
    await expectToast(page, 'olga-labs is enabled.')
    await expect(rowOf(page, 'network')).toBeVisible()
    expect((await theirs.get('/organizations/olga-labs')).status).toBe(200)
  })

  await step('deleting wants the name typed and a reason', async () => {
    await (await pageAction(page, 'Delete')).click()
    const dialog = page.getByRole('dialog', { name: 'Delete olga-labs?' })
    await expect(dialog).toContainText('Its name stays taken')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByLabel('Type olga-labs to confirm').fill('olga')
    await expect(dialog.getByRole('button', { name: 'Delete olga-labs' })).toBeDisabled()
    await dialog.getByLabel('Type olga-labs to confirm').fill('olga-labs')
    await dialog.getByRole('button', { name: 'Delete olga-labs' }).click()
    await expectToast(page, 'olga-labs is deleted.')
    await expect(heading('Organizations')).toBeVisible()
    await expect(rowOf(page, 'harbour')).toBeVisible()
    await expect(rowOf(page, 'olga-labs')).toBeHidden()
    expect((await rest.get('/admin/organizations/olga-labs')).status).toBe(404)
  })
})

test('@full a user who is no administrator sees their own organizations, and nothing of how the site runs them', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await rest.create('/organizations', 'organizations', { name: 'foreign-labs', email: 'f@example.com' })
  await signIn(page, platform, await addMember(platform, 'nora'))
  await page.goto(`${consoleUrl}/organizations`)
  await expect(rowOf(page, 'nora-labs')).toContainText('Owner')
  await expect(page.getByText('foreign-labs')).toHaveCount(0)
  for (const name of ['Users', 'Registry sharing'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'nora-labs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'nora-labs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable' })).toHaveCount(0)
  for (const path of ['organizations/foreign-labs', 'organizations/foreign-labs/settings/general'])
    await expectNotFound(path)
  for (const path of [
    'organizations/nora-labs/settings/limits',
    'organizations/nora-labs/settings/policies',
    'organizations/nora-labs/settings/sharing',
    'registry-sharing',
    'users',
    'users/new',
  ])
    await expectNotFound(path)

  async function expectNotFound(path: string): Promise<void> {
    await page.goto(`${consoleUrl}/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
  }
})
