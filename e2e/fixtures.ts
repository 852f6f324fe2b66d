import { AxeBuilder } from '@axe-core/playwright'
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Locator,
  type Page,
  type WebError,
} from '@playwright/test'
import { join } from 'node:path'
import { isFull } from './support/full-run.js'
import { hydrated } from './support/hydrated.js'
import { living, type Living } from './support/living.js'
import { layoutFaults, layoutFaultsAtAllWidths, settled } from './support/layout.js'
import {
  administrator,
  createAdministrator,
  sampleAdministrator,
  signInAtApi,
  startPlatform,
  type Person,
  type Platform,
} from './support/platform.js'
import { restOf } from './support/rest.js'
import { sweep } from './support/sweep.js'

const startSeconds = 120
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A platform with its first administrator. */
export type LivingPlatform = Platform & Living

interface TestFixtures {
  /** A platform without users, for this test alone. */
  readonly emptyPlatform: Platform
  /**
   * Inspects the page as it is now: fails when it breaks a rule of WCAG 2.2 AA that can be measured, scrolls sideways,
   * or has text that is cut off or overlaps. In the short run it inspects `screens/` alone, at both widths: to measure
   * takes a third of a journey's time. In the full run each width and theme has a separate project, which leaves a
   * picture of each screen in `test-results/screens`.
   */
  readonly inspect: (screen: string) => Promise<void>
  /** Fails a test in whose pages a script failed or the policy for scripts and styles was violated. */
  readonly noComplaints: void
  /** True once the things of another file's tests are removed: no file depends on the names that others chose. */
  readonly swept: void
}

interface WorkerFixtures {
  /** State that a worker passes to its next test: the one context, and the platform and file that used it last. */
  readonly shared: { context?: BrowserContext; platform?: LivingPlatform; file?: string }
  /** A platform with an administrator, shared by the tests of one worker. */
  readonly platform: LivingPlatform
  /** A platform with the sample, likewise. */
  readonly samplePlatform: LivingPlatform
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  platform: [
    async ({ shared }, use) => {
      const platform = await startPlatform()
      await stopAfter(platform, async () => {
        shared.platform = living(platform, administrator, await createAdministrator(platform))
        await use(shared.platform)
      })
    },
    { scope: 'worker', timeout: startSeconds * 1000 },
  ],
  samplePlatform: [
    async ({ browserName: _ }, use) => {
      const platform = await startPlatform({ sample: true })
      await stopAfter(platform, async () => {
        const person = await sampleAdministrator()
        await use(living(platform, person, await signInAtApi(platform, person)))
      })
    },
    { scope: 'worker', timeout: startSeconds * 1000 },
  ],
  emptyPlatform: [
    async ({ browserName: _ }, use) => {
      const platform = await startPlatform()
      await stopAfter(platform, () => use(platform))
    },
    { timeout: startSeconds * 1000 },
  ],
  inspect: async ({ page }, use, { file, project }) => {
    await use(async (screen) => {
      if (!isFull && !file.includes('screens')) return
      // While a list waits for its next rows, those of before are faint on purpose.
      await expect(page.locator('table[aria-busy=true]:not([aria-label$=", loading"])')).toHaveCount(0)
      await settled(page)
      // What lies half below the head of a page that is scrolled has no size of its own.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      // Below an open dialog nothing can be touched, and what its edge covers has no size of its own.
      const dialog = '[aria-modal=true]'
      const builder = new AxeBuilder({ page }).withTags(wcag).setLegacyMode()
      const isOpen = (await page.locator(dialog).count()) > 0
      const { violations } = await (isOpen ? builder.include(dialog) : builder).analyze()
      const barriers = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
      )
      const faults = isFull
        ? await layoutFaults(page)
        : await layoutFaultsAtAllWidths(page, { themes: ['light'] })
      if (isFull)
        await page.screenshot({ path: join(project.outputDir, 'screens', `${screen}-${project.name}.png`) })
      expect({ barriers, faults }, screen).toEqual({ barriers: [], faults: [] })
    })
  },
  shared: [async ({ browser: _ }, use) => use({}), { scope: 'worker' }],
  // Each test has a page of its own in which no user is signed in; scripts are fetched and compiled once for all of them.
  context: async ({ browser, shared }, use) => {
    const context = (shared.context ??= await newContext(browser))
    const [kept] = context.pages()
    await context.clearCookies()
    await use(context)
    for (const page of context.pages()) if (page !== kept) await page.close()
  },
  noComplaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const failed = (error: WebError): void => void complaints.push(error.error().message)
      const printed = (message: ConsoleMessage): void => {
        if (/content security policy/i.test(message.text())) complaints.push(message.text())
      }
      context.on('weberror', failed).on('console', printed)
      await use()
      context.off('weberror', failed).off('console', printed)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  swept: [
    async ({ shared }, use, { file }) => {
      if (shared.platform && shared.file !== file) await sweep(shared.platform)
      shared.file = file
      await use()
    },
    { auto: true },
  ],
})

/**
 * A context with a page of the site that stays open. All pages of a site have one process (`--process-per-site`), which
 * would end with the last of them, and with it what it has compiled.
 */
async function newContext(browser: Browser): Promise<BrowserContext> {
  // The headless shell asks no user, and refuses what was not granted.
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.route('**', (route) => route.fulfill({ body: '' }))
  await page.goto('http://localhost/')
  return context
}

