import { expect, goTo, isPhone, signIn } from '../fixtures.js'
import { test } from '../screens/stage.js'
import { hydrated } from '../support/hydrated.js'
import { goToPageOf, pageLink, pagesOf } from '../support/organization-pages.js'

test('inside an organization the navigation is its own, with what each viewer may open', async ({
  page,
  platform,
  stage,
  viewport,
}) => {
  const { consoleUrl } = platform
  const { organization, workspace } = stage.known
  const at = `${consoleUrl}/organizations/${organization}`
  const main = page.getByRole('navigation', { name: 'Main' })

  await test.step('a member finds what it has, with counts, and no settings', async () => {
    await signIn(page, platform, stage.people.member)
    await page.goto(`${at}/workspaces/${workspace}`)
    const pages = await pagesOf(page, organization)
    await expect(pageLink(pages, 'Workspaces')).toHaveAccessibleName('Workspaces 1')
    await expect(pageLink(pages, 'Workspaces')).toHaveAttribute('aria-current', 'page')
    await expect(pageLink(pages, 'Members')).toHaveAccessibleName('Members 2')
    await expect(pageLink(pages, 'Modules')).toHaveAccessibleName('Modules 1')
    for (const name of ['General', 'Webhooks', 'Limits', 'Tokens'])
      await expect(pageLink(pages, name)).toHaveCount(0)
    await expect(main).toHaveCount(0)
  })

  await test.step('a module of the organization is in it; for a stranger to it the page does not exist', async () => {
    await page.goto(`${consoleUrl}/modules/${organization}/walked/aws`)
    const pages = await pagesOf(page, organization)
    await expect(pageLink(pages, 'Modules')).toHaveAttribute('aria-current', 'page')
    await goToPageOf(page, organization, 'Teams')
    await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(organization)
  })

  await test.step('the site is one click away, and its shortcuts work from inside', async () => {
    await goTo(page, 'Organizations')
    await expect(page.getByRole('navigation', { name: /^Organization / })).toHaveCount(0)
    await page.goto(`${at}/teams`)
    await hydrated(page)
    if (isPhone({ viewport })) return
    // They are taken once the page idles.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('e')
      await expect(page).toHaveURL(`${consoleUrl}/engine-versions`, { timeout: 2_000 })
    }).toPass()
    await expect(main).toBeVisible()
  })

  await test.step('what a change adds is counted', async () => {
    await page.context().clearCookies()
    await signIn(page, platform, stage.people.owner)
    await page.goto(`${at}/teams/new`)
    await expect(page.getByRole('button', { name: 'Create team' })).toBeEnabled()
    const before = await pageLink(await pagesOf(page, organization), 'Teams').innerText()
    await page.keyboard.press('Escape')
    await page.getByLabel('Name', { exact: true }).fill('counted')
    await page.getByRole('button', { name: 'Create team' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'counted' })).toBeVisible()
    const pages = await pagesOf(page, organization)
    await expect(pageLink(pages, 'Teams')).toHaveText(`Teams ${Number(before.replace(/\D/g, '')) + 1}`)
  })
})

test('the one switcher asks the server, and knows the last five organizations', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  const names = Array.from({ length: 14 }, (_, index) => `switch-${String(index).padStart(2, '0')}`)
  for (const name of names)
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  await signIn(page, platform)
  const used = ['switch-13', 'switch-12', 'switch-11', 'switch-10', 'switch-09', 'switch-08']
  for (const name of used) {
    await page.goto(`${consoleUrl}/organizations/${name}/teams`)
    await hydrated(page)
  }
  const dialog = page.getByRole('dialog')
  await page.getByRole('banner').getByRole('button', { name: 'Organization switch-08' }).press('Enter')
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('link')).toHaveText(
    ['switch-08', 'switch-09', 'switch-10', 'switch-11', 'switch-12'].map((name) => new RegExp(name)),
  )
  await expect(dialog.getByRole('link', { name: /^All \d+ organizations$/ })).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Find an organization' }).fill('h-13')
  await expect(dialog.getByRole('group', { name: 'Found' }).getByRole('link')).toHaveText([/switch-13/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${consoleUrl}/organizations/switch-13/teams`)
  await expect(page.getByRole('main').getByRole('button', { name: /organization/i })).toHaveCount(0)
})
