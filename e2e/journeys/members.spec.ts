import { addMember, expect, expectToast, menuItemOf, pageAction, rowOf, signIn, test } from '../fixtures.js'
import { pageLink, pagesOf } from '../support/organization-pages.js'

test('an owner invites people, puts them into teams and lets them go', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'odile')
  const other = await addMember(platform, 'otto')
  await rest.create('/organizations/odile-labs/teams', 'teams', { name: 'crew' })
  const members = `${consoleUrl}/organizations/odile-labs/members`

  await step('mistakes of an invitation are told under the field', async () => {
    await signIn(page, platform, owner)
    await page.goto(members)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByLabel('E-mail').fill('invalid')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/E-mail is invalid/)
  })

  await step('the link of an invitation is shown once, and leads to the form for an account', async () => {
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByLabel('E-mail').fill('ines@example.com')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const shown = page.getByRole('dialog', { name: 'The link for ines@example.com' })
    await expect(shown.getByLabel('Link', { exact: true })).toContainText(`${consoleUrl}/invitations/`)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, 'ines@example.com')).toContainText('Invited')
    await expect(page).toHaveURL(members)
  })

  await step('a person with an account is invited the same way, and accepts in the overview', async () => {
    await page.goto(`${members}?dialog=invite`)
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByLabel('E-mail').fill(other.email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const shown = page.getByRole('dialog', { name: `The link for ${other.email}` })
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, other.email)).toContainText('Invited')
    await expect(page.getByText('otto', { exact: true })).toHaveCount(0)

    await signIn(page, platform, other)
    await page.goto(`${consoleUrl}/modules`)
    await page.getByRole('button', { name: 'Account of otto' }).click()
    await page.getByRole('menuitem', { name: 'Invitations 1' }).click()
    const invitations = page.getByRole('region', { name: 'Invitations' })
    await expect(invitations).toContainText('By odile.')
    await inspect('overview-invitation')
    await invitations.getByRole('button', { name: 'Accept the invitation to odile-labs' }).click()
    await expectToast(page, 'You are a member of odile-labs now.')
    await expect(invitations).toHaveCount(0)

    await signIn(page, platform, owner)
    await page.goto(members)
    await expect(rowOf(page, 'otto')).toContainText('Active')
    await inspect('members')
  })

  await step('a new link ends the one of before', async () => {
    await (await menuItemOf(page, 'ines@example.com', 'New link')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
    const shown = page.getByRole('dialog', { name: 'The link for ines@example.com' })
    await expect(shown.getByLabel('Link', { exact: true })).toContainText('/invitations/')
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, 'ines@example.com')).toHaveCount(1)
  })

  await step('on the page of a member, teams are joined and left', async () => {
    await page.getByRole('link', { name: 'otto' }).click()
    await expect(page.getByText('In no team')).toBeVisible()
    await page.getByRole('combobox', { name: 'Add to a team' }).click()
    await page.getByRole('option', { name: 'crew' }).click()
    await expectToast(page, 'otto is in crew.')
    await expect(rowOf(page, 'crew')).toContainText('Read-only')
    await inspect('member')
    await page.getByRole('button', { name: 'Remove otto from crew' }).click()
    await expect(page.getByText('In no team')).toBeVisible()
  })

  await step('removing says what follows; the last owner stays, and it is said why', async () => {
    await (await pageAction(page, 'Remove')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove otto' }).click()
    await expectToast(page, 'otto is removed.')
    await expect(page).toHaveURL(members)
    await expect(rowOf(page, 'otto')).toHaveCount(0)
    await (await menuItemOf(page, 'odile', 'Leave odile-labs')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave odile-labs' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'The team owners cannot lose its last member',
    )
  })
})

test('members look and cannot change, and leave by themselves; strangers find nothing', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  const owner = await addMember(platform, 'paula')
  const member = await addMember(platform, 'pavel')
  await rest.create('/organizations/paula-labs/organization-memberships', 'organization-memberships', {
    email: member.email,
  })
  await signIn(page, platform, member)
  await page.goto(`${consoleUrl}/organizations`)
  await expect(rowOf(page, 'paula-labs')).toContainText('Member')
  await page.getByRole('link', { name: 'paula-labs' }).click()
  const pages = await pagesOf(page, 'paula-labs')
  await expect(pageLink(pages, 'Teams')).toBeVisible()
  await expect(pageLink(pages, 'General')).toHaveCount(0)
  await pageLink(pages, 'Members').click()
  await expect(rowOf(page, 'paula')).toContainText(owner.email)
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveAccessibleName('Actions for pavel')
  for (const path of ['teams/new', 'tokens', 'settings/general', 'workspaces/new', 'providers/new']) {
    await page.goto(`${consoleUrl}/organizations/paula-labs/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
  }

  await page.goto(`${consoleUrl}/organizations/paula-labs/members`)
  await (await menuItemOf(page, 'pavel', 'Leave paula-labs')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave paula-labs' }).click()
  await expectToast(page, 'You have left paula-labs.')
  await expect(page).toHaveURL(`${consoleUrl}/organizations`)
  await expect(rowOf(page, 'paula-labs')).toHaveCount(0)

  // The list of one's organizations offers it too.
  await (await menuItemOf(page, 'pavel-labs', 'Leave pavel-labs')).click()
  const leaving = page.getByRole('dialog', { name: 'Leave pavel-labs?' })
  await leaving.getByRole('button', { name: 'Leave pavel-labs' }).click()
  await expect(leaving.getByRole('alert')).toContainText('make another member an owner first')
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  const again = { email: member.email }
  await rest.create('/organizations/paula-labs/organization-memberships', 'organization-memberships', again)
  await page.reload()
  await (await menuItemOf(page, 'paula-labs', 'Leave paula-labs')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave paula-labs' }).click()
  await expectToast(page, 'You have left paula-labs.')
  await expect(rowOf(page, 'paula-labs')).toHaveCount(0)

  await signIn(page, platform, await addMember(platform, 'stefan'))
  for (const path of ['', '/members', '/teams', '/tokens', '/workspaces', '/providers', '/signing-keys']) {
    await page.goto(`${consoleUrl}/organizations/paula-labs${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
  }
})
