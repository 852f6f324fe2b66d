import { expect, rowOf, signIn, test } from '../fixtures.js'
import { createModule, publishVersion } from '../support/registry.js'

test('a module of thousands of inputs is looked through a page at a time, and its monstrous README is text', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const address = 'fleet/armada/sea'
  const inputs = Array.from({ length: 3000 }, (_, n) => {
    const required = n === 2500
    return `variable "v${String(n).padStart(4, '0')}" {\n  type = string\n${required ? '' : '  default = "x"\n'}}\n`
  })
  await createModule(rest, address)
  await publishVersion(rest, address, '1.0.0', {
    'main.tf': inputs.join(''),
    'README.md': `|${'a|'.repeat(1500)}\n|${'-|'.repeat(1500)}\n${'|\n'.repeat(1500)}`,
  })
  await signIn(page, platform)

  await step('the README is shown as it is written, and why', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    const readme = page.getByRole('region', { name: 'README', exact: true })
    await expect(readme.getByText(/too large to lay out/)).toBeVisible()
    await expect(readme.getByRole('region', { name: 'README as plain text' })).toContainText('|a|a|a|')
    await expect(readme.getByRole('table')).toHaveCount(0)
  })

  await step('the inputs are paged, those that have to be given first', async () => {
    await page.getByRole('link', { name: /^Inputs and outputs/ }).click()
    await expect(page.getByText('1–50 of 3,000')).toBeVisible()
    await expect(rowOf(page, 'v2500')).toContainText('Required')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/tab=inputs&page=2/)
    await expect(rowOf(page, 'v0049')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search inputs' }).fill('V299')
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await expect(page).toHaveURL(/search=V299/)
    await page.getByRole('searchbox', { name: 'Search inputs' }).fill('missing')
    await expect(page.getByText('No input matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(page.getByText('1–50 of 3,000')).toBeVisible()
    await page.goto(`${consoleUrl}/modules/${address}?tab=inputs&page=99`)
    await expect(page.getByText('There is no page 99')).toBeVisible()
  })

  await step('its call takes the required one, and any other that is looked for', async () => {
    await page.getByRole('link', { name: 'Usage' }).click()
    const call = page.getByRole('region', { name: 'the module call' })
    await expect(call).toContainText('v2500 = null # string')
    await page.getByRole('combobox', { name: 'Add an optional input' }).fill('v2999')
    await page.getByRole('option', { name: 'v2999' }).click()
    await expect(call).toContainText('v2999 = null # string')
  })
})
