import type { Browser, BrowserContextOptions } from '@playwright/test'

/** Measurements of one visit of a list page. */
export interface Visit {
  /** Milliseconds until its rows are on the screen. */
  readonly rows: number
  /** Milliseconds from a click until the rows of the next page are; null: it has one page. */
  readonly turn: number | null
  /** Size of all scripts loaded before the user touched anything, as sent over the wire. */
  readonly bytes: number
}

type NotedWindow = typeof window & { rowsSeen: Promise<number> }

// What runs in the browser measures by the browser's own clock: how long the driver takes to receive it is no part.

/** Runs in every page before its scripts: notes when the first row of a list is on the screen. */
function noteRows(): void {
  ;(window as NotedWindow).rowsSeen = new Promise((resolve) => {
    const look = () => {
      const row = document.querySelector('main table[aria-busy=false] tbody tr')
      requestAnimationFrame(row ? () => resolve(performance.now()) : look)
    }
    requestAnimationFrame(look)
  })
}

/** Runs in a page with its rows. */
function turnPage(): Promise<number> | null {
  const next = document.querySelector<HTMLElement>('nav[aria-label$=": pages"] [aria-label="Next page"]')
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

/** Runs in a page. */
export function scriptBytes(): number {
  return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

/** Most that a page fetches of scripts before anyone touches it, in bytes, as the browser counts them. */
export const mostScripts = 200_000

/** Runs in a page: how far its parts jumped while it came, by the browser's own measure. */
export function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) sum += entry.value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => {
      observer.disconnect()
      resolve(sum)
    }, 50)
  })
}

/** Most that the parts of a page may jump. */
export const mostShift = 0.05

type Session = Pick<BrowserContextOptions, 'storageState'>

/** Visits a list page with nothing in the browser's cache. */
export async function visit(browser: Browser, session: Session, url: string): Promise<Visit> {
  const context = await browser.newContext(session)
  try {
    await context.addInitScript(noteRows)
    const page = await context.newPage()
    await page.goto(url)
    const rows = await page.evaluate(() => (window as NotedWindow).rowsSeen)
    await page.waitForLoadState('networkidle')
    const bytes = await page.evaluate(scriptBytes)
    return { rows, bytes, turn: await page.evaluate(turnPage) }
  } finally {
    await context.close()
  }
}
