import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { administrator, expect, goTo, isPhone, signIn, test, type LivingPlatform } from '../fixtures.js'
import { openHangingProxy, type HangingProxy } from '../support/hanging-proxy.js'
import { hydrated } from '../support/hydrated.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'

const wideAlone = 'a phone closes its navigation with the click: nothing of it is to be seen'

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Loading the page' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** The overview of the administrator, ready to take clicks. */
async function openOverview(page: Page, platform: LivingPlatform): Promise<void> {
  await signIn(page, platform)
  await page.goto(platform.consoleUrl)
  await hydrated(page)
}

/** The clock stands, and what the page asks of the console stays without an answer until the returned function is called. */
async function holdNavigations(page: Page): Promise<() => void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/[?&]_rsc=/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test.describe('with an API that hangs', () => {
  test.skip(isPhone, wideAlone)

  let proxy: HangingProxy
  let platform: LivingPlatform

  test.beforeAll(async () => {
    const started = await startPlatform({
      async between(apiUrl) {
        proxy = await openHangingProxy(apiUrl)
        return proxy.url
      },
    })
    platform = living(started, administrator, await createAdministrator(started))
  })
  test.afterAll(async () => {
    await proxy.close()
    await platform.stop()
  })

  test('@full a click is seen at once, the API is named, and the page comes by itself when it answers', async ({
    page,
    inspect,
  }) => {
    await openOverview(page, platform)
    const { step } = test
    proxy.hang()

    await step('what was clicked looks chosen, while the page that is shown stays current', async () => {
      await entry(page, 'Users').click()
      await expect(entry(page, 'Users')).toHaveAttribute('data-target', 'true')
      await expect(entry(page, 'Overview')).toHaveAttribute('aria-current', 'page')
      await expect(bar(page)).toBeVisible()
      await expect(heading(page, 'Overview')).toBeHidden()
      await inspect('navigation-waiting')
    })

    const failure = page.getByRole('alert', { name: 'The API does not answer' })

    await step('then the API is named', async () => {
      await expect(failure).toContainText('tries again every 5 seconds')
      await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(bar(page)).toBeHidden()
      await inspect('api-does-not-answer')
    })

    await step('once it answers, the page comes without a click', async () => {
      proxy.answer()
      await expect(heading(page, 'Users')).toBeVisible()
      await expect(failure).toBeHidden()
    })
  })

  test('while there is no API each page is 503 and says so, and comes by itself once there is one', async ({
    page,
    inspect,
    request,
  }) => {
    await openOverview(page, platform)
    const { step } = test
    const { consoleUrl } = platform
    await proxy.vanish()

    await step('programs are told to come again, also without a session', async () => {
      for (const path of ['/sign-in', '/set-up', '/invitations/x']) {
        const answer = await request.get(consoleUrl + path)
        expect([path, answer.status(), answer.headers()['retry-after']]).toEqual([path, 503, '5'])
        expect(await answer.text()).toContain('The platform does not answer')
      }
      expect((await request.get(`${consoleUrl}/healthz`)).status()).toBe(200)
      const headers = { Origin: consoleUrl, 'X-Engine-Console': '1' }
      const asked = await page.request.post(`${consoleUrl}/console/graphql`, {
        headers,
        data: { query: '{ setup }' },
      })
      expect([asked.status(), await asked.json()]).toEqual([
        502,
        { errors: [{ message: 'The API does not answer.', extensions: { code: 'UNREACHABLE' } }] },
      ])
    })

    await step('a user who is signed in sees what is the matter', async () => {
      const answer = await page.goto(`${consoleUrl}/users?page=1`)
      expect(answer?.status()).toBe(503)
      await expect(heading(page, 'The platform does not answer')).toBeVisible()
      await inspect('platform-does-not-answer')
    })

    await step('once it is back, the page comes without a click, at its own address', async () => {
      await proxy.comeBack()
      await expect(heading(page, 'Users')).toBeVisible()
      expect(page.url()).toBe(`${consoleUrl}/users?page=1`)
    })
  })
})

