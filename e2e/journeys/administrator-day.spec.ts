import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, signIn, test } from '../fixtures.js'
import { asOwner } from '../support/database.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'
import { chooseIn, chooseOfRow, pressOn, tabInto, typeInto } from '../support/keyboard.js'
import { addModule } from '../support/registry.js'

const total = 201

/** The organizations of a large platform; every thirtieth is at its limit, and two have workspaces on a version. */
const fill = (version: string): readonly string[] => [
  `INSERT INTO organizations (id, name, name_key, email, workspace_limit, created_at, updated_at)
    SELECT 'org-day' || lpad(n::text, 13, '0'), 'branch-' || lpad(n::text, 3, '0'), 'branch-' || lpad(n::text, 3, '0'),
      'branch-' || n || '@example.com', CASE WHEN n % 30 = 7 THEN 1 END, now() - n * interval '1 minute', now()
    FROM generate_series(0, ${total - 1}) AS n`,
  `INSERT INTO workspaces (id, organization_id, name, name_key, engine_version_id, created_at, updated_at)
    SELECT 'ws-day' || lpad(n::text, 13, '0'), 'org-day' || lpad((CASE WHEN n < 7 THEN n * 30 + 7 ELSE 100 + n % 2 END)::text, 13, '0'),
      'app-' || lpad(n::text, 2, '0'), 'app-' || lpad(n::text, 2, '0'),
      (SELECT id FROM engine_versions WHERE version = CASE WHEN n < 7 THEN '${version}' ELSE '61.1.0' END), now(), now()
    FROM generate_series(0, 46) AS n`,
]

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Opens the palette by its keys, types, and goes down to the entry of this name. */
async function runInPalette(page: Page, text: string, entry: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(text)
  const wanted = palette.getByRole('button', { name: entry, exact: true })
  await expect(wanted).toBeVisible()
  const entries = await palette.getByRole('button').count()
  for (let left = entries; left > 0 && (await wanted.getAttribute('data-selected')) === null; left--)
    await page.keyboard.press('ArrowDown')
  await expect(wanted).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
}

/** Takes everything that matches in a list: the page first, then all. */
async function selectAllThatMatch(page: Page, number: number): Promise<void> {
  await pressOn(page, page.getByRole('checkbox', { name: 'Select all on this page' }), 'Space')
  await pressOn(page, page.getByRole('button', { name: `Select all ${number} that match` }))
  await expect(page.getByText(`${number} selected`)).toBeVisible()
}

