import type { Page } from '@playwright/test'
import {
  addMember,
  expect,
  expectToast,
  goTo,
  menuItemOf,
  pageAction,
  narrowModules,
  rowOf,
  signIn,
  sortDown,
  test,
} from '../fixtures.js'
import { signInAtApi } from '../support/platform.js'
import { archiveOf, createModule, publishVersion, type ModuleFiles } from '../support/registry.js'
import { restOf } from '../support/rest.js'

const files: ModuleFiles = {
  'main.tf': [
    'variable "zones" {\n  type        = list(string)\n  description = "Where it lies."\n}',
    'variable "size" {\n  type    = number\n  default = 3\n}',
    'output "id" {\n  value = var.size\n}\n',
  ].join('\n'),
  'modules/part/main.tf': 'variable "inner" {}\n',
  'README.md': [
    '# The hull',
    'Holds **water** out.<script>document.title = "taken"</script>',
    '[bad](javascript:alert(1)) ![a chart](https://pictures.example/chart.png)',
  ].join('\n\n'),
}

const archive = async (contents: ModuleFiles) => ({
  name: 'module.tar.gz',
  mimeType: 'application/gzip',
  buffer: await archiveOf(contents),
})

/** Letters that no archive makes smaller; always the same. */
function ballast(): string {
  const bytes = Buffer.alloc(15 * 1024 * 1024)
  let state = 1
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes.toString('base64')
}

const choose = (page: Page, file: Awaited<ReturnType<typeof archive>>) =>
  page.getByLabel('Archive of the module', { exact: true }).setInputFiles(file)

