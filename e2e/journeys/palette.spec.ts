import type { Page } from '@playwright/test'
import { addMember, expect, goTo, signIn, test, type LivingPlatform } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'
import { onceFor } from '../support/once.js'
import { createModule, publishVersion } from '../support/registry.js'

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const entry = (page: Page, name: string) => paletteOf(page).getByRole('button', { name })

async function opened(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(paletteOf(page).getByRole('textbox')).toBeFocused()
}

async function search(page: Page, text: string): Promise<void> {
  await paletteOf(page).getByRole('textbox').fill(text)
}

/** One thing of every kind that a member of the organization finds. */
const harborOf = onceFor(async (platform: LivingPlatform) => {
  const { rest } = platform
  const person = await addMember(platform, 'hanna')
  await rest.create('/organizations', 'organizations', { name: 'jetty', email: 'jetty@example.com' })
  await addEngineVersion(rest, '1.44.0')
  await rest.create('/organizations/jetty/workspaces', 'workspaces', {
    name: 'jetty-lights',
    'engine-version': '1.44.0',
  })
  await rest.create('/organizations/jetty/teams', 'teams', { name: 'jetty-pilots' })
  await createModule(rest, 'breakwater/stones/sea')
  await publishVersion(rest, 'breakwater/stones/sea', '1.0.0', {
    'main.tf': 'variable "stone_weight" {}\n',
    'README.md': 'Keeps the sea out.',
  })
  return person
})

