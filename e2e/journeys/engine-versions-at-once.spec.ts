import { expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'

test('many versions are changed at once', async ({ page, platform, inspect }) => {
  test.slow()
  const { step } = test
  const { rest, consoleUrl } = platform
  const ids: string[] = []
  for (const [version, facts] of [
    ['55.0.0', { enabled: false }],
    ['55.1.0', {}],
    ['55.2.0', {}],
    ['55.3.0', { deprecated: true, 'deprecated-reason': 'Its own.' }],
  ] as const)
    ids.push((await addEngineVersion(rest, version, facts)).id)
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/engine-versions?search=55.`)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  const box = (version: string) => page.getByRole('checkbox', { name: `Select ${version}` })
  const bar = page.getByRole('group', { name: 'With all that are selected' })
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await step('rows are selected one by one, by the keyboard too, and all of the page', async () => {
    await expect(bar).toBeHidden()
    await box('55.1.0').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(all).toHaveJSProperty('indeterminate', true)
    await all.check()
    await expect(page.getByText('4 selected')).toBeVisible()
    await expect(box('55.3.0')).toBeChecked()
    await inspect('engine-versions-selected')
  })

  await step('the question says what is changed and what is left out, and why', async () => {
    await bar.getByRole('button', { name: 'Disable' }).click()
    await expect(dialog('Disable 3 versions?')).toContainText('55.3.0, 55.2.0, 55.1.0')
    await expect(dialog('Disable 3 versions?')).toContainText('Left out: 55.0.0 is already disabled.')
    await inspect('engine-versions-disable-many')
    await dialog('Disable 3 versions?').getByLabel('Reason').fill('A hole in all of them.')
    await dialog('Disable 3 versions?').getByRole('button', { name: 'Disable 3 versions' }).click()
    await expectToast(page, '3 versions are disabled.')
    for (const version of ['55.1.0', '55.2.0', '55.3.0'])
      await expect(rowOf(page, version)).toContainText('Disabled')
    await expect(bar).toBeHidden()
  })

  await step('one reason is given to all that are deprecated; others keep theirs', async () => {
    await all.check()
    await bar.getByRole('button', { name: 'Deprecate' }).click()
    await expect(dialog('Deprecate 3 versions?')).toContainText('55.3.0 is already deprecated')
    await dialog('Deprecate 3 versions?').getByLabel('Reason').fill('Superseded by 56.')
    await dialog('Deprecate 3 versions?').getByRole('button', { name: 'Deprecate 3 versions' }).click()
    await expectToast(page, '3 versions are deprecated.')
    const reasons = []
    for (const id of ids)
      reasons.push((await rest.get(`/admin/engine-versions/${id}`)).data?.attributes['deprecated-reason'])
    expect(reasons).toEqual([...Array<string>(3).fill('Superseded by 56.'), 'Its own.'])
  })

  await step('what cannot be done with any of them says so', async () => {
    await box('55.0.0').check()
    await expect(bar.getByRole('button', { name: 'Disable' })).toHaveAccessibleDescription(
      'It is already disabled.',
    )
  })

  await step('one that another user deleted is named, and the others are done', async () => {
    await box('55.1.0').check()
    await rest.delete(`/admin/engine-versions/${ids[0]}`)
    await bar.getByRole('button', { name: 'Enable' }).click()
    await dialog('Enable 2 versions?').getByRole('button', { name: 'Enable 2 versions' }).click()
    await expectToast(page, '55.1.0 is enabled.')
    await expect(page.getByRole('alert').filter({ hasText: 'Not enabled' })).toContainText(
      '55.0.0: it no longer exists.',
    )
    await inspect('engine-versions-enable-refused')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(rowOf(page, '55.1.0')).not.toContainText('Disabled')
    await expect(rowOf(page, '55.0.0')).toBeHidden()
  })
})

test('a constraint is tested', async ({ page, platform, inspect }) => {
  test.slow()
  const { step } = test
  const { rest, consoleUrl } = platform
  for (const [version, facts] of [
    ['66.4.9', {}],
    ['66.5.0', { deprecated: true }],
    ['66.5.3', {}],
    ['66.6.0-rc1', { beta: true }],
    ['66.6.0', { enabled: false }],
    ['67.0.0', {}],
  ] as const)
    await addEngineVersion(rest, version, facts)
  await signIn(page, platform)
  const field = page.getByLabel('Constraint', { exact: true })
  const verdict = page.getByRole('main').getByRole('status')

  await step(
    'what meets it is listed with its state, and the one that would be chosen is named',
    async () => {
      await page.goto(`${consoleUrl}/engine-versions`)
      await page.getByRole('link', { name: 'Test a constraint' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Test a constraint' })).toBeVisible()
      await inspect('engine-constraint-empty')
      await field.fill('~> 66.5')
      await expect(verdict).toContainText('66.5.3 would be chosen. 3 versions meet it.')
      await expect(rowOf(page, '66.6.0')).toContainText('Disabled')
      await expect(rowOf(page, '66.5.0')).toContainText('Deprecated')
      await expect(rowOf(page, '66.6.0-rc1')).toBeHidden()
      await expect(rowOf(page, '67.0.0')).toBeHidden()
      await expect(page).toHaveURL(/\/engine-versions\/constraint\?constraint=/)
      await inspect('engine-constraint')
    },
  )

  await step('the address keeps it', async () => {
    await page.goto(`${consoleUrl}/engine-versions/constraint?constraint=${encodeURIComponent('66.6.0-rc1')}`)
    await expect(field).toHaveValue('66.6.0-rc1')
    await expect(verdict).toContainText('66.6.0-rc1 would be chosen. 1 version meets it.')
  })

  await step(
    'a version that no organization may use is not chosen; a constraint that none meets says so',
    async () => {
      await field.fill('= 66.6')
      await expect(verdict).toContainText('1 version meets it, but none is chosen')
      await field.fill('> 66.4, < 66.4')
      await expect(page.getByText('No version meets it')).toBeVisible()
      await inspect('engine-constraint-none')
    },
  )

  await step('what is no constraint says what is wrong, and where', async () => {
    await field.fill('~> 66.5, ^67')
    await expect(field).toHaveAccessibleDescription(/“\^” is no operator/)
    await expect(page.locator('mark')).toHaveText('^67')
    await inspect('engine-constraint-faulty')
  })

  await step('an example can be tried', async () => {
    await page.getByRole('link', { name: '~> 1.5', exact: true }).click()
    await expect(field).toHaveValue('~> 1.5')
  })
})
