import type { Page } from '@playwright/test'
import { layoutShift, mostScripts, mostShift, scriptBytes } from '../by-hand/timed-page.js'
import { expect, signIn } from '../fixtures.js'
import { isFull } from '../support/full-run.js'
import { strangeWords } from '../support/strange-words.js'
import { areTooMany, rowsOfTabs } from '../support/tabs.js'
import { consolePages, roles, routesOfTheConsole } from './console-pages.js'
import { test } from './stage.js'

/** Looked at in every run, the others in the full one. */
const always = new Set([
  ...['/', '/bulk-acts', '/organizations/[name]', '/organizations/[name]/members'],
  '/modules/[organization]/[name]/[provider]',
])

/** The page with everything that it asks for, no part of it failed or jumped, in the words of the trade, and no heavier than it may be. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('table', { name: /, loading$/ })).toHaveCount(0)
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toMatch(strangeWords)
  expect(await page.evaluate(scriptBytes)).toBeLessThanOrEqual(mostScripts)
  expect(await page.evaluate(layoutShift)).toBeLessThanOrEqual(mostShift)
  expect(areTooMany(await rowsOfTabs(page))).toBe(false)
}

test('every page of the console has its row among the pages that are walked here', () => {
  expect(Object.keys(consolePages).sort()).toEqual(routesOfTheConsole())
})

for (const [route, { path, for: allowed }] of Object.entries(consolePages)) {
  if (!isFull && !always.has(route)) continue

  test(`${route} as each role`, async ({ page, platform, stage, inspect }) => {
    test.slow()
    const address = path(stage.known)

    await test.step('a stranger is led to the sign-in, which leads back', async () => {
      await page.goto(`${platform.consoleUrl}${address}`)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      const { pathname, searchParams } = new URL(page.url())
      expect([pathname, searchParams.get('next') ?? '/']).toEqual(['/sign-in', address])
    })

    for (const role of roles)
      await test.step(role, async () => {
        await page.context().clearCookies()
        await signIn(page, platform, stage.people[role])
        // A field under the pointer would fetch its list.
        await page.mouse.move(0, 0)
        const response = await page.goto(`${platform.consoleUrl}${address}`)
        const missing = page.getByRole('heading', { level: 1, name: 'Page not found' })
        if (allowed.includes(role)) {
          expect(response?.status()).toBe(200)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(missing).toHaveCount(0)
          await settled(page)
          if (isFull || role === allowed[0])
            await inspect(`role-${role}-${route.replaceAll(/[^a-z]+/g, '-')}`)
        } else {
          await expect(missing).toBeVisible()
          expect(await page.title()).not.toContain('walked')
        }
      })
  })
}