/** A phone shows cards instead of rows and columns, and actions below the name. */
export const isPhone = ({ viewport }: { viewport: { width: number } | null }): boolean =>
  (viewport?.width ?? 0) < 768

/** Loads a page again until it shows what comes by itself; each load has the time that a busy machine needs. */
export async function reloadUntil(
  page: Page,
  isShown: (wait: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.reload()
    await isShown({ timeout: 5000 })
  }).toPass()
}

async function stopAfter(platform: Platform, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await platform.stop()
  }
}

export { administrator, expect }

/** Headers that the console's own pages send with every change. */
export const consoleHeaders = ({ consoleUrl }: Platform) => ({ Origin: consoleUrl, 'X-Engine-Console': '1' })

/** Signs a user in without the form, for tests of something else; the administrator by default. */
export async function signIn(
  page: Page,
  platform: LivingPlatform,
  { username, password }: Person = platform.administrator,
): Promise<void> {
  const response = await page.request.post(`${platform.consoleUrl}/console/sign-in`, {
    headers: consoleHeaders(platform),
    data: { login: username, password },
  })
  expect(await response.json()).toMatchObject({ userErrors: [] })
}

/** Makes a user who is no site administrator and owns an organization. */
export async function addMember(platform: LivingPlatform, username: string): Promise<Person> {
  const person = { username, email: `${username}@example.com`, password: 'a goat that eats paper' }
  await platform.rest.create('/admin/users', 'users', person)
  const own = restOf(platform.apiUrl, await signInAtApi(platform, person))
  await own.create('/organizations', 'organizations', { name: `${username}-labs`, email: person.email })
  return person
}

/** The pages of the own account, which are one entry of the navigation. */
const accountPages = ['My tokens', 'E-mail address', 'Password', 'Two-step sign-in', 'Sessions']

/** Follows the navigation to one of its pages, on a phone by its menu. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Navigation' })
  if (await menu.isVisible()) await menu.click()
  const main = page.getByRole('navigation', { name: 'Main' })
  const site = page.getByRole('navigation', { name: /^Organization / }).getByRole('link', { name: 'Site' })
  await expect(main.or(site)).toBeVisible()
  if (await site.isVisible()) {
    await site.click()
    await expect(page).toHaveURL(/:\d+\/$/)
    if (await menu.isVisible()) await menu.click()
  }
  const isOfAccount = accountPages.includes(name)
  const entry = isOfAccount ? 'Account' : name
  await main.getByRole('link', { name: entry, exact: true }).click()
  if (isOfAccount) await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The row of the list whose link or first cell reads exactly so. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
}

/** Tells whether the window is wide enough for the filters next to the list of modules. */
export const isBeside = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 1200

/** The choices that filter modules, where they stand next to the list. */
export const filterBeside = (page: Page, name: string): Locator =>
  page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('group', { name, exact: true })
    .getByRole('button')

/** Filters the list of modules: next to it, or by the button for its filters where there is no room. */
export async function narrowModules(page: Page, name: string, value: string): Promise<void> {
  if (isBeside(page)) {
    await filterBeside(page, name)
      .filter({ hasText: new RegExp(`^${value}`) })
      .click()
    return
  }
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const words = page.getByRole('radiogroup', { name })
  const values = page.getByRole('dialog').getByRole('group', { name, exact: true })
  await expect(words.or(values)).toBeVisible()
  if (await words.isVisible()) await words.getByText(value, { exact: true }).click()
  else await values.getByRole('button', { name: new RegExp(`^${value}`) }).click()
  await page.keyboard.press('Escape')
}

/** Brings the list of this name into the descending order of a column, on a phone by its choice of orders. */
export async function sortDown(page: Page, list: string, column: string): Promise<void> {
  const table = page.getByRole('table', { name: list, exact: true })
  await expect(table).toBeVisible()
  const choice = page.getByLabel(`${list}: sort by`)
  if (await choice.isVisible()) {
    await hydrated(page)
    await choice.selectOption(`${column}, descending`)
    return
  }
  const head = table.getByRole('columnheader', { name: column })
  for (const way of ['ascending', 'descending']) {
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', way)
  }
}

/** Opens a menu, and waits until it takes keys: a moment after it is seen. */
async function openMenu(page: Page, button: Locator): Promise<void> {
  await expect(page.getByRole('menu')).toHaveCount(0)
  await button.click()
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
}

/** Opens the menu of a row and returns the entry of this name. */
export async function menuItemOf(page: Page, row: string, item: string): Promise<Locator> {
  await openMenu(page, page.getByRole('button', { name: `Actions for ${row}`, exact: true }))
  return page.getByRole('menuitem', { name: item })
}

/** Finds an action of this page by its name: the main button, or else an entry of the menu next to it. */
export async function pageAction(page: Page, name: string): Promise<Locator> {
  const more = page.getByRole('button', { name: 'More actions' })
  const main = page.getByRole('main').getByRole('button', { name, exact: true })
  await expect(more.or(main).first()).toBeVisible()
  if (await main.isVisible()) return main
  await openMenu(page, more)
  return page.getByRole('menuitem', { name })
}

/** Waits for a toast with this text. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('[role=status], [role=alert]').filter({ hasText: text }).first()).toBeVisible()
}
