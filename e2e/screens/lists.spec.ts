import type { Page } from '@playwright/test'
import { administrator, expect, signIn, test as base, type LivingPlatform } from '../fixtures.js'
import { filledBy, filledOrganization, type Filled } from '../support/filled.js'
import { isFull } from '../support/full-run.js'
import { hydrated } from '../support/hydrated.js'
import { layoutFaultsAtAllWidths } from '../support/layout.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'
import { inFull } from './landscape.js'

/** Every list with nothing, one, a page full, and thousands, at both ends of what people use, in both themes. */
const counts = isFull ? [0, 1, 20, 10_000] : [20]
const widths = [390, 1440] as const

interface List {
  readonly path: string
  /** Name of its table. */
  readonly label: string
  /** Text of the empty list; a list that is never empty is filtered to nothing instead. */
  readonly empty: string
  readonly failed: string
  /** Number of entries at the start. */
  readonly more?: number
}

const nothing = '?search=not-to-be-found'
const inBig = `/organizations/${filledOrganization}`
const lists: readonly List[] = [
  {
    path: '/engine-versions',
    label: 'Engine versions',
    empty: 'No engine versions yet',
    failed: 'Engine versions could not be loaded',
  },
  {
    path: '/organizations',
    label: 'Organizations',
    empty: 'No organization matches',
    failed: 'Organizations could not be loaded',
    more: 1,
  },
  { path: '/users', label: 'Users', empty: 'No user matches', failed: 'Users could not be loaded', more: 1 },
  { path: '/modules', label: 'Modules', empty: 'No modules yet', failed: 'Modules could not be loaded' },
  {
    path: '/app/settings/tokens',
    label: 'My tokens',
    empty: '',
    failed: 'Your tokens could not be loaded',
    more: 1,
  },
  {
    path: `${inBig}/members`,
    label: 'Members',
    empty: 'No member matches',
    failed: 'The members could not be loaded',
    more: 1,
  },
  {
    path: `${inBig}/teams`,
    label: 'Teams',
    empty: 'No team matches',
    failed: 'The teams could not be loaded',
    more: 1,
  },
  {
    path: `${inBig}/workspaces`,
    label: 'Workspaces',
    empty: 'No workspaces yet',
    failed: 'The workspaces could not be loaded',
  },
  {
    path: `${inBig}/providers`,
    label: 'Providers',
    empty: 'No providers yet',
    failed: 'The providers could not be loaded',
  },
]

/** One list for all in the short run. */
const looked = isFull ? lists : lists.filter(({ label }) => label === 'Workspaces')

interface TestFixtures {
  /** Opens a page of the platform with this number of everything. */
  readonly openWith: (count: number, path: string) => Promise<void>
  /** Finds faults of the page at the widths and in the themes. */
  readonly measure: (screen: string) => Promise<void>
}

/** A platform for these lists alone, which begin with nothing. */
let platform: LivingPlatform
let filled: Filled

const test = base.extend<TestFixtures>({
  openWith: async ({ page }, use) => {
    await signIn(page, platform)
    await use(async (count, path) => {
      await filled.to(count)
      await page.goto(`${platform.consoleUrl}${path}`)
    })
  },
  measure: async ({ page, inspect }, use) => {
    await use(async (screen) => {
      expect(await layoutFaultsAtAllWidths(page, { widths }), screen).toEqual([])
      await inspect(screen)
    })
  },
})

test.beforeAll(async () => {
  const started = await startPlatform()
  platform = living(started, administrator, await createAdministrator(started))
  filled = await filledBy(platform)
})

test.afterAll(() => platform.stop())

/** All widths and themes are measured by one project. */
test.skip(({ viewport, colorScheme }) => colorScheme === 'dark' || viewport?.width === 390)

const tableOf = (page: Page, { label }: List) => page.getByRole('table', { name: label, exact: true })

const screenOf = (list: List): string => `list-${list.label.toLowerCase().replaceAll(' ', '-')}`

for (const count of counts)
  for (const list of looked)
    test(`${list.label}, ${count.toLocaleString('en')} of them`, async ({ page, openWith, measure }) => {
      const { more = 0 } = list
      await openWith(count, list.path)
      if (count === 0 && list.empty !== '') {
        if (more > 0) await openWith(0, `${list.path}${nothing}`)
        await expect(page.getByText(list.empty)).toBeVisible()
      } else {
        const shown = Math.min(count + more, 20)
        // The first row is that of the heads.
        await expect(tableOf(page, list).getByRole('row')).toHaveCount(shown + 1)
        const total = (count + more).toLocaleString('en')
        await expect(page.getByText(`1–${shown} of ${total}`, { exact: true })).toBeVisible()
      }
      await measure(`${screenOf(list)}-${count}`)
    })

for (const list of looked)
  test(`${list.label}, the last page of thousands`, inFull, async ({ page, openWith, measure }) => {
    const count = counts.at(-1) ?? 0
    const pages = Math.ceil((count + (list.more ?? 0)) / 20)
    await openWith(count, `${list.path}?page=${pages}`)
    await expect(page.getByText(`of ${(count + (list.more ?? 0)).toLocaleString('en')}`)).toBeVisible()
    await measure(`${screenOf(list)}-last-page`)
  })

for (const list of looked)
  test(`${list.label}, when the request fails`, async ({ page, openWith, measure }) => {
    await page.route('**/console/graphql', async (route) => {
      const { query = '' } = (route.request().postDataJSON() ?? {}) as { query?: string }
      if (query.includes('totalCount')) await route.fulfill({ status: 502, body: 'Bad gateway' })
      else await route.continue()
    })
    await openWith(counts.at(-1) ?? 0, list.path)
    await expect(page.getByRole('alert').filter({ hasText: list.failed })).toBeVisible()
    await measure(`${screenOf(list)}-failed`)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(tableOf(page, list)).toBeVisible()
  })

test('a head sorts its list, tells so, and keeps the order through filters and pages', async ({
  page,
  openWith,
}) => {
  await openWith(20, '/users')
  // Not the table that is shown while nothing is known yet.
  const table = page.getByRole('table', { name: 'Users', exact: true })
  const head = table.getByRole('columnheader', { name: 'Created' })
  await expect(table.getByRole('columnheader', { name: 'User name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(head).toHaveAttribute('aria-sort', 'none')
  const first = table.getByRole('row').nth(1)
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/order=-created/)
  await expect(first).toContainText('thing-0')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/order=-created&page=2/)
  await page.getByLabel('Search users').fill('thing')
  await expect(page).toHaveURL(/search=thing&order=-created$/)
  await expect(first).toContainText('thing-0')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/users\?order=-created$/)
  await table.getByRole('columnheader', { name: 'User name' }).getByRole('button').click()
  await expect(page).toHaveURL(/users$/)
})

test('on a phone a list is sorted by a choice of orders', async ({ page, openWith }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWith(20, '/users')
  await hydrated(page)
  const sorting = page.getByLabel('Users: sort by')
  await expect(sorting).toHaveValue('username')
  await sorting.selectOption('User name, descending')
  await expect(page).toHaveURL(/order=-username/)
  await expect(page.getByRole('row').first()).toContainText('thing-9')
})
