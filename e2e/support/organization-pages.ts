import type { Locator, Page } from '@playwright/test'

/** The navigation of an organization, which a phone has in a menu. */
export async function pagesOf(
  page: Page,
  organization: string | RegExp = /^Organization /,
): Promise<Locator> {
  const name = typeof organization === 'string' ? `Organization ${organization}` : organization
  const menu = page.getByRole('button', { name: 'Navigation' })
  const pages = page.getByRole('navigation', { name })
  if ((await menu.isVisible()) && !(await pages.isVisible())) await menu.click()
  return pages
}

/** The link to a page of an organization, whose count may follow its name. */
export const pageLink = (pages: Locator, name: string): Locator =>
  pages.getByRole('link', { name: new RegExp(`^${name}( [\\d,]+)?$`) })

/** Follows the navigation of an organization to one of its pages. */
export async function goToPageOf(page: Page, organization: string | RegExp, name: string): Promise<void> {
  await pageLink(await pagesOf(page, organization), name).click()
}
