import { expect, menuItemOf, pageAction, rowOf } from '../fixtures.js'
import { inFull } from './landscape.js'
import { test } from './member-pages.js'

/**
 * Lists of people; `lists.spec.ts` shows them empty, with one, with a full page, with thousands and after a failure.
 */
const lists = [
  { path: 'members', label: 'Members', none: 'No member matches' },
  { path: 'teams', label: 'Teams', none: 'No team matches' },
  { path: 'workspaces', label: 'Workspaces', none: 'No workspace matches' },
  { path: 'providers', label: 'Providers', none: 'No provider matches' },
]

for (const { path, label, none } of lists) {
  test(`${path} while they are loading`, inFull, async ({ page, open, inspect }) => {
    await page.route('**/console/graphql', () => undefined)
    await open(`/organizations/platform/${path}`)
    await expect(page.getByRole('table', { name: `${label}, loading` })).toBeVisible()
    await inspect(`${path}-loading`)
  })

  test(`${path}, none of which matches`, inFull, async ({ page, open, inspect }) => {
    await open(`/organizations/platform/${path}?search=${'z'.repeat(100)}`)
    await expect(page.getByText(none)).toBeVisible()
    await inspect(`${path}-no-match`)
  })
}

test('members of the longest names', async ({ page, open, inspect, inside, long }) => {
  await open(inside.at('/members'))
  await expect(rowOf(page, long.username)).toBeVisible()
  await expect(rowOf(page, inside.invited)).toBeVisible()
  await inspect('members-long')
})

test('members, narrowed by filters', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/members?invited=true'))
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: 'State' })).toBeVisible()
  await inspect('members-filters')
})

test('an invitation, with mistakes', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/members?dialog=invite'))
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByLabel('E-mail').fill('w'.repeat(300))
  await dialog.getByRole('combobox', { name: 'Teams' }).click()
  await page.getByRole('option', { name: inside.teamName }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/invalid|too long/)
  await inspect('member-invite')
})

test('the link of an invitation to the longest address', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/members'))
  await (await menuItemOf(page, inside.invited, 'New link')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog').getByLabel('Link', { exact: true })).toBeVisible()
  await inspect('member-link')
})

test('a member of the longest name', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/members/${inside.member}`))
  await expect(rowOf(page, inside.teamName)).toBeVisible()
  await inspect('member-long')
})

test('the question before a member is removed', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/members/${inside.member}`))
  await (await pageAction(page, 'Remove')).click()
  await expect(page.getByRole('dialog')).toContainText('The account stays.')
  await inspect('member-remove')
})

test('a team of the longest name', async ({ page, open, inspect, inside, long }) => {
  await open(inside.at(`/teams/${inside.team}`))
  await expect(rowOf(page, long.username)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Revoke W+/ })).toBeVisible()
  await inspect('team-long')
})

test('teams, one of the longest name', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/teams'))
  await expect(rowOf(page, inside.teamName)).toBeVisible()
  await inspect('teams-long')
})

test('a team being changed, with mistakes', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/teams/${inside.team}/edit`))
  await expect(page.getByRole('button', { name: 'Save team' })).toBeEnabled()
  await page.getByLabel('Name', { exact: true }).fill('a/b')
  await page.getByRole('button', { name: 'Save team' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/A name is 1 to 64/)
  await inspect('team-edit')
})

test('the question before a team is deleted', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/teams'))
  await (await menuItemOf(page, inside.teamName, 'Delete')).click()
  await expect(page.getByRole('dialog')).toContainText('1 member loses the rights')
  await inspect('team-delete')
})

test('workspaces, some of the longest name', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/workspaces'))
  await expect(rowOf(page, 'w'.repeat(64))).toBeVisible()
  await inspect('workspaces-long')
})

test('a new workspace, with mistakes', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/workspaces/new'))
  await expect(page.getByRole('button', { name: 'Create workspace' })).toBeEnabled()
  await page.getByLabel('Name', { exact: true }).fill('w w')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/./)
  await inspect('workspace-new')
})

test(
  'the own settings of an organization, with mistakes',
  inFull,
  async ({ page, open, inspect, inside }) => {
    await open(inside.at('/settings/general'))
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeEnabled()
    await page.getByLabel('E-mail for notifications').fill('invalid')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByLabel('E-mail for notifications')).toHaveAccessibleDescription(/invalid/)
    await inspect('own-settings-long')
  },
)

test('the tokens of an organization', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/tokens'))
  await expect(rowOf(page, inside.teamName)).toBeVisible()
  await inspect('organization-tokens-long')
})
