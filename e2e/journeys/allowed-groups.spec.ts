import { addMember, expect, expectToast, goTo, signIn, test } from '../fixtures.js'

test('a site administrator allows a group of single sign-on, and an owner chooses it for a team', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const owner = await addMember(platform, 'gwen')
  const organization = `${consoleUrl}/organizations/gwen-labs`
  const field = page.getByLabel('Group in single sign-on', { exact: true }).first()

  await step('no group is offered to the owner before', async () => {
    await signIn(page, platform, owner)
    await page.goto(`${organization}/teams/new`)
    await expect(page.getByText('Site administrators have not allowed any to gwen-labs.')).toBeVisible()
    await expect(field).toBeDisabled()
    await inspect('team-without-groups')
  })

  await step('the administrator allows one, whose name may hold commas', async () => {
    await page.context().clearCookies()
    await signIn(page, platform)
    await page.goto(`${organization}/settings/policies`)
    const groups = page.getByRole('textbox', { name: 'Groups that may fill its teams' })
    await groups.fill('CN=crew,OU=gwen\n')
    await inspect('organization-settings-groups')
    await page.getByRole('button', { name: 'Save policies' }).click()
    await expectToast(page, 'The policies of gwen-labs are saved.')
  })

  await step('the owner chooses it', async () => {
    await page.context().clearCookies()
    await signIn(page, platform, owner)
    await page.goto(`${organization}/teams/new`)
    await expect(page.getByRole('button', { name: 'Create team' })).toBeEnabled()
    await page.getByLabel('Name', { exact: true }).fill('crew')
    await field.click()
    await page.getByRole('option', { name: 'CN=crew,OU=gwen' }).click()
    await page.getByRole('button', { name: 'Create team' }).click()
    await expectToast(page, 'The team crew is created.')
    await expect(page.getByText('CN=crew,OU=gwen', { exact: true })).toBeVisible()
  })
})

test('a manager of providers sees why they add no signing key, and makes a token for one provider', async ({
  page,
  platform,
}) => {
  test.slow()
  const { apiUrl, adminToken, consoleUrl, rest } = platform
  await addMember(platform, 'kay')
  const manager = await addMember(platform, 'ken')
  const team = await rest.create('/organizations/kay-labs/teams', 'teams', {
    name: 'releases',
    'organization-access': { 'manage-providers': true },
  })
  const joined = await fetch(`${apiUrl}/api/v2/teams/${team.id}/relationships/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ data: [{ type: 'users', id: 'ken' }] }),
  })
  expect(joined.status).toBe(204)
  await signIn(page, platform, manager)

  await page.goto(`${consoleUrl}/organizations/kay-labs/signing-keys`)
  const add = page.getByRole('button', { name: 'Add a key' }).first()
  await expect(add).toHaveAccessibleDescription(/Only owners add and delete signing keys/)

  await goTo(page, 'My tokens')
  await page.getByRole('button', { name: 'New token' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByRole('button', { name: 'CI that publishes' }).click()
  await dialog.getByLabel('Description').fill('release')
  await dialog.getByLabel('Scope').click()
  await page.getByRole('option', { name: 'Publish versions of one provider' }).click()
  const provider = dialog.getByLabel('Provider', { exact: true })
  await provider.fill('kay-labs/cloud/aws')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(provider).toHaveAccessibleDescription(/such as acme\/cloud/)
  await provider.fill('kay-labs/cloud')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('dialog', { name: 'Copy your token now' })).toBeVisible()
})
