import { expect, rowOf, signIn, test } from '../fixtures.js'
import { createModule, publishVersion } from '../support/registry.js'

test('two versions of a module are compared: what breaks, what does not, and the release notes', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl, rest } = platform
  const address = 'comparers/queue/aws'
  await createModule(rest, address)
  await publishVersion(rest, address, '1.0.0', {
    'main.tf': 'variable "size" {\n  default = 3\n}\noutput "id" {\n  value = 1\n}\n',
  })
  await publishVersion(rest, address, '1.1.0', {
    'main.tf': 'variable "zones" {}\noutput "id" {\n  value = 1\n}\noutput "arn" {\n  value = 2\n}\n',
    'CHANGELOG.md': '# Changes\n\n## 1.1.0\n\nTakes zones.\n\n## 1.0.0\n\nThe first one.\n',
  })
  await signIn(page, platform)
  const { step } = test
  const broken = 'Breaks callers of 1.0.0: 1 input removed, 1 required input added.'

  await step('two clicks lead from the module to the comparison with the version before', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    await page.getByRole('link', { name: /^Versions/ }).click()
    await page.getByRole('link', { name: 'Compare 1.1.0 with the version before it' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare versions')
  })

  await step('it says what breaks and why, and that the number is too small', async () => {
    await expect(page.getByText(broken)).toBeVisible()
    await expect(page.getByText('By SemVer this is 2.0.0.')).toBeVisible()
    await expect(rowOf(page, 'size')).toContainText('Input removed')
    await expect(rowOf(page, 'zones')).toContainText('New required input')
    await expect(rowOf(page, 'arn')).toContainText('Not breaking')
    const notes = page.getByRole('region', { name: 'Release notes' })
    await expect(notes).toContainText('Takes zones.')
    await expect(notes).not.toContainText('The first one.')
    await inspect('compare-versions')
  })

  await step('other versions are chosen on the page', async () => {
    await page.getByRole('combobox', { name: 'From' }).click()
    await page.getByRole('option', { name: '1.1.0' }).click()
    await expect(page).toHaveURL(/from=1\.1\.0&to=1\.1\.0$/)
    await expect(page.getByText('1.1.0 and 1.1.0 declare the same.')).toBeVisible()
  })

  await step('the page of a version has its notes and what changed since the one before', async () => {
    await page.goto(`${consoleUrl}/modules/${address}?tab=changelog`)
    await expect(page.getByRole('region', { name: 'Changelog' })).toContainText('The first one.')
    await page.getByRole('link', { name: 'Release', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('queue/aws 1.1.0')
    const notes = page.getByRole('region', { name: 'Release notes' })
    await expect(notes).toContainText('Takes zones.')
    await expect(notes).not.toContainText('The first one.')
    await expect(page.getByText(broken)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Changed since 1.0.0' })).toContainText(
      'New required input',
    )
    await inspect('module-release')
  })

  await step('the first version has nothing before it', async () => {
    await page.goto(`${consoleUrl}/modules/${address}/compare?to=1.0.0`)
    await expect(page.getByText('No earlier version')).toBeVisible()
  })
})
