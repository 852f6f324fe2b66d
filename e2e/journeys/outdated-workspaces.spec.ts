import { addMember, expect, goTo, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'

test('a deprecation and a disabled version reach the people who use them, who move on', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'deirdre')
  const organization = 'deirdre-labs'
  const workspaces = `/organizations/${organization}/workspaces`
  const [old, bad] = [await addEngineVersion(rest, '81.1.0'), await addEngineVersion(rest, '81.2.0')]
  await addEngineVersion(rest, '81.3.0')
  for (const [name, version] of [
    ['billing', '81.1.0'],
    ['ledger', '81.2.0'],
    ['web', '81.3.0'],
  ])
    await rest.create(workspaces, 'workspaces', { name, 'engine-version': version })
  await rest.patch(`/admin/engine-versions/${old.id}`, 'engine-versions', {
    deprecated: true,
    'deprecated-reason': 'Leaks secrets into plans. Use 81.3.0.',
  })
  await rest.patch(`/admin/engine-versions/${bad.id}`, 'engine-versions', { enabled: false })

  await step('the overview says where workspaces need an upgrade', async () => {
    await signIn(page, platform, owner)
    await page.goto(consoleUrl)
    const entry = page.getByRole('region', { name: 'Upgrade needed' }).getByRole('listitem')
    await expect(entry).toContainText('2 workspaces on deprecated or disabled engine versions')
    await entry.getByRole('link', { name: organization }).click()
    await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(2)
    await expect(rowOf(page, 'billing')).toContainText('Deprecated')
    await expect(rowOf(page, 'billing')).toContainText('Leaks secrets into plans. Use 81.3.0.')
    await expect(rowOf(page, 'ledger')).toContainText('Disabled')
    await inspect('workspaces-outdated')
  })

  await step('the workspace itself says why', async () => {
    await page.getByRole('link', { name: 'billing' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Engine version 81.1.0 is deprecated' })
    await expect(alert).toContainText('Leaks secrets into plans. Use 81.3.0.')
    await inspect('workspace-outdated')
  })

  await step('all of them are moved at once', async () => {
    await page.goto(consoleUrl + workspaces)
    await expect(page.getByText('2 workspaces run versions that are deprecated or disabled.')).toBeVisible()
    await page.getByRole('button', { name: 'Change version…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 workspaces to an engine version' })
    const version = dialog.getByRole('combobox', { name: 'New version' })
    await version.fill('81')
    // `latest` may be one of them or not.
    await expect(
      page
        .getByRole('listbox')
        .getByRole('option')
        .filter({ hasNotText: /^latest/ }),
    ).toHaveText(['81.3.0', /^81\.1\.0.*Deprecated.*Leaks secrets into plans/])
    await inspect('workspaces-move')
    await page.getByRole('option', { name: '81.3.0', exact: true }).click()
    await dialog.getByRole('button', { name: 'Move 2 workspaces' }).click()
    await expect(dialog.getByText('Done: 2 changed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('deprecated or disabled.')).toHaveCount(0)
    for (const name of ['billing', 'ledger', 'web']) await expect(rowOf(page, name)).toContainText('81.3.0')
  })

  await step('a member reads which versions there are, and decides nothing about them', async () => {
    await goTo(page, 'Engine versions')
    await page.getByRole('searchbox', { name: 'Search versions' }).fill('81.')
    await expect(rowOf(page, '81.1.0')).toContainText('Deprecated')
    await expect(page).toHaveURL(/search=81/)
    // The two that are enabled: the search is answered.
    await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(2)
    await expect(rowOf(page, '81.2.0')).toHaveCount(0)
    await expect(rowOf(page, '81.3.0').getByRole('link', { name: 'linux amd64' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New engine version' })).toHaveCount(0)
    await inspect('available-versions')
  })
})
