import { listPages } from '../by-hand/bench-lists.js'
import { scriptBytes } from '../by-hand/timed-page.js'
import { expect, signIn, test } from '../fixtures.js'

test('a list fetches at most 250 kB of scripts before it is used', async ({ browser, page, platform }) => {
  await signIn(page, platform)
  const session = { storageState: await page.context().storageState() }
  const ofTheSite = Object.values(listPages).filter((path) => !path.includes('platform'))
  const sizes: [string, number][] = []
  for (const path of ofTheSite) {
    // Nothing is in the cache of a new context.
    const context = await browser.newContext(session)
    const visited = await context.newPage()
    await visited.goto(`${platform.consoleUrl}${path}`)
    await visited.waitForLoadState('networkidle')
    sizes.push([path, await visited.evaluate(scriptBytes)])
    await context.close()
  }
  expect(sizes.filter(([, size]) => size === 0 || size > 250_000)).toEqual([])
})
