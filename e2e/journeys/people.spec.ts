import { addMember, expect, isPhone, pageAction, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { restOf } from '../support/rest.js'
import { signInAtApi } from '../support/platform.js'

test('an administrator reads who a user is: organizations, access, last sign-in and activity', async ({
  page,
  platform,
  viewport,
}) => {
  const { consoleUrl, apiUrl } = platform
  const priska = await addMember(platform, 'priska')
  const own = restOf(apiUrl, await signInAtApi(platform, priska))
  await own.create('/organizations/priska-labs/teams', 'teams', { name: 'crew' })
  await signIn(page, platform)

  await page.goto(`${consoleUrl}/users?search=priska`)
  const row = rowOf(page, 'priska')
  await expect(row).toContainText('priska@')
  // A phone leaves them to the page of the user.
  if (!isPhone({ viewport })) {
    await expect(row.getByRole('cell', { name: 'just now' }).first()).toBeVisible()
    await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible()
    await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  }

  await page.getByRole('link', { name: 'priska', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'priska' })).toBeVisible()
  const organizations = page.getByRole('table', { name: 'Organizations' })
  await expect(
    organizations.getByRole('row', { name: /^priska-labs (Role )?Owner (· Teams )?owners$/ }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Access' })).toContainText('Tokens')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(
    /Last sign-in\s*\d+ \w+ \d{4}, \d\d:\d\d/,
  )
  const activity = page.getByRole('region', { name: 'Activity' })
  // They are asked for once their place is in sight.
  await activity.scrollIntoViewIfNeeded()
  await expect(activity.getByRole('listitem').first()).toContainText('priska created the team crew')
  await organizations.getByRole('link', { name: 'priska-labs' }).click()
  await expect(page).toHaveURL(`${consoleUrl}/organizations/priska-labs`)
})

test('members read what their organization has, up to its limit, and with whom it shares', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await addMember(platform, 'quirin')
  const member = await addMember(platform, 'rosa')
  await rest.patch('/admin/organizations/quirin-labs', 'organizations', { 'workspace-limit': 1 })
  await rest.create('/organizations/quirin-labs/organization-memberships', 'organization-memberships', {
    email: member.email,
  })
  await addEngineVersion(rest, '6.21.0')
  await rest.create('/organizations/quirin-labs/workspaces', 'workspaces', { name: 'live' })

  await signIn(page, platform, member)
  await page.goto(`${consoleUrl}/organizations/quirin-labs`)
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('Limit reached')
  const contents = page.getByRole('list', { name: 'Contents' }).getByRole('listitem')
  for (const text of [/^Workspaces\s*1\s*of 1$/, /^Modules\s*0$/, /^Members\s*2$/])
    await expect(contents.filter({ hasText: text })).toBeVisible()
  await expect(contents.getByRole('link', { name: 'Members' })).toBeVisible()
  const sharing = page.getByRole('region', { name: 'Registry sharing' })
  await expect(sharing).toContainText('No other organization may use its modules.')
  await rest.patch('/admin/organizations/quirin-labs', 'organizations', { 'global-module-sharing': true })
  await page.reload()
  await expect(sharing).toContainText('All organizations may use its modules.')
  await expect(page.getByRole('region', { name: 'Activity' })).toHaveCount(0)
})

test('an organization cannot be disabled before its impact is on the screen', async ({ page, platform }) => {
  const { consoleUrl } = platform
  await addMember(platform, 'sven')
  await signIn(page, platform)
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/console/graphql', async (route) => {
    if (route.request().postData()?.includes('OrganizationVisibility')) await held
    await route.continue()
  })
  await page.goto(`${consoleUrl}/organizations/sven-labs`)
  await (await pageAction(page, 'Disable')).click()
  const dialog = page.getByRole('dialog', { name: 'Disable sven-labs?' })
  const disable = dialog.getByRole('button', { name: 'Disable sven-labs' })
  await expect(disable).toHaveAccessibleDescription('The impact is still loading')
  await expect(disable).toHaveAttribute('aria-disabled', 'true')
  answer()
  await expect(dialog).toContainText('1 member can no longer reach it')
  await expect(disable).not.toHaveAttribute('aria-disabled')
})
