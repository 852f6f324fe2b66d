import type { Page } from '@playwright/test'

/** The most tabs of a page that are told apart at a glance. */
const mostTabs = 6

/** Returns the numbers of tabs of each row of them on a page. */
export const rowsOfTabs = (page: Page): Promise<number[]> =>
  page
    .locator('main')
    .locator('[role=tablist], ul[data-sideways]')
    .evaluateAll((rows) => rows.map((row) => row.children.length))

/** Tells whether a page has two rows of tabs, or one that is too long. */
export const areTooMany = (rows: readonly number[]): boolean =>
  rows.length > 1 || rows.some((tabs) => tabs > mostTabs)
