import { expect, type Page } from '@playwright/test'

/** The page takes clicks, keys and choices: before, what is chosen in a field of the server's page is set back. */
export const hydrated = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
