import { readFile } from 'node:fs/promises'
import { expect, expectToast, goTo, isPhone, pageAction, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'

test('an administrator lays out a list, saves the view and takes it away as a file', async ({
  page,
  platform,
  inspect,
  viewport,
}) => {
  test.skip(isPhone({ viewport }), 'cards have no columns')
  test.slow()
  const { step } = test
  const { consoleUrl, rest } = platform
  for (let minor = 0; minor < 24; minor++) await addEngineVersion(rest, `71.${minor}.0`)
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/engine-versions?search=71.`)
  const view = page.getByRole('button', { name: 'View', exact: true })
  const rows = page.getByRole('table', { name: 'Engine versions', exact: true }).getByRole('row')
  const head = (name: string) => page.getByRole('columnheader', { name })

  await step('fifty rows a page, in the address and in this browser', async () => {
    await expect(rows).toHaveCount(21)
    await hydrated(page)
    await page.getByLabel('Engine versions: rows per page').selectOption('50 rows')
    await expect(rows).toHaveCount(25)
    await expect(page).toHaveURL(/size=50/)
    await page.goto(`${consoleUrl}/engine-versions?search=71.`)
    await expect(rows).toHaveCount(25)
  })

  await step('times are told as how long ago, or exactly for those who choose that', async () => {
    const created = rows.nth(1).locator('time')
    await expect(created).toHaveText(/(now|ago)$/)
    await view.click()
    await page.getByRole('radiogroup', { name: 'Times' }).getByText('Exact').click()
    await expect(created).toHaveText(/ \d{4}, \d\d:\d\d$/)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(created).toHaveText(/ \d{4}, \d\d:\d\d$/)
    await hydrated(page)
  })

  await step('columns are left out, from the first sight on', async () => {
    await view.click()
    await expect(page.getByRole('checkbox', { name: 'Version', exact: true })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Created' }).uncheck()
    await expect(head('Created')).toHaveCount(0)
    await inspect('list-options')
    await page.keyboard.press('Escape')
    const answer = await page.request.get(`${consoleUrl}/engine-versions`)
    expect(await answer.text()).toContain('Used by')
    expect(await answer.text()).not.toContain('>Created<')
  })

  await step('the file has all rows of the list, whatever the page shows', async () => {
    await view.click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download 24 rows as CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect((await download).suggestedFilename()).toMatch(/^engine-versions-\d{4}-\d\d-\d\d\.csv$/)
    expect(lines).toHaveLength(25)
    expect(lines[0]).toMatch(/^Version,Enabled,Official,Beta,Deprecated,/)
    expect(lines[1]).toMatch(/^71\.23\.0,true,/)
  })

  await step('a view is saved under a name, found again and deleted', async () => {
    await page.getByLabel('Name of the view').fill('Seventy-one')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Seventy-one' })).toBeVisible()
    await page.goto(`${consoleUrl}/engine-versions?hide=state&size=20`)
    await expect(head('State')).toHaveCount(0)
    await view.click()
    await page.getByRole('link', { name: 'Seventy-one' }).click()
    await expect(page).toHaveURL(/search=71\.&size=50&hide=created/)
    await expect(head('State')).toBeVisible()
    await expect(head('Created')).toHaveCount(0)
    await page.goto(`${consoleUrl}/engine-versions`)
    await view.click()
    await page.getByRole('button', { name: 'Delete the view Seventy-one' }).click()
    await expect(page.getByRole('link', { name: 'Seventy-one' })).toHaveCount(0)
  })
})

test('ranges of rows, and all that match, are changed at once and back again', async ({ page, platform }) => {
  test.slow()
  const { step } = test
  const { consoleUrl, rest } = platform
  const ids: string[] = []
  for (let minor = 0; minor < 22; minor++) ids.push((await addEngineVersion(rest, `72.${minor}.0`)).id)
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/engine-versions?search=72.&size=20`)
  const box = (version: string) => page.getByRole('checkbox', { name: `Select ${version}` })
  const bar = page.getByRole('group', { name: 'With all that are selected' })
  const enabled = async (index: number) =>
    (await rest.get(`/admin/engine-versions/${ids[index]}`)).data?.attributes['enabled']

  await step('Shift selects what lies between, by the pointer and by the keyboard', async () => {
    await box('72.20.0').check()
    await box('72.17.0').click({ modifiers: ['Shift'] })
    await expect(page.getByText('4 selected')).toBeVisible()
    await box('72.15.0').focus()
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('6 selected')).toBeVisible()
    await box('72.18.0').click({ modifiers: ['Shift'] })
    await expect(page.getByText('2 selected')).toBeVisible()
  })

  await step('all on all pages are disabled, and enabled again', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all 22 that match' }).click()
    await expect(page.getByText('22 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable 22 versions' }).click()
    const toast = page.getByRole('status').filter({ hasText: '22 versions are disabled.' })
    await expect(toast).toBeVisible()
    expect(await enabled(0)).toBe(false)
    await rest.patch(`/admin/engine-versions/${ids[3]}`, 'engine-versions', { deprecated: true })
    await toast.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await expectToast(page, '21 versions are enabled.')
    await expect(page.getByRole('alert').filter({ hasText: 'Not enabled again.' })).toContainText(
      '72.3.0: it was changed in the meantime.',
    )
    expect([await enabled(0), await enabled(3)]).toEqual([true, false])
  })
})

