import { readFile } from 'node:fs/promises'
import { expect, filterBeside, isBeside, narrowModules, rowOf, signIn, test } from '../fixtures.js'
import { hydrated } from '../support/hydrated.js'
import { createModule, publishVersion } from '../support/registry.js'

const all = 201
const nameOf = (index: number) => `${index < 150 ? 'team' : 'risk'}-${String(index).padStart(3, '0')}`

test('@full among two hundred organizations each is found, by pickers and facets, and the list is one file', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  for (let index = 0; index < all; index++) await createModule(rest, `${nameOf(index)}/network/aws`)
  await publishVersion(rest, 'risk-200/network/aws', '1.0.0', { 'main.tf': '' })
  await signIn(page, platform)

  await step('the list begins with what can be installed', async () => {
    await page.goto(`${consoleUrl}/modules`)
    await expect(page.getByRole('row').nth(1)).toContainText('risk-200/network/aws')
    await expect(rowOf(page, 'risk-150/network/aws')).toBeVisible()
  })

  await step('a facet says how many there are, is searched, and takes several values', async () => {
    await hydrated(page)
    if (!isBeside(page)) await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const facet = page.getByRole('group', { name: 'Organization', exact: true })
    await facet.getByRole('button', { name: `All ${all}` }).click()
    await expect(facet.getByText(`${all}, the 50 largest shown`)).toBeVisible()
    await inspect('facet-of-many')
    await facet.getByRole('searchbox', { name: 'Search organizations' }).fill('isk-19')
    await expect(facet.getByText('10 match', { exact: true })).toBeVisible()
    await facet.getByRole('button', { name: /^risk-198/ }).click()
    await facet.getByRole('searchbox', { name: 'Search organizations' }).fill('team-00')
    await facet.getByRole('button', { name: /^team-007/ }).click()
    await expect(page).toHaveURL(/organization=risk-198%2Cteam-007/)
    if (!isBeside(page)) await page.keyboard.press('Escape')
    await expect(rowOf(page, 'risk-198/network/aws')).toBeVisible()
    await expect(rowOf(page, 'team-007/network/aws')).toBeVisible()
    await expect(rowOf(page, 'risk-200/network/aws')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove the filter Organization: risk-198' }).click()
    await expect(rowOf(page, 'risk-198/network/aws')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    if (isBeside(page)) await expect(filterBeside(page, 'Provider')).toHaveText([`aws${all}`])
  })

  await step('a new module goes to an organization that is found by a part of its name', async () => {
    await page.goto(`${consoleUrl}/modules/new`)
    await hydrated(page)
    const organization = page.getByRole('combobox', { name: 'Organization', exact: true })
    await organization.click()
    await expect(
      page.getByRole('option', { name: `${all - 20} more organizations: type to find them` }),
    ).toBeVisible()
    await organization.fill('sk-20')
    await page.getByRole('option', { name: 'risk-200' }).click()
    await expect(organization).toHaveValue('risk-200')
    await organization.fill('nowhere')
    await expect(page.getByRole('option')).toHaveCount(0)
  })

  await step('so does a workspace that calls a module', async () => {
    await page.goto(`${consoleUrl}/modules/risk-200/network/aws?tab=usage`)
    const organization = page.getByRole('combobox', { name: 'Organization', exact: true })
    await expect(organization).toHaveValue('risk-200')
    await organization.fill('team-14')
    await page.getByRole('option', { name: 'team-149' }).click()
    await expect(page.getByText('organization = "team-149"')).toBeVisible()
  })

  await step('the whole list is one file, with the filters that are in force', async () => {
    await page.goto(`${consoleUrl}/modules`)
    await narrowModules(page, 'Publication', 'Not published')
    await page.getByRole('button', { name: 'View' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${all - 1} rows as CSV` }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(all)
    expect(lines.at(-1)).toMatch(/^team-149,network,aws,/)
  })
})
