// What runs in the browser measures by the browser's own clock: how long the driver takes to receive it is no part.

/** Runs in every page before its scripts: notes when the first row of a list is on the screen. */
function noteRows() {
  window.rowsSeen = new Promise((resolve) => {
    const look = () => {
      const row = document.querySelector('main table[aria-busy=false] tbody tr')
      requestAnimationFrame(row ? () => resolve(performance.now()) : look)
    }
    requestAnimationFrame(look)
  })
}

/** Runs in a page with its rows: milliseconds from the click on the next page until its rows are there; null without one. */
function turnPage() {
  const next = document.querySelector('nav[aria-label$=": pages"] [aria-label="Next page"]')
  if (!next) return null
  const first = () => document.querySelector('main table[aria-busy=false] tbody tr')?.textContent
  const before = first()
  return new Promise((resolve) => {
    const start = performance.now()
    next.click()
    const look = () => {
      const now = first()
      const changed = now !== undefined && now !== before
      requestAnimationFrame(changed ? () => resolve(performance.now() - start) : look)
    }
    requestAnimationFrame(look)
  })
}

/** Runs in a page: bytes of all scripts that it has loaded, as they came over the wire. */
function scriptBytes() {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

/**
 * Visits a list page with nothing in the browser's cache. `{ rows, turn, bytes }`: milliseconds until its rows are on
 * the screen and from a click until those of the next page are (null: it has one page), and the bytes of all scripts
 * that were loaded before the user touched anything.
 */
export async function visit(browser, session, url) {
  const context = await browser.newContext({ ...session, viewport: { width: 1280, height: 900 } })
  try {
    await context.addInitScript(noteRows)
    const page = await context.newPage()
    await page.goto(url)
    const rows = await page.evaluate(() => window.rowsSeen)
    await page.waitForLoadState('networkidle')
    const bytes = await page.evaluate(scriptBytes)
    return { rows, bytes, turn: await page.evaluate(turnPage) }
  } finally {
    await context.close()
  }
}
