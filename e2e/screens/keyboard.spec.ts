import { expect } from '../fixtures.js'
import { chooseOfPage, tabTo } from '../support/keyboard.js'
import { inFull, test } from './landscape.js'

const reason = 'Superseded by 1.11.4.'

test('from the list over a version to its deprecation, by the keyboard alone', async ({ page, open }) => {
  const { step } = test
  await open('/engine-versions')
  const version = page.getByRole('link', { name: '1.11.2', exact: true })
  await expect(version).toBeVisible()

  await step('the first stop skips the navigation', async () => {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Engines seen' })).toBeFocused()
  })

  await step('a version is opened', async () => {
    await tabTo(page, version)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '1.11.2' })).toBeFocused()
  })

  const dialog = page.getByRole('dialog', { name: 'Deprecate 1.11.2' })

  await step('the dialog opens, keeps the focus and closes by Escape', async () => {
    await chooseOfPage(page, 'Deprecate')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  })

  await step('the reason is typed and sent', async () => {
    await chooseOfPage(page, 'Deprecate')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type(reason)
    await tabTo(page, dialog.getByRole('button', { name: 'Deprecate 1.11.2' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'This version is deprecated' })).toContainText(
      reason,
    )
    await expect(dialog).toBeHidden()
  })

  await step('it is undone through the palette', async () => {
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('undo')
    await expect(palette).toContainText('Undo deprecation 1.11.2')
    await expect(palette).not.toContainText('Disable 1.11.2')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'This version is deprecated' })).toBeHidden()
  })
})

test(
  'from the list over an organization to its disabling and back, by the keyboard alone',
  inFull,
  async ({ page, open }) => {
    const { step } = test
    await open('/organizations')
    const organization = page.getByRole('link', { name: 'storefront', exact: true })
    await expect(organization).toBeVisible()

    await step('an organization is opened', async () => {
      await tabTo(page, organization)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'storefront' })).toBeFocused()
    })

    await step('the question keeps the focus; without a reason nothing happens', async () => {
      await chooseOfPage(page, 'Disable')
      const dialog = page.getByRole('dialog', { name: 'Disable storefront?' })
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      const confirm = dialog.getByRole('button', { name: 'Disable storefront' })
      await tabTo(page, confirm)
      await expect(confirm).toBeEnabled()
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Reason')).toBeFocused()
      await page.keyboard.type('Closed for the season.')
      await tabTo(page, confirm)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'This organization is disabled' })).toBeVisible()
    })

    await step('it is enabled through the palette', async () => {
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('Control+k')
      await expect(palette.getByRole('textbox')).toBeFocused()
      await page.keyboard.type('enable')
      await expect(palette).toContainText('Enable: storefront')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Enable storefront?' })
      await tabTo(page, dialog.getByRole('button', { name: 'Enable storefront' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'This organization is disabled' })).toBeHidden()
    })
  },
)