test('an owner makes a module and publishes it in the browser, at the second try', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await signIn(page, platform, await addMember(platform, 'mona'))

  await step('where nothing is yet, the list says how to publish', async () => {
    await page.goto(consoleUrl)
    await goTo(page, 'Modules')
    await expect(page.getByText('No modules yet')).toBeVisible()
    await expect(page.getByText(/node engine-publish\.mjs \. --to mona-labs\/network\/aws/)).toBeVisible()
    await page.getByText('GitLab CI', { exact: true }).click()
    await expect(page.getByRole('region', { name: 'the pipeline' })).toContainText(
      '/downloads/engine-publish.mjs',
    )
    await page.getByRole('link', { name: 'New module' }).first().click()
    await expect(heading('New module')).toBeVisible()
  })

  await step('a new module is made; mistakes are told under their fields', async () => {
    await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue('mona-labs')
    await page.getByLabel('Name').fill('no spaces')
    await page.getByLabel('Provider').fill('AWS')
    await page.getByRole('button', { name: 'Create module' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Name is invalid/)
    await expect(page.getByLabel('Provider')).toHaveAccessibleDescription(/Provider is invalid/)
    await page.getByLabel('Name').fill('hull')
    await page.getByLabel('Provider').fill('sea')
    await page.getByRole('button', { name: 'Create module' }).click()
    await expectToast(page, 'mona-labs/hull/sea is created.')
    await expect(heading('Publish a version of hull/sea')).toBeVisible()
  })

  await step('an archive that does not parse is refused with file and line', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Choose the folder of the module, or an archive of it.')).toBeVisible()
    await choose(page, await archive({ 'main.tf': 'variable "size" {\n  type = = number\n}\n' }))
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'The archive was refused' })
    await expect(alert).toContainText(/main\.tf:2/)
  })

  await step('the mended one is published under the same number, however large it is', async () => {
    const large = await archive({ ...files, 'ballast.txt': ballast() })
    // What passes the console's own check is buffered in memory, and cut off there.
    expect(large.buffer.length).toBeGreaterThan(10 * 1024 * 1024)
    await choose(page, large)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectToast(page, 'hull 1.0.0 is published.')
    await expect(heading('hull/sea')).toBeVisible()
    await expect(page).toHaveURL(`${consoleUrl}/modules/mona-labs/hull/sea?version=1.0.0`)
  })

  await step('the README is shown, and scripts in it stay text', async () => {
    const readme = page.getByRole('region', { name: 'README' })
    await expect(readme.getByRole('heading', { name: 'The hull' })).toBeVisible()
    await expect(readme.getByText('<script>')).toBeVisible()
    await expect(readme.getByRole('link', { name: 'a chart' })).toHaveAttribute('href', /chart\.png/)
    await expect(readme.getByRole('link', { name: 'bad' })).toBeHidden()
    await expect(readme.locator('img, script')).toHaveCount(0)
    await expect(page).toHaveTitle(/hull\/sea/)
  })

  await step(
    'inputs and submodules are told at an address of their own, also at those of former tabs',
    async () => {
      await page.getByRole('link', { name: /^Inputs and outputs/ }).click()
      await expect(page).toHaveURL(/tab=inputs/)
      await expect(rowOf(page, 'zones')).toContainText('Required')
      await expect(rowOf(page, 'size')).toContainText('3')
      await page.reload()
      await expect(rowOf(page, 'zones')).toContainText('Where it lies.')
      await page.goto(`${consoleUrl}/modules/mona-labs/hull/sea?tab=inputs#input_size`)
      await expect(page.locator('#input_size[data-marked]')).toBeInViewport()
      await page.goto(`${consoleUrl}/modules/mona-labs/hull/sea?tab=folders`)
      await expect(rowOf(page, 'modules/part')).toBeVisible()
      const rail = page.getByRole('complementary', { name: 'At a glance' })
      await rail.getByRole('link', { name: 'modules/part' }).click()
      await expect(heading('modules/part')).toBeVisible()
      await page.getByRole('link', { name: 'hull/sea' }).click()
      await expect(heading('hull/sea')).toBeVisible()
    },
  )

  await step('the call is written with the inputs filled in', async () => {
    await page.getByRole('link', { name: 'Usage' }).click()
    const call = page.getByRole('region', { name: 'the module call' })
    await expect(call).toContainText('zones = null # list(string)')
    await page.getByLabel('zones').fill('["north"]')
    await expect(call).toContainText('zones = ["north"]')
    await expect(call).toContainText('source  = "registry.local.test/mona-labs/hull/sea"')
    await expect(page.getByRole('region', { name: 'the configuration of the CLI' })).toContainText(
      '/v1/modules/"',
    )
    await page.getByRole('button', { name: 'Copy the module call' }).click()
    await expect(page.getByRole('button', { name: 'Copied the module call' })).toBeVisible()
  })

  await step('the palette finds it by its address', async () => {
    await page.getByRole('button', { name: 'Search and commands' }).click()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('textbox').fill('labs/hull')
    await expect(palette.getByText('mona-labs/hull/sea', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('an owner looks after the versions of a module', async ({ page, platform }) => {
  test.slow()
  const { apiUrl, consoleUrl } = platform
  const { step } = test
  const owner = await addMember(platform, 'vera')
  const token = await signInAtApi(platform, owner)
  const rest = restOf(apiUrl, token)
  const address = 'vera-labs/keel/sea'
  await rest.create('/organizations/vera-labs/registry-modules', 'registry-modules', {
    ...{ name: 'keel', provider: 'sea' },
    'registry-name': 'private',
  })
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publishVersion(rest, address, version, files)
  const protocol = (path: string) =>
    fetch(`${apiUrl}/v1/modules/${address}/${path}`, { headers: { authorization: `Bearer ${token}` } })
  await signIn(page, platform, owner)
  await page.goto(`${consoleUrl}/modules/${address}?tab=versions`)

  await step('deprecating asks why and where to read more, and refuses what is no address', async () => {
    await (await menuItemOf(page, '1.0.0', 'Deprecate')).click()
    const dialog = page.getByRole('dialog', { name: 'Deprecate 1.0.0?' })
    await dialog.getByLabel('Reason').fill('It leaks in storms.')
    await dialog.getByLabel('Where to read more').fill('not an address')
    await dialog.getByRole('button', { name: 'Deprecate 1.0.0' }).click()
    await expect(dialog.getByLabel('Where to read more')).toHaveAccessibleDescription(/invalid/)
    await dialog.getByLabel('Where to read more').fill('https://handbook.example/storms')
    await dialog.getByRole('button', { name: 'Deprecate 1.0.0' }).click()
    await expectToast(page, '1.0.0 is deprecated.')
    await expect(rowOf(page, '1.0.0')).toContainText('It leaks in storms.')
    expect((await protocol('1.0.0/download')).status).toBe(204)
  })

  await step('a revoked version can be read about and not installed', async () => {
    await (await menuItemOf(page, '1.1.0', 'Revoke')).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke 1.1.0?' })
    await dialog.getByLabel('Reason').fill('It sinks.')
    await dialog.getByRole('button', { name: 'Revoke 1.1.0' }).click()
    await expectToast(page, '1.1.0 is revoked.')
    expect((await protocol('1.1.0/download')).status).toBe(410)
    await page.getByRole('link', { name: '1.1.0', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'This version is revoked' })
    await expect(alert).toContainText('It sinks.')
    await expect(page.getByRole('link', { name: 'Use 1.2.0' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download archive' })).toBeHidden()
    await page.getByRole('link', { name: 'README and inputs' }).click()
    const rail = page.getByRole('complementary', { name: 'At a glance' })
    await expect(rail).toContainText('1.1.0 cannot be installed.')
    await expect(rail.getByRole('region', { name: 'the snippet' })).toBeHidden()
    await expect(rail.getByRole('link', { name: 'Use 1.2.0' })).toBeVisible()
  })

  await step('restoring brings it back', async () => {
    await page.getByRole('link', { name: /^Versions/ }).click()
    await (await menuItemOf(page, '1.1.0', 'Restore')).click()
    await page
      .getByRole('dialog', { name: 'Restore 1.1.0?' })
      .getByRole('button', { name: 'Restore 1.1.0' })
      .click()
    await expectToast(page, '1.1.0 is restored.')
    expect((await protocol('1.1.0/download')).status).toBe(204)
  })

  await step('deleting wants its name typed and says that the number is never given again', async () => {
    await (await menuItemOf(page, '1.2.0', 'Delete')).click()
    const dialog = page.getByRole('dialog', { name: 'Delete keel 1.2.0?' })
    await expect(dialog).toContainText('The number 1.2.0 cannot be used again')
    await dialog.getByLabel('Reason').fill('Published by mistake.')
    await expect(dialog.getByRole('button', { name: 'Delete 1.2.0' })).toBeDisabled()
    await dialog.getByLabel('Type keel 1.2.0 to confirm').fill('keel 1.2.0')
    await dialog.getByRole('button', { name: 'Delete 1.2.0' }).click()
    await expectToast(page, 'keel 1.2.0 is deleted.')
    await expect(rowOf(page, '1.2.0')).toBeHidden()
    const again = await rest.post(
      `/organizations/vera-labs/registry-modules/private/${address}/versions`,
      'registry-module-versions',
      { version: '1.2.0' },
    )
    expect(again.status).toBe(422)
  })

  await step('downloads are told over time, and by organization and version', async () => {
    await page.getByRole('link', { name: 'Usage' }).click()
    // Who uses it is asked for once in sight.
    await page.getByRole('region', { name: 'Once for each machine' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('img', { name: /^2 downloads in 30 days/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Still used' })).toContainText('vera-labs')
    await page.getByText('7 days').click()
    await expect(page.getByRole('img', { name: /^2 downloads in 7 days/ })).toBeVisible()
    await page.getByText('Show data').click()
    await expect(page.getByRole('table', { name: 'Downloads by day' })).toContainText('2')
  })

  await step('a module is deleted by its whole address', async () => {
    await (await pageAction(page, 'Delete')).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${address}?` })
    await dialog.getByLabel('Reason').fill('The ship is gone.')
    await dialog.getByLabel(`Type ${address} to confirm`).fill(address)
    await dialog.getByRole('button', { name: 'Delete keel' }).click()
    await expectToast(page, `${address} is deleted.`)
    await expect(page.getByRole('heading', { level: 1, name: 'Modules of vera-labs' })).toBeVisible()
    await expect(page.getByText('No modules yet')).toBeVisible()
  })
})

test('@full an administrator finds all modules, in any order, and marks one as trusted', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await createModule(rest, 'shipyard/mast/sea')
  await publishVersion(rest, 'shipyard/mast/sea', '1.0.0', files)
  await createModule(rest, 'dockyard/mast/sea')
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/modules`)
  await page.getByRole('searchbox', { name: 'Search modules' }).fill('YARD/MAST')
  await expect(rowOf(page, 'dockyard/mast/sea')).toContainText('Nothing published')
  await expect(rowOf(page, 'shipyard/mast/sea')).toContainText('1.0.0')
  await sortDown(page, 'Modules', 'Changed')
  await expect(page).toHaveURL(/search=YARD%2FMAST&order=-updated/)
  await expect(page.getByRole('row').filter({ hasText: 'mast/sea' }).first()).toContainText('dockyard')
  await narrowModules(page, 'Publication', 'Published')
  await expect(rowOf(page, 'dockyard/mast/sea')).toBeHidden()
  await (await menuItemOf(page, 'shipyard/mast/sea', 'Mark as trusted')).click()
  const dialog = page.getByRole('dialog', { name: 'Mark shipyard/mast/sea as trusted?' })
  await dialog.getByRole('button', { name: 'Trust mast' }).click()
  await expectToast(page, 'shipyard/mast/sea is trusted.')
  await expect(rowOf(page, 'shipyard/mast/sea')).toContainText('Trusted')
})

test('@full members without the right see what they may not do, and strangers nothing', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  await createModule(rest, 'quay/bollard/sea')
  await publishVersion(rest, 'quay/bollard/sea', '1.0.0', files)
  const member = await addMember(platform, 'milo')
  await signIn(page, platform, member)
  for (const path of ['quay', 'quay/bollard/sea', 'quay/bollard/sea/publish']) {
    await page.goto(`${consoleUrl}/modules/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
  }
  await rest.create('/organizations/quay/organization-memberships', 'organization-memberships', {
    email: member.email,
  })
  await page.goto(`${consoleUrl}/modules/quay/bollard/sea`)
  const publish = page.getByRole('button', { name: 'Publish a version' })
  await expect(publish).toHaveAccessibleDescription(/Only for those who manage the modules/)
  await page.goto(`${consoleUrl}/modules/quay/bollard/sea/publish`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
