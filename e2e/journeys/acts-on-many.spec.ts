import { expect, menuItemOf, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { createModule, greeting, publishVersion } from '../support/registry.js'
import { shareModules } from '../support/sharing.js'

test('an administrator raises the limits of all that match, and takes it back', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { step } = test
  const { rest, consoleUrl } = platform
  const names = Array.from({ length: 23 }, (_, at) => `many-${String(at).padStart(2, '0')}`)
  for (const name of names) {
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
    await rest.patch(`/admin/organizations/${name}`, 'organizations', { 'workspace-limit': 5 })
  }
  const limitOf = async (name: string) =>
    (await rest.get(`/admin/organizations/${name}`)).data?.attributes['workspace-limit']
  const dialog = page.getByRole('dialog')

  await step('all that match are selected, by the keyboard too', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/organizations?search=many-&size=20`)
    await page.getByRole('checkbox', { name: 'Select many-00' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all 23 that match' }).click()
    await expect(page.getByText('23 selected')).toBeVisible()
    await inspect('organizations-selected')
  })

  await step('the preview says what would change before anything does', async () => {
    await page.getByRole('button', { name: 'Set limit…' }).click()
    await dialog.getByLabel('Workspace limit').fill('50')
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
      '23 organizations will change: many-',
    )
    expect(await limitOf('many-00')).toBe(5)
    await dialog.getByLabel('Reason').fill('A new contract.')
    await inspect('organizations-limit-preview')
  })

  await step('the act goes on by itself, and says what became of it', async () => {
    await dialog.getByRole('button', { name: 'Set the limit of 23 organizations' }).click()
    await expect(dialog.getByText('Done: 23 changed.')).toBeVisible()
    await inspect('organizations-limit-done')
    for (const name of ['many-00', 'many-22']) expect(await limitOf(name)).toBe(50)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(rowOf(page, 'many-00')).toContainText('0 of 50')
  })

  await step('its page has each target, and takes it back', async () => {
    await page.goto(`${consoleUrl}/bulk-acts`)
    await page.getByRole('link', { name: 'Set the workspace limit of 23 organizations' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Set the workspace limit of 23 organizations',
    )
    await expect(page.getByText('A new contract.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Targets' })).toContainText('many-00')
    await inspect('act-on-many')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Undo: /)
    await expect(page.getByText('Done: 23 changed.')).toBeVisible()
    expect(await limitOf('many-00')).toBe(5)
  })
})

test('@full forty workspaces are moved off a deprecated version', async ({ page, platform }) => {
  test.slow()
  const { rest, consoleUrl } = platform
  const old = await addEngineVersion(rest, '83.1.0')
  await addEngineVersion(rest, '83.2.0')
  for (const name of ['east', 'west']) {
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
    for (let at = 0; at < 20; at++)
      await rest.create(`/organizations/${name}/workspaces`, 'workspaces', {
        name: `app-${at}`,
        'engine-version': '83.1.0',
      })
  }
  await rest.patch(`/admin/engine-versions/${old.id}`, 'engine-versions', {
    deprecated: true,
    'deprecated-reason': 'Use 83.2.0.',
  })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/workspaces?version=83.1.0`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all 40 that match' }).click()
  await page.getByRole('button', { name: 'Move to a version…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 40 workspaces to an engine version' })
  await dialog.getByRole('combobox', { name: 'New version' }).fill('83.2.0')
  await page.getByRole('option', { name: '83.2.0', exact: true }).click()
  await dialog.getByRole('button', { name: 'Move 40 workspaces' }).click()
  await expect(dialog.getByText('Done: 40 changed.')).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('No workspace matches')).toBeVisible()
})

test('@full versions of a module and private providers are deprecated, and a share ends, where each is listed', async ({
  page,
  platform,
}) => {
  test.slow()
  const { rest, consoleUrl } = platform
  const { step } = test
  const address = 'retiring/lantern/sea'
  await createModule(rest, address)
  for (const version of ['1.0.0', '1.1.0', '2.0.0'])
    await publishVersion(rest, address, version, { 'main.tf': greeting('hello') })
  const providers = '/organizations/retiring/registry-providers'
  for (const name of ['tide', 'wave'])
    await rest.create(providers, 'registry-providers', {
      name,
      namespace: 'retiring',
      'registry-name': 'private',
    })
  await rest.create('/organizations', 'organizations', { name: 'leaving', email: 'leaving@example.com' })
  await shareModules(platform, 'retiring', ['leaving'])
  const dialog = page.getByRole('dialog')
  const deprecate = async (reason: string, what: string) => {
    await page.getByRole('button', { name: 'Deprecate…' }).click()
    await dialog.getByLabel('Why they are deprecated').fill(reason)
    await dialog.getByRole('button', { name: `Deprecate 2 ${what}` }).click()
    await expect(dialog.getByText('Done: 2 changed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }

  await step('two versions of a module', async () => {
    await signIn(page, platform)
    await page.goto(`${consoleUrl}/modules/${address}?tab=versions`)
    for (const version of ['1.0.0', '1.1.0'])
      await page.getByRole('checkbox', { name: `Select ${version}` }).check()
    await deprecate('Use 2.0.0.', 'versions')
    for (const version of ['1.0.0', '1.1.0']) await expect(rowOf(page, version)).toContainText('Use 2.0.0.')
    await expect(rowOf(page, '2.0.0')).not.toContainText('Deprecated')
  })

  await step('two private providers', async () => {
    await page.goto(`${consoleUrl}/organizations/retiring/providers`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await deprecate('Part of retiring/sea.', 'providers')
    for (const name of ['tide', 'wave']) {
      const { data } = await rest.get(`${providers}/private/retiring/${name}`)
      expect(data?.attributes['deprecation']).toMatchObject({ reason: 'Part of retiring/sea.' })
    }
  })

  await step('one consumer of its modules', async () => {
    await page.goto(`${consoleUrl}/registry-sharing?search=retiring`)
    await (await menuItemOf(page, 'retiring', 'Stop sharing modules with leaving')).click()
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('1 lose access: leaving.')
    await dialog.getByRole('button', { name: 'Change the sharing of 1 organization' }).click()
    await expect(dialog.getByText('Done: 1 changed.')).toBeVisible()
    expect(await rest.list('/admin/organizations/retiring/relationships/module-consumers')).toEqual([])
  })
})