async function closeEnded(page: Page, dialog: Locator, text: string): Promise<void> {
  await expect(dialog.getByText(text)).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('@full a day of an administrator of two hundred organizations, by the keyboard alone', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const old = await addEngineVersion(rest, '61.1.0')
  await addEngineVersion(rest, '61.2.0')
  await asOwner(platform, async (client) => {
    for (const statement of fill('61.2.0')) await client.query(statement)
    await client.query('ANALYZE')
  })
  await addModule(rest, 'branch-150/network/aws')
  const version = await rest.create(
    '/organizations/branch-150/registry-modules/private/branch-150/network/aws/versions',
    'registry-module-versions',
    { version: '1.0.0' },
  )
  expect((await fetch(version.links['upload'] ?? '', { method: 'PUT', body: 'no archive' })).status).toBe(422)
  await rest.patch(`/admin/engine-versions/${old.id}`, 'engine-versions', {
    deprecated: true,
    'deprecated-reason': 'Use 61.2.0.',
  })
  const queue = page.getByRole('region', { name: 'Needs attention' })
  const limitOf = async (name: string) =>
    (await rest.get(`/admin/organizations/${name}`)).data?.attributes['workspace-limit']

  await step('an organization is found by a part of its name', async () => {
    await signIn(page, platform)
    await page.goto(consoleUrl)
    await hydrated(page)
    await expect(queue).toBeVisible()
    await runInPalette(page, 'anch-150', 'branch-150')
    await expect(page.getByRole('heading', { level: 1, name: 'branch-150' })).toBeFocused()
    await inspect('day-organization')
  })

  await step('the limits of all that are at one are raised', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeFocused()
    await pressOn(page, page.getByRole('button', { name: 'Filters', exact: true }))
    await tabInto(page, page.getByRole('radiogroup', { name: 'Limits' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/limit=true/)
    await expect(page.getByRole('row')).toHaveCount(8)
    await pressOn(page, page.getByRole('checkbox', { name: 'Select all on this page' }), 'Space')
    await expect(page.getByText('7 selected')).toBeVisible()
    await pressOn(page, page.getByRole('button', { name: 'Set limit…' }))
    const dialog = dialogOf(page)
    await expect(dialog.getByLabel('Workspace limit')).toBeFocused()
    await page.keyboard.type('20')
    await expect(dialog.getByText(/^7 organizations will change: branch-007/)).toBeVisible()
    await typeInto(page, dialog.getByLabel('Reason'), 'They grow.')
    await inspect('day-limits')
    await pressOn(page, dialog.getByRole('button', { name: 'Set the limit of 7 organizations' }))
    await closeEnded(page, dialog, 'Done: 7 changed.')
    await expect(page.getByText('No organization matches')).toBeVisible()
    for (const name of ['branch-007', 'branch-187']) expect(await limitOf(name)).toBe(20)
    expect(await limitOf('branch-008')).toBeNull()
  })

  await step('forty workspaces are moved off a deprecated version', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeFocused()
    await pressOn(page, page.getByRole('button', { name: 'Filters', exact: true }))
    await chooseIn(page, page.getByRole('combobox', { name: 'Engine version' }), '61.1.0')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/version=61\.1\.0/)
    await selectAllThatMatch(page, 40)
    await pressOn(page, page.getByRole('button', { name: 'Move to a version…' }))
    const dialog = dialogOf(page)
    await expect(dialog.getByText(/^40 workspaces will change/)).toBeVisible()
    await pressOn(page, dialog.getByRole('button', { name: 'Move 40 workspaces' }))
    await closeEnded(page, dialog, 'Done: 40 changed.')
    await expect(page.getByText('No workspace matches')).toBeVisible()
  })

  await step('a module is shared with twelve', async () => {
    await runInPalette(page, 'share network', 'Share the modules of branch-150')
    await expect(page.getByRole('heading', { level: 1, name: 'Registry sharing' })).toBeFocused()
    const modules = page.getByRole('region', { name: 'Who may use its modules' })
    await tabInto(page, modules.getByRole('radiogroup'))
    await page.keyboard.press('ArrowDown')
    const field = modules.getByRole('combobox')
    for (let number = 20; number < 32; number++) {
      await chooseIn(page, field, `branch-0${number}`)
      await expect(modules.getByRole('button', { name: `Remove branch-0${number}` })).toBeVisible()
    }
    await expect(page.getByText('12 organizations', { exact: true })).toBeVisible()
    await pressOn(page, page.getByRole('button', { name: 'Save sharing' }))
    await expectToast(page, 'The registry sharing of branch-150 is saved.')
    const { data } = await rest.get('/admin/organizations/branch-150/relationships/module-consumers')
    expect(data).toHaveLength(12)
  })

  await step('the queue is closed', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
    await expect(queue).toBeVisible()
    await expect(queue.getByText('Limit reached')).toHaveCount(0)
    await expect(queue.getByText('Upgrade needed')).toHaveCount(0)
    await chooseOfRow(page, 'Upload failed: branch-150/network/aws 1.0.0', 'Put away')
    await pressOn(page, dialogOf(page).getByRole('button', { name: 'Put away' }))
    await expectToast(page, 'The failed upload of branch-150/network/aws 1.0.0 is put away.')
    await expect(queue.getByText(/^All clear\./)).toBeVisible()
    await inspect('day-over')
  })
})
