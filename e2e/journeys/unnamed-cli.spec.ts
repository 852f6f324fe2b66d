import { addMember, administrator, expect, signIn, test } from '../fixtures.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'

test('a platform without the name of a CLI says so on every page to those who can name it', async ({
  page,
}) => {
  const started = await startPlatform({ settings: { ENGINE_ALIASES: '' } })
  try {
    const platform = living(started, administrator, await createAdministrator(started))
    const { consoleUrl } = platform
    const { step } = test
    const notice = page.getByRole('status').filter({ hasText: 'No CLI works with this site yet.' })

    await step('each page leads to the one where the word is chosen', async () => {
      await signIn(page, platform)
      for (const path of ['/organizations', '/modules', '/app/settings/tokens']) {
        await page.goto(`${consoleUrl}${path}`)
        await expect(notice, path).toBeVisible()
      }
      await notice.getByRole('link', { name: 'Show the command' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Connect the CLI' })).toBeVisible()
      await expect(notice).toHaveCount(0)
    })

    await step('the word that is chosen stands in the lines to copy, a wrong one does not', async () => {
      const field = page.getByLabel('Command of your CLI')
      const commands = page.getByRole('region', { name: 'the commands that name the CLI' })
      await field.fill('tool')
      await expect(commands).toContainText("echo 'ENGINE_ALIASES=tool' >> .env")
      await field.fill("to'ol")
      await expect(field).toHaveAccessibleDescription(/lower-case letters/)
      await expect(commands).toContainText("echo 'ENGINE_ALIASES=word' >> .env")
    })

    await step('a member is told by the page about the CLI alone', async () => {
      await page.context().clearCookies()
      await signIn(page, platform, await addMember(platform, 'nameless'))
      await page.goto(`${consoleUrl}/organizations`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(notice).toHaveCount(0)
      await page.goto(`${consoleUrl}/connect`)
      await expect(page.getByText('ask a site administrator to set ENGINE_ALIASES')).toBeVisible()
      await expect(page.getByLabel('Command of your CLI')).toHaveCount(0)
    })
  } finally {
    await started.stop()
  }
})