test('keys typed before the palette is there arrive whole', async ({ page, platform }) => {
  await signIn(page, platform)
  // Not fetched ahead, and on its way for as long as the typing takes.
  await page.addInitScript(() => (window.requestIdleCallback = () => 0))
  await page.goto(platform.consoleUrl)
  await hydrated(page)
  let release = (): void => undefined
  const typed = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_next/static/**', async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('platformx')
  await page.keyboard.press('Backspace')
  release()
  const field = paletteOf(page).getByRole('textbox')
  await expect(field).toHaveValue('platform')
  await expect(field).toBeFocused()
  await page.keyboard.type('s')
  await expect(field).toHaveValue('platforms')
  await page.unrouteAll()
})

test('the palette finds things of every kind and says what matched', async ({ page, platform, inspect }) => {
  const person = await harborOf(platform)
  await signIn(page, platform)
  await page.goto(platform.consoleUrl)
  await hydrated(page)
  await opened(page)
  const { step } = test

  await step('things of an organization', async () => {
    await search(page, 'jetty')
    for (const name of ['jetty-lights', 'jetty-pilots'])
      await expect(entry(page, name)).toContainText('jetty')
    await inspect('palette-things')
  })

  await step('a module by an input', async () => {
    await search(page, 'stone_weight')
    await expect(entry(page, 'breakwater/stones/sea')).toContainText('input stone_weight')
  })

  await step('a user, whose page Enter opens', async () => {
    await search(page, person.username)
    await expect(paletteOf(page).getByRole('button').first()).toContainText(person.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible()
  })

  await step('what was visited is offered first, until the session is ended', async () => {
    await opened(page)
    const recent = paletteOf(page).getByRole('button').first()
    await expect(recent).toContainText(person.username)
    await search(page, 'sign out')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(person.username)
  })
})

test('commands are offered by what one may do', async ({ page, platform }) => {
  const person = await harborOf(platform)
  await signIn(page, platform, person)
  await page.goto(platform.consoleUrl)
  await hydrated(page)
  const { step } = test
  const form = page.getByRole('dialog', { name: /invite/i })

  await step('a form of the own organization', async () => {
    await opened(page)
    await search(page, 'invite')
    await entry(page, 'Invite a member').click()
    await expect(form).toBeVisible()
  })

  await step('the palette keeps the focus over a form that is closed the moment before', async () => {
    await page.keyboard.press('Escape')
    await opened(page)
    await expect(form).toBeHidden()
    await page.keyboard.type('new')
    await expect(paletteOf(page).getByRole('textbox')).toHaveValue('new')
  })

  await step('none for what is not allowed', async () => {
    await expect(entry(page, 'New workspace')).toBeVisible()
    await expect(entry(page, 'New engine version')).toHaveCount(0)
    await expect(entry(page, 'New user')).toHaveCount(0)
  })

  await step('the theme is switched', async () => {
    await search(page, 'dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await opened(page)
    await search(page, 'theme')
    await entry(page, 'Switch to the light theme').click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  })
})

test('a verb and a thing lead to the very form or dialog, for those who may', async ({ page, platform }) => {
  const person = await harborOf(platform)
  const { consoleUrl, rest } = platform
  await signIn(page, platform)
  await page.goto(consoleUrl)
  await hydrated(page)
  const { step } = test
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await step('a version is deprecated in its own dialog', async () => {
    await opened(page)
    await search(page, 'deprecate 1.44')
    await entry(page, 'Deprecate 1.44.0').click()
    await expect(dialog('Deprecate 1.44.0').or(dialog('Deprecate 1.44.0?'))).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await step('an act of the page of a thing asks there', async () => {
    await page.goto(consoleUrl)
    await hydrated(page)
    await opened(page)
    await search(page, 'delete stones')
    await entry(page, 'Delete: breakwater/stones/sea').click()
    await expect(dialog('Delete breakwater/stones/sea?')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await step('sharing is filled in', async () => {
    await opened(page)
    await search(page, 'share stones with jetty')
    await entry(page, 'Share the modules of breakwater with jetty').click()
    await expect(page).toHaveURL(`${consoleUrl}/organizations/breakwater/settings/sharing?with=jetty`)
  })

  await step('the organization of a new thing is found by the server', async () => {
    for (let number = 10; number < 22; number++)
      await rest.create('/organizations', 'organizations', {
        name: `berth-${number}`,
        email: `b${number}@example.com`,
      })
    await page.goto(consoleUrl)
    await hydrated(page)
    await opened(page)
    await search(page, 'new workspace in berth-21')
    await entry(page, 'New workspace in berth-21').click()
    await expect(page).toHaveURL(`${consoleUrl}/organizations/berth-21/workspaces/new`)
  })

  await step('more than are shown lead to the list', async () => {
    await opened(page)
    await search(page, 'berth')
    await entry(page, 'All 12 organizations with “berth”').click()
    await expect(page).toHaveURL(`${consoleUrl}/organizations?search=berth`)
  })

  await step('nothing found says what can be typed', async () => {
    await opened(page)
    await search(page, 'deprecate nothing-of-the-kind')
    await expect(paletteOf(page)).toContainText('a verb and a thing: deprecate 1.9')
    await page.keyboard.press('Escape')
  })

  await step('what is opened most comes first', async () => {
    for (const _ of [1, 2]) {
      await page.goto(`${consoleUrl}/organizations/berth-17`)
      await expect(page.getByRole('heading', { level: 1, name: 'berth-17' })).toBeVisible()
    }
    await hydrated(page)
    await opened(page)
    await search(page, 'berth-1')
    await expect(paletteOf(page).getByRole('button').first()).toContainText('berth-17')
    await page.keyboard.press('Escape')
  })

  await step('who may not is offered nothing', async () => {
    await page.context().clearCookies()
    await signIn(page, platform, person)
    await page.goto(consoleUrl)
    await hydrated(page)
    await opened(page)
    await search(page, 'deprecate 1.44')
    await expect(paletteOf(page)).toContainText('a verb and a thing: publish network')
    await expect(entry(page, 'Deprecate')).toHaveCount(0)
  })
})

test('single keys search, go to pages and show themselves, never while one types', async ({
  page,
  platform,
  inspect,
}) => {
  await signIn(page, platform)
  await page.goto(platform.consoleUrl)
  await hydrated(page)
  const { step } = test
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await step('g and a letter lead to a page', async () => {
    // They are taken once the page idles.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('m')
      await expect(heading('Modules')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await expect(heading('Users')).toBeVisible()
  })

  await step('a slash goes to the search of the list, where letters are letters', async () => {
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search users' })
    await expect(field).toBeFocused()
    await page.keyboard.type('gm?/')
    await expect(field).toHaveValue('gm?/')
    await expect(heading('Users')).toBeVisible()
  })

  await step('without a list it opens the palette', async () => {
    await goTo(page, 'Overview')
    await page.keyboard.press('/')
    await expect(paletteOf(page).getByRole('textbox')).toBeFocused()
    await expect(paletteOf(page).getByRole('textbox')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(paletteOf(page)).toBeHidden()
  })

  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await step('a question mark shows them all, and they can be turned off', async () => {
    await page.keyboard.press('?')
    await expect(dialog.getByText('Engine versions')).toBeVisible()
    await inspect('keyboard-shortcuts')
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('?')
    await opened(page)
    await expect(dialog).toBeHidden()
    await search(page, 'shortcuts')
    await page.keyboard.press('Enter')
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await expect(dialog.getByRole('switch', { name: 'Single-key shortcuts' })).toBeChecked()
  })
})
