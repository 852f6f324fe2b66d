import { expect, type Locator, type Page } from '@playwright/test'

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement)

/** Presses Tab until the element has the focus, as a user does who cannot point at it. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    if (await hasFocus(element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${String(element)}`)
}

/** Presses Tab until something in the element has the focus, such as the chosen one of a group of radio buttons. */
export async function tabInto(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    if ((await element.locator(':focus').count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead into ${String(element)}`)
}

/** Goes there by Tab and presses a key. */
export async function pressOn(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press(key)
}

/** Goes there by Tab and replaces the text. */
export async function typeInto(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Types the name of a choice into a field that offers choices, and takes it. */
export async function chooseIn(page: Page, field: Locator, name: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(name)
  // The browser's own selects have options too, in no list.
  const options = page.getByRole('listbox').getByRole('option')
  const option = options.filter({ hasText: name })
  // Until what was typed has been searched for, the list has others too, and the arrow would lead to one of them.
  await expect(options).toHaveCount(1)
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
}

/** Opens the menu of a row and does what is called so, by the arrow keys. */
export async function chooseOfRow(page: Page, row: string, item: string): Promise<void> {
  await chooseOfMenu(page, `Actions for ${row}`, item)
}

/** Chooses from the menu next to the name of the page's thing. */
export async function chooseOfPage(page: Page, item: string): Promise<void> {
  await chooseOfMenu(page, 'More actions', item)
}

async function chooseOfMenu(page: Page, menu: string, item: string): Promise<void> {
  await pressOn(page, page.getByRole('button', { name: menu, exact: true }))
  const items = page.getByRole('menuitem')
  const wanted = page.getByRole('menuitem', { name: item })
  await expect(items.first()).toBeFocused()
  for (let left = await items.count(); left > 0 && !(await hasFocus(wanted)); left--)
    await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeFocused()
  await page.keyboard.press('Enter')
}
