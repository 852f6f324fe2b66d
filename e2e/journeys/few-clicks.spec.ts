import type { Page } from '@playwright/test'
import { expect, expectToast, isPhone, menuItemOf, pageAction, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'
import { archiveOf, createModule, greeting } from '../support/registry.js'

/** Counts what the pointer presses, over navigations too; keys and typed text are free. */
async function countedIn(page: Page): Promise<(job: string, most: number) => Promise<void>> {
  await page.addInitScript(() => {
    const counted = () =>
      sessionStorage.setItem('presses', String(Number(sessionStorage['presses'] ?? 0) + 1))
    window.addEventListener('pointerdown', counted, true)
  })
  return async (job, most) => {
    const presses = await page.evaluate(() => {
      const counted = Number(sessionStorage.getItem('presses'))
      sessionStorage.removeItem('presses')
      return counted
    })
    test.info().annotations.push({ type: 'clicks', description: `${job}: ${presses}` })
    expect(presses, job).toBeGreaterThan(0)
    expect(presses, job).toBeLessThanOrEqual(most)
  }
}

test('the jobs of an administrator take three clicks at most', async ({ page, platform, viewport }) => {
  const { step } = test
  const { consoleUrl, rest } = platform
  const used = await addEngineVersion(rest, '83.0.0')
  for (const version of ['83.1.0', '83.2.0']) await addEngineVersion(rest, version)
  for (const name of ['clicks-one', 'clicks-two'])
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  const workspace = { name: 'core', 'engine-version': '83.0.0' }
  await rest.create('/organizations/clicks-one/workspaces', 'workspaces', workspace)
  await signIn(page, platform)
  const done = await countedIn(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')

  await step('disable many versions', async () => {
    await page.goto(`${consoleUrl}/engine-versions?search=83.`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('group', { name: 'With all that are selected' }).getByText('Disable').click()
    await dialog.getByRole('button', { name: 'Disable 3 versions' }).click()
    await expectToast(page, '3 versions are disabled.')
    await done('bulk disable', 3)
  })

  await step('find who uses a version', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${used.id}`)
    await page.getByRole('link', { name: 'Used by 1 workspace' }).click()
    await expect(page.getByRole('link', { name: 'clicks-one' })).toBeVisible()
    await done('who uses a version', 1)
  })

  await step('deprecate a version', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${used.id}`)
    await (await pageAction(page, 'Deprecate')).click()
    await dialog.getByLabel('Reason').fill('Use 83.1.0.')
    await dialog.getByRole('button', { name: 'Deprecate 83.0.0' }).click()
    await expectToast(page, '83.0.0 is deprecated.')
    await done('deprecate', 3)
  })

  await step('read the audit log of a version', async () => {
    const section = page.getByRole('region', { name: 'Activity' })
    await section.getByRole('link', { name: 'Show all' }).click()
    await expect(page).toHaveURL(new RegExp(`audit\\?target=${used.id}`))
    await done('audit of one thing', 1)
  })

  await step('share modules with one organization', async () => {
    await page.goto(`${consoleUrl}/registry-sharing`)
    await page.getByRole('combobox', { name: 'Share from an organization' }).fill('clicks-one')
    await page.getByRole('option', { name: 'clicks-one' }).click()
    const modules = page.getByRole('region', { name: 'Who may use its modules' })
    await modules.getByRole('combobox', { name: 'Add an organization' }).fill('clicks-two')
    await page.getByRole('option', { name: 'clicks-two' }).click()
    await button('Save sharing').first().click()
    await expectToast(page, 'The registry sharing of clicks-one is saved.')
    await done('share with one', 3)
  })

  await step('share modules with all organizations', async () => {
    await page.goto(`${consoleUrl}/registry-sharing`)
    await page.getByRole('combobox', { name: 'Share from an organization' }).fill('clicks-two')
    await page.getByRole('option', { name: 'clicks-two' }).click()
    await page.getByRole('radio', { name: 'All organizations' }).first().check()
    await button('Save sharing').first().click()
    await expectToast(page, 'The registry sharing of clicks-two is saved.')
    await done('share with all', 3)
  })

  await step('create an organization', async () => {
    await page.goto(`${consoleUrl}/organizations`)
    await page.getByRole('link', { name: 'New organization' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('clicks-three')
    await page.getByLabel('E-mail for notifications').fill('three@example.com')
    await button('Create organization').click()
    await expectToast(page, 'clicks-three is created.')
    await done('create an organization', 3)
  })

  await step('limit its workspaces', async () => {
    await page.goto(`${consoleUrl}/organizations?search=clicks-three`)
    await button('Actions for clicks-three').click()
    await page.getByRole('menuitem', { name: 'Limits' }).click()
    await page.getByLabel('Workspace limit').fill('5')
    await button('Save limits').first().click()
    await expectToast(page, 'The limits of clicks-three are saved.')
    await done('limit of an organization', 3)
  })

  await step('change the organization', async () => {
    await page.goto(`${consoleUrl}/organizations/clicks-one/workspaces`)
    await hydrated(page)
    // It opens below a mouse that moves and stays on it, and by a press for the keyboard and fingers.
    const switcher = page.getByRole('banner').getByRole('button', { name: 'Organization clicks-one' })
    const { x, y } = (await switcher.boundingBox()) ?? { x: 0, y: 0 }
    if (isPhone({ viewport })) await switcher.click()
    else for (const steps of [5, 10]) await page.mouse.move(x + steps, y + steps, { steps: 4 })
    await dialog.getByRole('link', { name: 'clicks-two' }).click()
    await expect(page).toHaveURL(`${consoleUrl}/organizations/clicks-two/workspaces`)
    await done('change the organization', isPhone({ viewport }) ? 2 : 1)
  })

  await step('invite a member', async () => {
    await page.goto(`${consoleUrl}/organizations/clicks-three/members`)
    await button('Invite').click()
    await dialog.getByLabel('E-mail').fill('invited@example.com')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByRole('dialog', { name: 'The link for invited@example.com' })).toBeVisible()
    await done('invite', 3)
  })

  await step('make a token of one scope', async () => {
    await page.goto(`${consoleUrl}/app/settings/tokens`)
    await button('New token').first().click()
    await dialog.getByRole('button', { name: 'CI that publishes' }).click()
    await dialog.getByLabel('Module').fill('clicks-three/network/aws')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Token', { exact: true })).toBeVisible()
    await done('scoped token', 2)
  })
})

test('a version of the engine and one of a module are added, and revoked, by three clicks at most', async ({
  page,
  platform,
}) => {
  const { step } = test
  const { consoleUrl, rest } = platform
  const address = 'clicks-four/lantern/sea'
  await createModule(rest, address)
  await signIn(page, platform)
  const done = await countedIn(page)

  await step('add an engine version', async () => {
    await page.goto(`${consoleUrl}/engine-versions`)
    await page.getByRole('link', { name: 'New engine version' }).first().click()
    await page.getByLabel('Paste SHA256SUMS').fill(`${'1'.repeat(64)}  engine_83.3.0_linux_amd64.zip`)
    await page.getByLabel('Folder of the archives').fill('https://releases.example/83.3.0')
    await page.getByRole('button', { name: 'Add engine version' }).click()
    await expectToast(page, '83.3.0 is added.')
    await done('add a version', 2)
  })

  await step('publish a version of a module', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    await (await pageAction(page, 'Publish a version')).click()
    const archive = { name: 'module.tar.gz', mimeType: 'application/gzip' }
    const buffer = await archiveOf({ 'main.tf': greeting('hello') })
    await page.getByLabel('Archive of the module', { exact: true }).setInputFiles({ ...archive, buffer })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expectToast(page, 'lantern 1.0.0 is published.')
    await done('publish', 2)
  })

  await step('revoke it', async () => {
    await page.goto(`${consoleUrl}/modules/${address}?tab=versions`)
    await (await menuItemOf(page, '1.0.0', 'Revoke')).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke 1.0.0?' })
    await dialog.getByLabel('Reason').fill('It sinks.')
    await dialog.getByRole('button', { name: 'Revoke 1.0.0' }).click()
    await expectToast(page, '1.0.0 is revoked.')
    await done('revoke', 3)
  })
})
