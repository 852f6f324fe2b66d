// `npm run screenshots`: takes the pictures of the README from the sample platform, into docs/images.
import './lib/node-version.mjs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main } from './lib/fault.mjs'
import { createProgress } from './lib/progress.mjs'
import { launchBrowser, withPlatform } from './lib/stage.mjs'
import { runTasks } from './lib/turbo.mjs'
import { root } from './lib/workspace.mjs'

const images = join(root, 'docs', 'images')
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const progress = createProgress()
const { administrator } = JSON.parse(await readFile(join(root, 'prisma/seed/sample.json'), 'utf8'))

await main(async () => {
  await mkdir(images, { recursive: true })
  await progress.step('Building', (detail) => runTasks(['build'], { onTask: detail }))
  const browser = await launchBrowser()
  await withPlatform({ port: 4610, sample: false, progress }, async ({ setUpUrl }) => {
    const page = await browser.newPage({ viewport: wide, reducedMotion: 'reduce' })
    await page.goto(setUpUrl)
    await page.getByLabel('User name').waitFor()
    await take(page, 'set-up')
  })
  await withPlatform({ port: 4620, sample: true, progress }, async ({ consoleUrl }) => {
    await pictures(browser, consoleUrl, { viewport: wide, colorScheme: 'light' }, '')
    await pictures(browser, consoleUrl, { viewport: wide, colorScheme: 'dark' }, '-dark')
    await pictures(browser, consoleUrl, { viewport: phone, colorScheme: 'light' }, '-phone')
  })
  await browser.close()
})

/** The same walk through the sample platform, once for each look. */
async function pictures(browser, consoleUrl, look, suffix) {
  const page = await browser.newPage({ ...look, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' })
  await page.goto(`${consoleUrl}/sign-in`)
  await page.getByLabel('User name or e-mail').fill(administrator.username)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: '1.9.8' }).first().waitFor()
  if (suffix === '') await take(page, 'overview')
  await page.goto(`${consoleUrl}/engine-versions`)
  await page.getByRole('link', { name: '1.11.4' }).waitFor()
  await take(page, `engine-versions${suffix}`)
  if (suffix !== '') return page.close()
  await page.getByRole('link', { name: '1.9.8' }).click()
  await page.getByText('ledger-production').waitFor()
  await take(page, 'engine-version')
  for (const description of ['laptop', 'nightly build']) {
    await page.goto(`${consoleUrl}/app/settings/tokens?dialog=create`)
    await page.getByLabel('Description').fill(description)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Copy token' }).waitFor()
  }
  await page.goto(`${consoleUrl}/app/settings/tokens`)
  await page.getByRole('cell', { name: 'nightly build', exact: true }).waitFor()
  await take(page, 'tokens')
  await registryPictures(page, consoleUrl)
  await page.close()
}

/** What organizations have, and share. */
async function registryPictures(page, consoleUrl) {
  await page.goto(`${consoleUrl}/modules`)
  await page.getByRole('link', { name: 'platform/network/aws' }).waitFor()
  await take(page, 'modules')
  await page.goto(`${consoleUrl}/modules/platform/network/aws`)
  await page.getByRole('region', { name: 'README' }).getByRole('heading').first().waitFor()
  await take(page, 'module')
  await page.goto(`${consoleUrl}/organizations/platform/providers`)
  await page.getByRole('link', { name: 'platform/ipam' }).waitFor()
  await take(page, 'providers')
  await page.goto(`${consoleUrl}/module-sharing`)
  await page.getByRole('img', { name: /^Map/ }).waitFor()
  await take(page, 'module-sharing')
}

async function take(page, name) {
  // No row or button of the picture looks pointed at.
  await page.mouse.move(0, 0)
  // Nothing of it is still being loaded.
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null)
  await page.screenshot({ path: join(images, `${name}.png`) })
  progress.note(`docs/images/${name}.png`)
}
