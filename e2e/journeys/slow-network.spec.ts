import type { Page, Request } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.js'
import { hydrated } from '../support/hydrated.js'
import { publishVersion } from '../support/registry.js'

/** Bytes that a network of 50 kB/s sends in what 400 ms of waiting leave of 0.8 s. */
const mostBytes = 20_000

/** Requests between an act and the heading of the page that it leads to. */
async function untilHeading(page: Page, name: string, act: () => Promise<void>): Promise<readonly Request[]> {
  const requests: Request[] = []
  const note = (request: Request): void => void requests.push(request)
  page.on('request', note)
  await act()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  page.off('request', note)
  return requests
}

/** Runs in a page: the scripts that came from the network, and not from what was fetched before. */
const fetchedScripts = (): string[] =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name, transferSize }) => new URL(name).pathname.endsWith('.js') && transferSize > 0)
    .map(({ name }) => name)

type Noted = Window & { scripts?: string[] }

/** Runs in a page: notes the scripts that were fetched when this heading appears. */
function noteScriptsAt(heading: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent !== heading) return
    observer.disconnect()
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    ;(window as Noted).scripts = entries
      .filter(({ name, transferSize }) => new URL(name).pathname.endsWith('.js') && transferSize > 0)
      .map(({ name }) => name)
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

test('a click on a module asks once for what fits a slow network, since its scripts are there', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await rest.create('/organizations', 'organizations', { name: 'slow-labs', email: 'slow@example.com' })
  await rest.create('/organizations/slow-labs/registry-modules', 'registry-modules', {
    ...{ name: 'slow', provider: 'aws', 'registry-name': 'private' },
  })
  await publishVersion(rest, 'slow-labs/slow/aws', '1.0.0', {
    'README.md': '# Slow\n\nA module.\n',
    'main.tf': 'output "a" {\n  value = 1\n}\n',
  })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/modules?search=slow-labs`)
  await hydrated(page)
  const link = page.getByRole('link', { name: 'slow-labs/slow/aws' })
  await link.hover()
  // All that is fetched ahead has arrived once no script follows. A page that was loaded again has fetched none.
  let warmed: string[] | undefined
  const isWarm = async (): Promise<boolean> => {
    const before = warmed
    warmed = await page.evaluate(fetchedScripts)
    return before?.length === warmed.length
  }
  await expect.poll(isWarm, { intervals: [2000] }).toBe(true)
  await page.evaluate(noteScriptsAt, 'slow/aws')
  const requests = await untilHeading(page, 'slow/aws', () => link.click())
  const asked = requests.filter((request) => new URL(request.url()).pathname.startsWith('/modules/'))
  expect(asked.map((request) => new URL(request.url()).pathname)).toEqual(['/modules/slow-labs/slow/aws'])
  // What the page fetches for its lower parts comes when it is seen.
  expect(await page.evaluate(() => (window as Noted).scripts)).toEqual(warmed)
  const { responseBodySize } = (await asked[0]?.sizes()) ?? { responseBodySize: Number.NaN }
  expect(responseBodySize).toBeLessThan(mostBytes)
})
