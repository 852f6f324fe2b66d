import type { Page } from '@playwright/test'

/** The most tabs of a page that are told apart at a glance. */
const mostTabs = 6

/** Returns the numbers of tabs of a page whose tabs are too many, or in two rows; undefined for any other page. */
export async function tooManyTabs(page: Page): Promise<string | undefined> {
  const rows = await page
    .locator('main')
    .locator('[role=tablist], ul[data-sideways]')
    .evaluateAll((all) => all.map((row) => row.children.length))
  return rows.length > 1 || rows.some((tabs) => tabs > mostTabs) ? rows.join(' and ') : undefined
}
