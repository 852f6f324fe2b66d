import type { Page } from '@playwright/test'
import { addMember, expect, expectToast, signIn, test } from '../fixtures.js'
import { addEngineVersion, engineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'
import { chooseOfRow, pressOn, typeInto } from '../support/keyboard.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'

const queueOf = (page: Page) => page.getByRole('region', { name: 'Needs attention' })

/** The rows of a kind that are about something. */
const rowsOf = (page: Page, kind: string, about: string) =>
  queueOf(page)
    .getByRole('region', { name: kind, exact: true })
    .getByRole('listitem')
    .filter({ hasText: about })

test('an administrator works off the queue by the keyboard: what is solved leaves, what is put off waits', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { apiUrl, consoleUrl, rest } = platform
  const { step } = test
  const person = await addMember(platform, 'quentin')
  const theirs = restOf(apiUrl, await signInAtApi(platform, person))
  await addEngineVersion(rest, '7.31.0')
  const old = await rest.create('/admin/engine-versions', 'engine-versions', engineVersion('7.30.0'))
  for (const name of ['live', 'old'])
    await theirs.create('/organizations/quentin-labs/workspaces', 'workspaces', {
      name,
      'engine-version': name === 'old' ? '7.30.0' : '7.31.0',
    })
  await rest.patch('/admin/organizations/quentin-labs', 'organizations', { 'workspace-limit': 2 })
  await rest.patch(`/admin/engine-versions/${old.id}`, 'engine-versions', {
    deprecated: true,
    'deprecated-reason': 'It leaks.',
  })

  const limit = rowsOf(page, 'Limit reached', 'quentin-labs')
  const upgrade = rowsOf(page, 'Upgrade needed', 'quentin-labs')
  const row = 'Upgrade needed: quentin-labs'

  await step('it stands by kind, with its numbers', async () => {
    await signIn(page, platform)
    await page.goto(consoleUrl)
    await hydrated(page)
    await expect(limit).toContainText('2 of 2 workspaces')
    await expect(upgrade).toContainText('1 workspace on deprecated')
    await inspect('attention-queue')
  })

  await step('one kind is listed alone', async () => {
    await queueOf(page).getByRole('combobox', { name: 'Kind' }).selectOption('limit-reached')
    await expect(page).toHaveURL(/kind=limit-reached/)
    await expect(limit).toBeVisible()
    await expect(upgrade).toHaveCount(0)
    await queueOf(page).getByRole('combobox', { name: 'Kind' }).selectOption('All kinds')
    await expect(upgrade).toBeVisible()
  })

  await step('an item is taken, and put off until a week is over', async () => {
    await chooseOfRow(page, row, 'Take')
    await expectToast(page, 'You work on quentin-labs.')
    await expect(upgrade).toContainText('Mine')
    await chooseOfRow(page, row, 'Later: in a week')
    await expect(upgrade).toHaveCount(0)
    await queueOf(page)
      .getByRole('radiogroup', { name: 'View' })
      .getByText(/^Later/)
      .click()
    await expect(page).toHaveURL(/view=later/)
    await expect(upgrade).toBeVisible()
    await chooseOfRow(page, row, 'Show again')
    await expect(upgrade).toHaveCount(0)
    await queueOf(page).getByRole('radiogroup', { name: 'View' }).getByText(/^Open/).click()
  })

  await step('the limit is raised where it stands, and the row leaves by itself', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Raise limit: quentin-labs' }))
    const dialog = page.getByRole('dialog', { name: 'Workspace limit of quentin-labs' })
    await typeInto(page, dialog.getByLabel('Workspace limit'), '12')
    await page.keyboard.press('Enter')
    await expectToast(page, 'quentin-labs may have 12 workspaces.')
    await expect(limit).toHaveCount(0)
    expect((await rest.get('/admin/organizations/quentin-labs')).data?.attributes).toMatchObject({
      'workspace-limit': 12,
    })
  })

  await step('the workspaces are moved off the deprecated version', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Move workspaces: quentin-labs' }))
    const dialog = page.getByRole('dialog', { name: 'Change the engine version in quentin-labs' })
    await pressOn(page, dialog.getByRole('button', { name: 'Move 1 workspace' }))
    await expect(dialog.getByText('Done: 1 changed.')).toBeVisible()
    await pressOn(page, dialog.getByRole('button', { name: 'Close' }).last())
    await expect(upgrade).toHaveCount(0)
  })
})

test('@full a failed upload is put away on the page of its module, and is gone from the queue', async ({
  page,
  platform,
}) => {
  const { apiUrl, consoleUrl } = platform
  const person = await addMember(platform, 'quirina')
  const theirs = restOf(apiUrl, await signInAtApi(platform, person))
  const modules = '/organizations/quirina-labs/registry-modules'
  await theirs.create(modules, 'registry-modules', {
    name: 'net',
    provider: 'aws',
    'registry-name': 'private',
  })
  const version = await theirs.create(
    `${modules}/private/quirina-labs/net/aws/versions`,
    'registry-module-versions',
    { version: '1.0.0' },
  )
  const refused = await fetch(version.links['upload'] ?? '', { method: 'PUT', body: 'no archive' })
  expect(refused.status).toBe(422)

  const upload = rowsOf(page, 'Upload failed', 'quirina-labs/net/aws 1.0.0')
  await signIn(page, platform, person)
  await page.goto(consoleUrl)
  await hydrated(page)
  await expect(upload).toBeVisible()
  await page.goto(`${consoleUrl}/modules/quirina-labs/net/aws`)
  await hydrated(page)
  const line = page.getByRole('region', { name: 'Failed upload' })
  await expect(line).toContainText('The upload of 1.0.0 was refused')
  await pressOn(page, line.getByRole('button', { name: 'Put away' }))
  const question = page.getByRole('dialog')
  await pressOn(page, question.getByRole('button', { name: 'Put away' }))
  await expectToast(page, 'The failed upload of quirina-labs/net/aws 1.0.0 is put away.')
  await expect(line).toHaveCount(0)
  await page.goto(consoleUrl)
  await hydrated(page)
  await expect(upload).toHaveCount(0)
})
