import { expect, rowOf } from '../fixtures.js'
import { archiveOf } from '../support/registry.js'
import { inFull, test } from './landscape.js'

const network = '/modules/platform/network/aws'

test('modules', inFull, async ({ page, open, inspect }) => {
  await open('/modules')
  await expect(rowOf(page, 'platform/network/aws')).toContainText('Trusted')
  await inspect('modules')
})

test('modules, none of which matches', inFull, async ({ page, open, inspect }) => {
  await open(`/modules?search=${'z'.repeat(100)}&verified=true&order=downloads`)
  await expect(page.getByText('No module matches')).toBeVisible()
  await inspect('modules-no-match')
})

test('modules that could not be loaded', inFull, async ({ page, open, inspect }) => {
  await page.route('**/console/graphql', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await open('/modules')
  await expect(page.getByText('Modules could not be loaded')).toBeVisible()
  await inspect('modules-failed')
})

test('modules of an organization that has none', inFull, async ({ page, open, inspect }) => {
  await open('/modules/data-science')
  await expect(page.getByText('No modules yet')).toBeVisible()
  await inspect('modules-none')
})

test('modules with the longest texts there are', async ({ page, open, inspect, long, samplePlatform }) => {
  const { rest } = samplePlatform
  const name = 'm'.repeat(64)
  const path = `/organizations/${long.organization}/registry-modules`
  const facts = { name, provider: 'p'.repeat(64), description: 'Words without an end. '.repeat(30) }
  await rest.post(path, 'registry-modules', { ...facts, 'registry-name': 'private' })
  await open(`/modules/${long.organization}`)
  await expect(page.getByText(name).first()).toBeVisible()
  await inspect('modules-long')
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Nothing is published yet')).toBeVisible()
  await inspect('module-long')
})

test('a module', inFull, async ({ page, open, inspect }) => {
  await open(network)
  await expect(page.getByRole('heading', { name: 'What it makes' })).toBeVisible()
  await inspect('module')
})

test('how to use a module', inFull, async ({ page, open, inspect }) => {
  await open(`${network}?tab=usage`)
  await page.getByLabel('name', { exact: true }).fill('shop')
  await expect(page.getByRole('region', { name: 'the module call' })).toContainText('name  = "shop"')
  await inspect('module-use')
})

for (const [key, shown] of [
  ['inputs', 'flow_logs_days'],
  ['resources', 'aws_vpc_dhcp_options_association'],
  ['versions', '2.0.0-rc.1'],
] as const)
  test(`the ${key} of a module`, inFull, async ({ page, open, inspect }) => {
    await open(`${network}?tab=${key}`)
    await expect(rowOf(page, shown)).toBeVisible()
    await inspect(`module-${key}`)
  })

test('the examples of a module', inFull, async ({ page, open, inspect }) => {
  await open(`${network}?tab=examples`)
  await expect(page.getByRole('region', { name: 'main.tf' })).toContainText('//modules/peering"')
  await inspect('module-examples')
})

test('the files of a module', inFull, async ({ page, open, inspect }) => {
  await open(`${network}/files?version=1.2.0`)
  await expect(rowOf(page, 'routes.tf')).toBeVisible()
  await inspect('module-files')
  await rowOf(page, 'routes.tf').getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Routes.tf' })).toBeVisible()
  await inspect('module-file')
})

for (const [key, shown] of [
  ['changelog', 'Flow logs can be kept for as long as you like.'],
  ['licence', /Permission is granted/],
] as const)
  test(`the ${key} of a module`, inFull, async ({ page, open, inspect }) => {
    await open(`${network}?tab=${key}`)
    await expect(page.getByText(shown)).toBeVisible()
    await inspect(`module-${key}`)
  })

test('the release of a version', inFull, async ({ page, open, inspect }) => {
  await open(`${network}/versions/1.2.0`)
  await expect(page.getByRole('region', { name: 'Release notes' })).toContainText('Flow logs')
  await inspect('module-release')
})

test('what a module requires', inFull, async ({ page, open, inspect }) => {
  await open('/modules/platform/bucket/aws?tab=requirements')
  await expect(rowOf(page, 'labels')).toBeVisible()
  await expect(rowOf(page, 'random')).toBeVisible()
  await inspect('module-requirements')
})

test('the downloads of a module', inFull, async ({ page, open, inspect }) => {
  await open(`${network}?tab=usage#users`)
  await expect(rowOf(page, 'data-science').first()).toBeVisible()
  await inspect('module-downloads')
})

test('a revoked version', inFull, async ({ page, open, inspect }) => {
  await open(`${network}?version=0.9.0`)
  await expect(page.getByText('This version is revoked')).toBeVisible()
  await inspect('module-revoked')
})

test('a version whose archive was refused', inFull, async ({ page, open, inspect }) => {
  await open(`${network}/publish`)
  await page.getByLabel('Version number').fill('3.0.0')
  const buffer = await archiveOf({ 'main.tf': 'variable "x" {' })
  const file = { name: `${'long'.repeat(40)}.tar.gz`, mimeType: 'application/gzip', buffer }
  await page.getByLabel('Archive of the module', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('The archive was refused')).toBeVisible()
  await inspect('module-publish-refused')
})

test('a new module, with mistakes', inFull, async ({ page, open, inspect }) => {
  await open('/modules/new?organization=platform')
  await page.getByLabel('Name').fill('w w')
  await page.getByRole('button', { name: 'Create module' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/invalid/)
  await inspect('module-new')
})
