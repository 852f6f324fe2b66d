import { addMember, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { chooseOfRow, pressOn, tabTo, typeInto } from '../support/keyboard.js'
import { addModule, publishVersion } from '../support/registry.js'

test('a member finds a module, copies its call and deprecates a version, by the keyboard alone', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'kofi')
  await addModule(rest, 'kofi-labs/capstan/sea')
  const files = { 'main.tf': 'variable "turns" {\n  type = number\n}\n', 'README.md': '# The capstan\n' }
  for (const version of ['1.0.0', '1.1.0'])
    await publishVersion(rest, 'kofi-labs/capstan/sea', version, files)
  await signIn(page, platform, owner)
  await page.goto(`${consoleUrl}/modules`)

  await step('it is searched and opened', async () => {
    await typeInto(page, page.getByRole('searchbox', { name: 'Search modules' }), 'capst')
    await expect(page).toHaveURL(/search=capst/)
    await pressOn(page, page.getByRole('link', { name: 'kofi-labs/capstan/sea' }))
    await expect(page.getByRole('heading', { level: 1, name: 'capstan/sea' })).toBeFocused()
  })

  await step('the call is filled in and copied; its lines can be scrolled', async () => {
    await pressOn(page, page.getByRole('link', { name: 'Usage' }))
    const call = page.getByRole('region', { name: 'the module call' })
    await typeInto(page, page.getByLabel('turns'), '7')
    await expect(call).toContainText('turns = 7')
    await tabTo(page, call)
    await pressOn(page, page.getByRole('button', { name: 'Copy the module call' }))
    await expect(page.getByRole('button', { name: 'Copied the module call' })).toBeVisible()
  })

  await step('a version is deprecated from its row', async () => {
    await pressOn(page, page.getByRole('link', { name: /^Versions/ }))
    await expect(rowOf(page, '1.0.0')).toBeVisible()
    await chooseOfRow(page, '1.0.0', 'Deprecate')
    const dialog = page.getByRole('dialog', { name: 'Deprecate 1.0.0?' })
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('It slips.')
    await pressOn(page, dialog.getByRole('button', { name: 'Deprecate 1.0.0' }))
    await expectToast(page, '1.0.0 is deprecated.')
    await expect(rowOf(page, '1.0.0')).toContainText('It slips.')
  })
})
