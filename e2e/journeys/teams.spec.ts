import { addMember, expect, expectToast, menuItemOf, rowOf, signIn, test } from '../fixtures.js'
import { goToPageOf } from '../support/organization-pages.js'

test('an owner runs the teams and their tokens', async ({ page, platform, inspect }) => {
  test.slow()
  const { consoleUrl, apiUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'tina')
  const member = await addMember(platform, 'tom')
  const memberships = '/organizations/tina-labs/organization-memberships'
  await rest.create(memberships, 'organization-memberships', { email: member.email })
  const teams = `${consoleUrl}/organizations/tina-labs/teams`

  await step('a new team says its rights in plain words; mistakes are told under the field', async () => {
    await signIn(page, platform, owner)
    await page.goto(teams)
    await page.getByRole('link', { name: 'New team' }).click()
    await expect(page.getByRole('button', { name: 'Create team' })).toBeEnabled()
    await page.getByLabel('Name', { exact: true }).fill('a/b')
    await page.getByRole('button', { name: 'Create team' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/A name is 1 to 64/)
    await page.getByLabel('Name', { exact: true }).fill('crew')
    await page.getByLabel('Manage providers').check()
    await page.getByRole('radio', { name: 'Visible' }).check()
    await inspect('team-new')
    await page.getByRole('button', { name: 'Create team' }).click()
    await expectToast(page, 'The team crew is created.')
    await expect(page.getByText('No members in this team yet.')).toBeVisible()
  })

  await step('members are put in and taken out', async () => {
    await page.getByRole('combobox', { name: 'Add a member' }).click()
    await page.getByRole('option', { name: 'tom' }).click()
    await expectToast(page, 'tom is in crew.')
    await expect(rowOf(page, 'tom')).toContainText(member.email)
    await page.getByRole('button', { name: 'Remove tom from crew' }).click()
    await expect(page.getByText('No members in this team yet.')).toBeVisible()
  })

  await step('a token is shown once, works, and is revoked', async () => {
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByRole('button', { name: 'Other' }).click()
    await dialog.getByLabel('Description').fill('pipeline')
    await dialog.getByRole('combobox', { name: 'Scope' }).click()
    await page.getByRole('option', { name: 'Full access' }).click()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const shown = page.getByRole('dialog', { name: 'Copy your token now' })
    const token = (await shown.getByLabel('Token', { exact: true }).textContent()) ?? ''
    await page.goBack()
    await expect(shown).toBeHidden()
    await page.getByRole('button', { name: 'New token' }).click()
    await expect(dialog.getByRole('button', { name: 'Other' })).toBeVisible()
    await page.goBack()
    await expect(rowOf(page, 'pipeline')).toContainText('tina')
    await inspect('team')
    expect(await statusWith(token)).toBe(200)
    await page.getByRole('button', { name: 'Revoke pipeline' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expectToast(page, 'The token is revoked.')
    expect(await statusWith(token)).toBe(401)
  })

  await step('rights change, and an edit that comes second loses nothing', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('button', { name: 'Save team' })).toBeEnabled()
    await page.getByLabel('Manage providers').uncheck()
    await page.getByLabel('Manage workspaces').check()
    const id = new URL(page.url()).pathname.split('/').at(-2) ?? ''
    await rest.patch(`/teams/${id}`, 'teams', { visibility: 'secret' })
    await page.getByRole('button', { name: 'Save team' }).click()
    await page.getByRole('button', { name: 'Load their changes and keep mine' }).click()
    await expect(page.getByRole('radio', { name: 'Secret' })).toBeChecked()
    await page.getByRole('button', { name: 'Save team' }).click()
    await expectToast(page, 'The team crew is saved.')
    // The rights stand behind the name.
    await expect(page.getByRole('main')).toContainText(/crew ?Workspaces/)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save team' })).toHaveCount(0)
  })

  await step('the owners stay, keep their name and their last member', async () => {
    await page.goto(teams)
    await expect(await menuItemOf(page, 'owners', 'Delete')).toContainText(
      'The owners team cannot be deleted.',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'owners' }).click()
    await page.getByRole('button', { name: 'Remove tina from owners' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'cannot lose its last member' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByLabel('Manage modules')).toBeDisabled()
    await expect(page.getByLabel('Name', { exact: true })).not.toBeEditable()
  })

  await step('deleting says who loses what', async () => {
    await page.goto(teams)
    await (await menuItemOf(page, 'crew', 'Delete')).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the team crew?' })
    await expect(dialog).toContainText('0 members lose the rights')
    await dialog.getByRole('button', { name: 'Delete crew' }).click()
    await expectToast(page, 'The team crew is deleted.')
    await expect(rowOf(page, 'crew')).toHaveCount(0)
    await inspect('teams')
  })

  await step('the organization has one token, which is replaced and revoked', async () => {
    await goToPageOf(page, /^Organization /, 'Tokens')
    await page.getByRole('button', { name: 'Create the token' }).click()
    const first = await makeToken()
    expect(await statusWith(first)).toBe(200)
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const second = await makeToken()
    expect(await statusWith(first)).toBe(401)
    expect(await statusWith(second)).toBe(200)
    await inspect('organization-tokens')
    await page.getByRole('button', { name: 'Revoke the token of tina-labs' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expect(page.getByRole('button', { name: 'Create the token' })).toBeVisible()
    expect(await statusWith(second)).toBe(401)
  })

  await step('a second token reads the audit trail and nothing else', async () => {
    await page.getByRole('button', { name: 'Create the audit trail token' }).click()
    const token = await makeToken()
    expect(await statusWith(token)).toBe(404)
    expect(await statusWith(token, 'organization/audit-trail')).toBe(200)
    await page.getByRole('button', { name: 'Revoke the audit trail token of tina-labs' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expect(page.getByRole('button', { name: 'Create the audit trail token' })).toBeVisible()
    expect(await statusWith(token, 'organization/audit-trail')).toBe(401)
  })

  async function makeToken(): Promise<string> {
    await page
      .getByRole('dialog', { name: 'New token' })
      .getByRole('button', { name: 'Create token' })
      .click()
    const shown = page.getByRole('dialog', { name: 'Copy your token now' })
    const token = (await shown.getByLabel('Token', { exact: true }).textContent()) ?? ''
    await shown.getByRole('button', { name: 'Done' }).click()
    return token
  }

  async function statusWith(token: string, path = 'account/details'): Promise<number> {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${apiUrl}/api/v2/${path}`, { headers })).status
  }
})
