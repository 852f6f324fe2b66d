import { addMember, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { inFull } from '../screens/landscape.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { chooseIn, chooseOfPage, chooseOfRow, pressOn, typeInto } from '../support/keyboard.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'
import { pageLink, pagesOf } from '../support/organization-pages.js'

test(
  'an owner invites a user, puts them into a team and removes them, by the keyboard alone',
  inFull,
  async ({ page, platform }) => {
    test.slow()
    const { consoleUrl, rest } = platform
    const { step } = test
    const owner = await addMember(platform, 'kira')
    const other = await addMember(platform, 'keanu')
    await rest.create('/organizations/kira-labs/teams', 'teams', { name: 'crew' })
    const members = `${consoleUrl}/organizations/kira-labs/members`
    await signIn(page, platform, owner)
    await page.goto(members)

    await step('the address is typed at once; the focus returns to where it came from', async () => {
      const invite = page.getByRole('button', { name: 'Invite', exact: true })
      await pressOn(page, invite)
      const dialog = page.getByRole('dialog', { name: 'Invite a member' })
      await expect(dialog.getByLabel('E-mail')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(invite).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('E-mail')).toBeFocused()
      await page.keyboard.type(other.email)
      await page.keyboard.press('Enter')
      const shown = page.getByRole('dialog', { name: `The link for ${other.email}` })
      const link = await shown.getByLabel('Link', { exact: true }).textContent()
      await pressOn(page, shown.getByRole('button', { name: 'Done' }))
      await expect(shown).toBeHidden()
      const own = restOf(platform.apiUrl, await signInAtApi(platform, other))
      expect(await own.post(`/invitations/${link?.split('/').at(-1)}`, 'users', {})).toMatchObject({
        status: 201,
      })
      await page.reload()
    })

    await step('the member is opened, and a team is chosen by its name', async () => {
      await pressOn(page, page.getByRole('link', { name: 'keanu', exact: true }))
      await expect(page.getByRole('heading', { level: 1, name: 'keanu' })).toBeFocused()
      await chooseIn(page, page.getByRole('combobox', { name: 'Add to a team' }), 'crew')
      await expectToast(page, 'keanu is in crew.')
      await pressOn(page, page.getByRole('button', { name: 'Remove keanu from crew' }))
      await expect(page.getByText('In no team')).toBeVisible()
    })

    await step('removing asks, and leads back to the list', async () => {
      await chooseOfPage(page, 'Remove')
      const dialog = page.getByRole('dialog', { name: 'Remove keanu from kira-labs?' })
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await pressOn(page, dialog.getByRole('button', { name: 'Remove keanu' }))
      await expectToast(page, 'keanu is removed.')
      await expect(page).toHaveURL(members)
      await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeFocused()
      await expect(rowOf(page, 'keanu')).toHaveCount(0)
    })
  },
)

test('an owner makes a team and deletes it, by the keyboard alone', inFull, async ({ page, platform }) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'knut')
  const member = await addMember(platform, 'karla')
  const memberships = '/organizations/knut-labs/organization-memberships'
  await rest.create(memberships, 'organization-memberships', { email: member.email })
  await signIn(page, platform, owner)
  await page.goto(`${consoleUrl}/organizations/knut-labs/teams`)

  await step('its name, its rights and who sees it', async () => {
    await pressOn(page, page.getByRole('link', { name: 'New team' }))
    await expect(page.getByRole('heading', { level: 1, name: 'New team' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Create team' })).toBeEnabled()
    await typeInto(page, page.getByLabel('Name', { exact: true }), 'night/shift')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await typeInto(page, page.getByLabel('Name', { exact: true }), 'night-shift')
    await pressOn(page, page.getByRole('radio', { name: 'Secret' }), 'ArrowDown')
    await expect(page.getByRole('radio', { name: 'Visible' })).toBeChecked()
    await pressOn(page, page.getByLabel('Manage providers'), 'Space')
    await expect(page.getByLabel('Manage providers')).toBeChecked()
    await pressOn(page, page.getByRole('button', { name: 'Create team' }))
    await expect(page.getByRole('heading', { level: 1, name: 'night-shift' })).toBeFocused()
  })

  await step('a member is put in', async () => {
    await chooseIn(page, page.getByRole('combobox', { name: 'Add a member' }), 'karla')
    await expectToast(page, 'karla is in night-shift.')
    await expect(rowOf(page, 'karla')).toContainText(member.email)
  })

  await step('it is deleted from its row', async () => {
    await pressOn(page, pageLink(await pagesOf(page, 'knut-labs'), 'Teams'))
    await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeFocused()
    await chooseOfRow(page, 'night-shift', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete the team night-shift?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await pressOn(page, dialog.getByRole('button', { name: 'Delete night-shift' }))
    await expectToast(page, 'The team night-shift is deleted.')
    await expect(rowOf(page, 'night-shift')).toHaveCount(0)
  })
})

test(
  'an owner makes a workspace, edits it and deletes it, by the keyboard alone',
  inFull,
  async ({ page, platform }) => {
    test.slow()
    const { consoleUrl, rest } = platform
    const { step } = test
    const owner = await addMember(platform, 'konrad')
    await addEngineVersion(rest, '4.9.3')
    await signIn(page, platform, owner)
    await page.goto(`${consoleUrl}/organizations/konrad-labs/workspaces`)

    await step('a mistake leads to its field', async () => {
      await pressOn(page, page.getByRole('link', { name: 'New workspace' }).first())
      await expect(page.getByRole('button', { name: 'Create workspace' })).toBeEnabled()
      const name = page.getByLabel('Name', { exact: true })
      await typeInto(page, name, 'g g')
      await page.keyboard.press('Enter')
      await expect(name).toHaveAccessibleDescription(/A name is/)
      await expect(name).toBeFocused()
      await typeInto(page, name, 'gate')
      await typeInto(page, page.getByRole('combobox', { name: 'Engine version' }), '4.9.3')
      await expect(page.getByRole('option', { name: '4.9.3' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await pressOn(page, page.getByRole('button', { name: 'Create workspace' }))
      await expectToast(page, 'gate is created, on 4.9.3.')
    })

    await step('it is edited from its row', async () => {
      await chooseOfRow(page, 'gate', 'Edit')
      await expect(page.getByRole('button', { name: 'Save workspace' })).toBeEnabled()
      await typeInto(page, page.getByLabel('Description'), 'Where ships come in.')
      await pressOn(page, page.getByRole('button', { name: 'Save workspace' }))
      await expectToast(page, 'gate is saved, on 4.9.3.')
      await expect(page.getByText('Where ships come in.')).toBeVisible()
      await pressOn(page, pageLink(await pagesOf(page, 'konrad-labs'), 'Workspaces'))
    })

    await step('it is found by a search and deleted', async () => {
      await typeInto(page, page.getByRole('searchbox', { name: 'Search workspaces' }), 'gat')
      await expect(page).toHaveURL(/search=gat/)
      await chooseOfRow(page, 'gate', 'Delete')
      const dialog = page.getByRole('dialog')
      await pressOn(page, dialog.getByRole('button', { name: 'Delete gate' }))
      await expectToast(page, 'gate is deleted.')
    })
  },
)
