import { administrator, expect, goTo, test } from '../fixtures.js'
import { inFull } from './landscape.js'

test('the screens of a platform that is not used yet', inFull, async ({ page, emptyPlatform, inspect }) => {
  const { consoleUrl, setUpUrl } = emptyPlatform
  const { step } = test

  await step('set-up without its link', async () => {
    await page.goto(`${consoleUrl}/set-up`)
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    await inspect('set-up-without-link')
  })

  await step('set-up with a link that is not good', async () => {
    await page.goto(`${consoleUrl}/set-up?token=wrong`)
    await fillSetUp('a horse that reads staples')
    await expect(
      page.getByRole('alert').filter({ hasText: 'This link has expired or is invalid' }),
    ).toBeVisible()
    await inspect('set-up-refused')
  })

  await step('set-up', async () => {
    await page.goto(setUpUrl)
    await expect(page.getByLabel('User name')).toBeVisible()
    await inspect('set-up')
  })

  await step('set-up with a mistake', async () => {
    await fillSetUp('short')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/invalid/)
    await inspect('set-up-mistake')
  })

  await step('the overview with nothing to show', async () => {
    await fillSetUp(administrator.password)
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('link', { name: 'New organization' })).toBeVisible()
    await inspect('overview-empty')
  })

  await step('no engine versions', async () => {
    await goTo(page, 'Engine versions')
    await expect(page.getByText('No engine versions yet')).toBeVisible()
    await inspect('engine-versions-empty')
  })

  await step('no organizations', async () => {
    await goTo(page, 'Organizations')
    await expect(page.getByText('No organizations yet')).toBeVisible()
    await inspect('organizations-empty')
  })

  await step('no organization that shares', async () => {
    await goTo(page, 'Registry sharing')
    await expect(page.getByText('No organization shares anything yet')).toBeVisible()
    await inspect('registry-sharing-empty')
  })

  await step('no tokens', async () => {
    await goTo(page, 'My tokens')
    await expect(page.getByText('No tokens yet')).toBeVisible()
    await inspect('tokens-empty')
  })

  async function fillSetUp(password: string): Promise<void> {
    await page.getByLabel('User name').fill(administrator.username)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create administrator' }).click()
  }
})