test('a version that workspaces use is disabled after a question, another at once', async ({
  page,
  platform,
  inspect,
}) => {
  const { step } = test
  const { consoleUrl, rest } = platform
  const used = await addEngineVersion(rest, '73.1.0')
  const unused = await addEngineVersion(rest, '73.2.0')
  for (const name of ['dependent-one', 'dependent-two']) {
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
    const facts = { name: 'core', 'engine-version': '73.1.0' }
    await rest.create(`/organizations/${name}/workspaces`, 'workspaces', facts)
  }
  await signIn(page, platform)
  const enabled = async ({ id }: { id: string }) =>
    (await rest.get(`/admin/engine-versions/${id}`)).data?.attributes['enabled']

  await step('who uses it is one click away, across all organizations', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${used.id}`)
    await page.getByRole('link', { name: 'Used by 2 workspaces' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible()
    await expect(rowOf(page, 'dependent-one')).toContainText('73.1.0')
    await expect(rowOf(page, 'dependent-two')).toBeVisible()
    await inspect('site-workspaces')
  })

  await step('the question names what depends on it', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${used.id}`)
    await (await pageAction(page, 'Disable')).click()
    const dialog = page.getByRole('dialog', { name: 'Disable 73.1.0?' })
    await expect(dialog).toContainText('2 workspaces of 2 organizations depend on it.')
    await inspect('engine-version-disable')
    await dialog.getByRole('button', { name: 'Disable 73.1.0' }).click()
    await expectToast(page, '73.1.0 is disabled.')
    expect(await enabled(used)).toBe(false)
  })

  await step('workspaces that need an upgrade are found', async () => {
    await page.goto(`${consoleUrl}/workspaces?needsUpgrade=true`)
    await expect(rowOf(page, 'dependent-one')).toContainText('Disabled')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('combobox', { name: 'Engine version' }).fill('73.1')
    await page.getByRole('option', { name: '73.1.0 (2)' }).click()
    await expect(page).toHaveURL(/version=73.1.0/)
    await page.keyboard.press('Escape')
    await goTo(page, 'Providers')
    await expect(page.getByRole('heading', { level: 1, name: 'Providers' })).toBeVisible()
  })

  await step('nothing depends on the other: it is disabled at once, and enabled by Undo', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${unused.id}`)
    await (await pageAction(page, 'Disable')).click()
    const toast = page.getByRole('status').filter({ hasText: '73.2.0 is disabled.' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, '73.2.0 is enabled.')
    await expect(await pageAction(page, 'Disable')).toBeVisible()
    expect(await enabled(unused)).toBe(true)
  })
})