test('@full a bar comes after 150 ms of a navigation and a skeleton after 400, neither before', async ({
  browser,
  platform,
  viewport,
}) => {
  test.skip(isPhone({ viewport }), wideAlone)
  // The clock is that of all pages of a context.
  const context = await browser.newContext()
  const page = await context.newPage()
  await openOverview(page, platform)
  const release = await holdNavigations(page)
  await entry(page, 'Modules').click()
  await expect(entry(page, 'Modules')).toHaveAttribute('data-target', 'true')
  await page.clock.runFor(140)
  await expect(bar(page)).toBeHidden()
  await page.clock.runFor(20)
  await expect(bar(page)).toBeVisible()
  await page.clock.runFor(230)
  await expect(heading(page, 'Overview')).toBeVisible()
  await page.clock.runFor(20)
  await expect(heading(page, 'Overview')).toBeHidden()
  release()
  await expect(heading(page, 'Modules')).toBeFocused()
  await expect(bar(page)).toBeHidden()
  await context.close()
})

test('@full who leaves a list while a search is typed is not called back', async ({
  browser,
  platform,
  viewport,
}) => {
  test.skip(isPhone({ viewport }), wideAlone)
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, platform)
  await page.goto(`${platform.consoleUrl}/users`)
  await hydrated(page)
  const release = await holdNavigations(page)
  await page.getByRole('searchbox').first().fill('a')
  await entry(page, 'Modules').click()
  await expect(entry(page, 'Modules')).toHaveAttribute('data-target', 'true')
  // By now the search would have been handed on.
  await page.clock.runFor(300)
  release()
  await expect(heading(page, 'Modules')).toBeFocused()
  await expect(page).toHaveURL(`${platform.consoleUrl}/modules`)
  await context.close()
})

test('@full a click without a connection waits for it, and then leads where it should', async ({
  page,
  platform,
  context,
  viewport,
}) => {
  test.skip(isPhone({ viewport }), wideAlone)
  await openOverview(page, platform)
  try {
    await context.setOffline(true)
    await entry(page, 'Modules').click()
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
    await expect(entry(page, 'Modules')).toBeVisible()
  } finally {
    await context.setOffline(false)
  }
  await expect(heading(page, 'Modules')).toBeVisible()
  await expect(page.getByText('You are offline')).toBeHidden()
})

test('@full the message of a failed save goes when the save succeeds', async ({ page, platform }) => {
  await openOverview(page, platform)
  await goTo(page, 'Organizations')
  await page.getByRole('link', { name: 'New organization' }).first().click()
  await page.getByLabel('Name').fill('second-try')
  await page.getByLabel('E-mail for notifications').fill('second@example.com')
  await page.route('**/console/graphql', (route) => route.abort())
  await page.getByRole('button', { name: 'Create organization' }).click()
  const message = page.getByRole('alert').filter({ hasText: 'That did not work' })
  await expect(message).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(heading(page, 'second-try')).toBeVisible()
  await expect(message).toBeHidden()
})

test('a browser that leaves while it sends leaves no stack in the log', async ({ platform }) => {
  const { hostname, port, host, origin } = new URL(platform.consoleUrl)
  const leave = async () => {
    const socket = connect({ port: Number(port), host: hostname })
    await once(socket, 'connect')
    const head = `Host: ${host}\r\nOrigin: ${origin}\r\nX-Engine-Console: 1\r\nContent-Length: 100`
    await new Promise((sent) => socket.write(`POST /console/sign-in HTTP/1.1\r\n${head}\r\n\r\n{`, sent))
    // The server has begun to read it.
    await fetch(`${origin}/sign-in`)
    socket.resetAndDestroy()
  }
  const log = () => readFile(join(platform.dataDir, 'logs/console.log'), 'utf8')
  const before = await log()
  for (let visit = 0; visit < 5; visit++) await leave()
  // What it says of the requests is written before the answer to a later one.
  await fetch(`${origin}/sign-in`)
  expect((await log()).slice(before.length)).not.toContain('ECONNRESET')
})
