import {
  addMember,
  expect,
  expectToast,
  menuItemOf,
  narrowModules,
  pageAction,
  rowOf,
  signIn,
  test,
} from '../fixtures.js'
import {
  addModule,
  createModule,
  publishVersion,
  setLifecycle,
  type ModuleFiles,
} from '../support/registry.js'
import { shareModules } from '../support/sharing.js'

const files: ModuleFiles = {
  'main.tf': [
    'variable "reach" {\n  type        = number\n  description = "In metres."\n}',
    'output "id" {\n  value = var.reach\n}\n',
  ].join('\n'),
  'README.md': '# The crane\n\nLifts what is too heavy.\n',
}

test('a member of a consumer sees and uses what others share, and no longer than that', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const address = 'wharf/crane/sea'
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await createModule(rest, address)
  for (const version of ['1.0.0', '1.1.0']) await publishVersion(rest, address, version, files)
  await setLifecycle(rest, address, '1.0.0', 'Revoked')
  await addModule(rest, 'wharf/unfinished/sea')
  await signIn(page, platform, await addMember(platform, 'rita'))

  await step('before any organization shares, the module is not found', async () => {
    for (const path of ['modules/wharf', `modules/${address}`]) {
      await page.goto(`${consoleUrl}/${path}`)
      await expect(heading('Page not found'), path).toBeVisible()
    }
    await page.goto(`${consoleUrl}/modules?shared=true`)
    await expect(page.getByText('No modules are shared with you')).toBeVisible()
  })

  await step('the list says whose it is and why it is there, and nothing of what is unfinished', async () => {
    await shareModules(platform, 'wharf', ['rita-labs'])
    await page.goto(`${consoleUrl}/modules`)
    await expect(rowOf(page, address)).toContainText('Shared with rita-labs')
    await expect(page.getByText('unfinished')).toBeHidden()
    await narrowModules(page, 'Owner', 'Mine')
    await expect(page).toHaveURL(/shared=false/)
    await expect(page.getByText('Your organizations have no modules yet')).toBeVisible()
    await narrowModules(page, 'Owner', 'Shared with me')
    await expect(rowOf(page, address)).toBeVisible()
  })

  await step('its page says how to use it, and offers nothing that is the owner’s', async () => {
    await (await menuItemOf(page, address, 'Use it')).click()
    await expect(heading('crane/sea')).toBeVisible()
    await expect(page.getByText(/belongs to wharf, which shares its modules with rita-labs/)).toBeVisible()
    const call = page.getByRole('region', { name: 'the module call' })
    await expect(call).toContainText('source  = "registry.local.test/wharf/crane/sea"')
    for (const name of ['Publish a version', 'Edit', 'Delete'])
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
    await expect(page.getByRole('region', { name: 'Over time' })).toBeHidden()
    await page.getByRole('link', { name: /^Versions/ }).click()
    await expect(rowOf(page, '1.0.0')).toContainText('Revoked')
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    for (const path of ['publish', 'edit']) {
      await page.goto(`${consoleUrl}/modules/${address}/${path}`)
      await expect(heading('Page not found'), path).toBeVisible()
    }
    await page.goto(`${consoleUrl}/modules/wharf/unfinished/sea`)
    await expect(heading('Page not found')).toBeVisible()
  })

  await step('what is shared with all says so', async () => {
    const withAll = { 'global-module-sharing': true }
    await rest.patch('/admin/organizations/wharf', 'organizations', withAll)
    await page.goto(`${consoleUrl}/modules/wharf`)
    await expect(rowOf(page, 'crane/sea')).toContainText('Shared with all organizations')
  })

  await step('what is withdrawn is gone at once, also from a page that is open', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    await expect(heading('crane/sea')).toBeVisible()
    await shareModules(platform, 'wharf', [])
    // The page asks again when one comes back to it, but for some moments after it was asked last.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(page.getByText('This module is no longer available')).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 120_000 })
    await page.getByRole('link', { name: 'Go to modules' }).click()
    await expect(page.getByText('No modules yet')).toBeVisible()
  })
})

test('what is told of a module is edited, and two people do not undo each other’s work', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  const { step } = test
  const address = 'drydock/dock/sea'
  const path = `/organizations/drydock/registry-modules/private/${address}`
  const told = async () => (await rest.get(path)).data?.attributes
  await createModule(rest, address)
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/modules/${address}`)
  await (await pageAction(page, 'Edit')).click()
  const save = page.getByRole('button', { name: 'Save module' })

  await step('a mistake is told under its field', async () => {
    await page.getByLabel('Description').fill('Keeps ships dry.')
    await page.getByLabel('Source repository').fill('invalid')
    await save.click()
    await expect(page.getByLabel('Source repository')).toHaveAccessibleDescription(/invalid/)
    expect(await told()).toMatchObject({ description: null })
  })

  await step('another user was faster: their change stays, and so does what is typed here', async () => {
    await page.getByLabel('Source repository').fill('')
    const faster = { 'source-url': 'https://git.example/dock' }
    expect((await rest.patch(path, 'registry-modules', faster)).status).toBe(200)
    await save.click()
    await page.getByRole('button', { name: /load/i }).click()
    await expect(page.getByLabel('Source repository')).toHaveValue('https://git.example/dock')
    await expect(page.getByLabel('Description')).toHaveValue('Keeps ships dry.')
    await save.click()
    await expectToast(page, 'dock/sea is saved.')
    expect(await told()).toMatchObject({ ...faster, description: 'Keeps ships dry.' })
  })
})

test('a user without rights, or organization, is told what modules are and how to get some', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  const person = { username: 'nadia', email: 'nadia@example.com', password: 'a goat that eats paper' }
  await rest.create('/admin/users', 'users', person)
  await signIn(page, platform, person)
  await page.goto(`${consoleUrl}/modules`)
  await expect(page.getByText('You are not in an organization yet')).toBeVisible()
  await rest.create('/organizations', 'organizations', { name: 'slipway', email: 'slipway@example.com' })
  await rest.create('/organizations/slipway/organization-memberships', 'organization-memberships', {
    email: person.email,
  })
  await page.reload()
  await expect(page.getByText('No modules yet')).toBeVisible()
  await expect(page.getByText(/takes the right to manage modules/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New module' })).toBeHidden()
})
