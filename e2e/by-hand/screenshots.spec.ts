import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signIn, test, type LivingPlatform } from '../fixtures.js'

const images = fileURLToPath(new URL('../../docs/images', import.meta.url))
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

test('the first page of an empty platform', async ({ browser, emptyPlatform }) => {
  const page = await browser.newPage({ viewport: wide })
  await page.goto(emptyPlatform.setUpUrl)
  await page.getByLabel('User name').waitFor()
  await take(page, 'set-up')
  await page.close()
})

test('the sample platform', async ({ browser, samplePlatform }) => {
  const page = await engineVersions(browser, samplePlatform, { viewport: wide }, '')
  await page.getByRole('link', { name: '1.9.8' }).click()
  await page.getByText('ledger-production').waitFor()
  await take(page, 'engine-version')
  await tokenPictures(page, samplePlatform)
  await registryPictures(page, samplePlatform)
  await page.close()
})

test('the sample platform by night, and on a phone', async ({ browser, samplePlatform }) => {
  const looks: Record<string, BrowserContextOptions> = {
    '-dark': { viewport: wide, colorScheme: 'dark' },
    '-phone': { viewport: phone },
  }
  for (const [suffix, look] of Object.entries(looks)) {
    const page = await engineVersions(browser, samplePlatform, look, suffix)
    await page.close()
  }
})

/** A page that shows the engine versions, of which a picture was taken. */
async function engineVersions(
  browser: Browser,
  platform: LivingPlatform,
  look: BrowserContextOptions,
  suffix: string,
): Promise<Page> {
  const page = await browser.newPage(look)
  await signIn(page, platform)
  await page.goto(platform.consoleUrl)
  await page.getByRole('link', { name: '1.9.8' }).first().waitFor()
  if (suffix === '') await take(page, 'overview')
  await page.goto(`${platform.consoleUrl}/engine-versions`)
  await page.getByRole('link', { name: '1.11.4' }).waitFor()
  await take(page, `engine-versions${suffix}`)
  return page
}

async function tokenPictures(page: Page, { consoleUrl, rest }: LivingPlatform): Promise<void> {
  const { data: self } = await rest.get('/account/details')
  for (const description of ['laptop', 'nightly build'])
    await rest.create(`/users/${self?.id}/authentication-tokens`, 'authentication-tokens', { description })
  await page.goto(`${consoleUrl}/app/settings/tokens`)
  await page.getByRole('cell', { name: 'nightly build', exact: true }).waitFor()
  await take(page, 'tokens')
}

/** Takes the pictures of what organizations have and share. */
async function registryPictures(page: Page, { consoleUrl }: LivingPlatform): Promise<void> {
  await page.goto(`${consoleUrl}/modules`)
  await page.getByRole('link', { name: 'platform/network/aws' }).waitFor()
  await take(page, 'modules')
  await page.goto(`${consoleUrl}/modules/platform/network/aws`)
  await page.getByRole('region', { name: 'README' }).getByRole('heading').first().waitFor()
  await take(page, 'module')
  await page.goto(`${consoleUrl}/organizations/platform/providers`)
  await page.getByRole('link', { name: 'platform/ipam' }).waitFor()
  await take(page, 'providers')
  await page.goto(`${consoleUrl}/organizations/platform/workspaces`)
  await page.getByRole('link', { name: 'network-production' }).click()
  await page.getByRole('link', { name: 'States' }).click()
  await page.getByRole('cell', { name: /added/ }).first().waitFor()
  await take(page, 'workspace')
  await page.goto(`${consoleUrl}/registry-sharing`)
  await page.getByRole('group', { name: /^Map/ }).waitFor()
  await take(page, 'registry-sharing')
}

async function take(page: Page, name: string): Promise<void> {
  // No row or button of the picture looks pointed at.
  await page.mouse.move(0, 0)
  // Nothing of it is still being loaded; what lies below the picture may wait for a reader.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.mantine-Skeleton-root')].every(
      (skeleton) => skeleton.getBoundingClientRect().top >= window.innerHeight,
    ),
  )
  await page.screenshot({ path: join(images, `${name}.png`) })
}
