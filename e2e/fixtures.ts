import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { layoutFaults, layoutFaultsEverywhere } from './support/layout.js'
import { administrator, createAdministrator, startPlatform, type Platform } from './support/platform.js'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A platform with its first administrator. */
export interface LivingPlatform extends Platform {
  readonly adminToken: string
}

interface TestFixtures {
  /** A platform nobody has used yet, for this test alone. */
  readonly emptyPlatform: Platform
  /** Fails when the page, as it is now, breaks a rule of WCAG 2.2 AA that can be measured. */
  readonly audit: () => Promise<void>
  /** Fails when the page, as it is now, scrolls sideways or has text that is cut off or overlaps. */
  readonly layout: () => Promise<void>
  /** `layout` at both widths and in both themes. */
  readonly layoutEverywhere: () => Promise<void>
}

interface WorkerFixtures {
  /** A platform with an administrator, shared by the tests of one worker. */
  readonly platform: LivingPlatform
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  platform: [
    async ({ browserName: _ }, use) => {
      const platform = await startPlatform()
      try {
        await use({ ...platform, adminToken: await createAdministrator(platform) })
      } finally {
        await platform.stop()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  emptyPlatform: async ({ browserName: _ }, use) => {
    const platform = await startPlatform()
    try {
      await use(platform)
    } finally {
      await platform.stop()
    }
  },
  audit: async ({ page }, use) => {
    await use(async () => {
      const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze()
      expect(
        violations.flatMap(({ id, help, nodes }) =>
          nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
        ),
      ).toEqual([])
    })
  },
  layout: async ({ page }, use) => {
    await use(async () => expect(await layoutFaults(page)).toEqual([]))
  },
  layoutEverywhere: async ({ page }, use) => {
    await use(async () => expect(await layoutFaultsEverywhere(page)).toEqual([]))
  },
})

export { administrator, expect }

/** Signs the administrator in by the form and waits for the first page. */
export async function signIn(page: Page, { consoleUrl }: Platform): Promise<void> {
  await page.goto(`${consoleUrl}/sign-in`)
  await page.getByLabel(/username|e-?mail/i).fill(administrator.username)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/sign-in/)
}

/**
 * Waits for a row whose cells hold these texts, by the header of their column, and returns it:
 * `expectRowVisible(table, { Version: '1.0.4', Status: 'Enabled' })`.
 */
export async function expectRowVisible(table: Locator, cells: Record<string, string>): Promise<Locator> {
  await expect(table).toBeVisible()
  const headers = await table.getByRole('columnheader').allTextContents()
  let rows = table.getByRole('row')
  for (const [header, text] of Object.entries(cells)) {
    const column = headers.findIndex((title) => title.trim() === header)
    expect(column, `a column "${header}" among ${headers.join(', ')}`).toBeGreaterThanOrEqual(0)
    rows = rows.filter({
      has: table.page().locator(`[role=cell]:nth-child(${column + 1})`, { hasText: text }),
    })
  }
  await expect(rows.first()).toBeVisible()
  return rows.first()
}

/** Waits for a passing message that holds this text. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('[role=status], [role=alert]').filter({ hasText: text }).first()).toBeVisible()
}
