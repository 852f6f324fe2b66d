import { expect, filterBeside, isBeside, narrowModules, rowOf, signIn, test } from '../fixtures.js'
import { addModule, createModule, publishVersion } from '../support/registry.js'

test('modules are found by what is inside them, and narrowed by organization and provider', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl, rest } = platform
  const made = async (address: string, code: string, readme: string, make = createModule) => {
    await make(rest, address)
    await publishVersion(rest, address, '1.0.0', { 'main.tf': code, 'README.md': readme })
  }
  await made('lighthouse/lamp/sea', 'variable "flash_interval" {}\n', 'Burns at night.')
  await made(
    'lighthouse/keeper/land',
    'output "name" {\n  value = 1\n}\n',
    'Minds the flash at its interval.',
    addModule,
  )
  await made('beacon/lamp/land', 'variable "flash_interval" {}\n', 'On a hill.')
  await signIn(page, platform)
  const { step } = test

  await step('words of inputs and READMEs find modules, and each row says which', async () => {
    await page.goto(`${consoleUrl}/modules`)
    await page.getByRole('searchbox', { name: 'Search modules' }).fill('flash interval')
    await expect(rowOf(page, 'lighthouse/lamp/sea')).toContainText('Matches input flash_interval')
    await expect(rowOf(page, 'beacon/lamp/land')).toContainText('Matches input flash_interval')
    await expect(rowOf(page, 'lighthouse/keeper/land')).toContainText('Matches README')
    await inspect('module-search')
  })

  await step('a facet counts what each choice leaves, and stands in the address', async () => {
    if (isBeside(page)) await expect(filterBeside(page, 'Provider')).toHaveText(['land2', 'sea1'])
    await narrowModules(page, 'Provider', 'land')
    await expect(page).toHaveURL(/search=flash\+interval&provider=land$/)
    await expect(rowOf(page, 'lighthouse/lamp/sea')).toHaveCount(0)
    if (isBeside(page))
      await expect(filterBeside(page, 'Organization')).toHaveText(['beacon1', 'lighthouse1'])
    await narrowModules(page, 'Organization', 'beacon')
    await expect(rowOf(page, 'lighthouse/keeper/land')).toHaveCount(0)
    await expect(rowOf(page, 'beacon/lamp/land')).toBeVisible()
  })

  await step('a filter is removed alone', async () => {
    await page.getByRole('button', { name: 'Remove the filter Provider: land' }).click()
    await expect(page).toHaveURL(/search=flash\+interval&organization=beacon$/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rowOf(page, 'lighthouse/keeper/land')).toBeVisible()
  })
})
