import { listPages } from '../by-hand/bench-lists.js'
import { layoutShift, mostScripts, mostShift, scriptBytes } from '../by-hand/timed-page.js'
import { expect, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'
import { publishVersion } from '../support/registry.js'
import { areTooMany, rowsOfTabs } from '../support/tabs.js'
import { writeState } from '../support/written-states.js'

const below = '/organizations/light-labs'
const module = '/modules/light-labs/light/aws'
const moduleTabs = ['inputs', 'resources', 'dependencies', 'versions', 'usage', 'publish']

test('a page fetches at most 200 kB of scripts before it is used, has few tabs, and nothing on it jumps', async ({
  page,
  platform,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  await rest.create('/organizations', 'organizations', { name: 'light-labs', email: 'light@example.com' })
  await rest.create(`${below}/registry-modules`, 'registry-modules', {
    ...{ name: 'light', provider: 'aws', 'registry-name': 'private' },
  })
  await publishVersion(rest, 'light-labs/light/aws', '1.0.0', {
    'README.md': '# Light\n\nA module.\n',
    'main.tf': 'variable "a" {\n  type = string\n}\n\noutput "a" {\n  value = var.a\n}\n',
  })
  await addEngineVersion(rest, '5.5.5')
  const workspace = await rest.create(`${below}/workspaces`, 'workspaces', { name: 'light' })
  await writeState(rest, workspace.id, { serial: 1, resources: { 'aws_vpc.light': ['a'] } })
  await signIn(page, platform)
  const ofTheSite = Object.values(listPages).filter((path) => !path.includes('platform'))
  const paths = [
    ...['/', ...ofTheSite, '/audit', '/bulk-acts', '/connect', '/inbox', '/workspaces', '/providers'],
    ...['', '/modules', '/workspaces', `/workspaces/${workspace.id}`, '/members', '/tokens'].map(
      (rest) => `${below}${rest}`,
    ),
    ...[module, ...moduleTabs.map((tab) => `${module}?tab=${tab}`), `${module}/versions/1.0.0`],
  ]
  const faults: [string, number, number, number[]][] = []
  let rowsSeen = 0
  for (const path of paths) {
    await page.goto(`${consoleUrl}${path}`)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('table', { name: /, loading$/ })).toHaveCount(0)
    const [bytes, shift] = [await page.evaluate(scriptBytes), await page.evaluate(layoutShift)]
    if (process.env['ENGINE_TEST_SIZES']) console.log(bytes, shift.toFixed(3), path)
    const rows = await rowsOfTabs(page)
    rowsSeen += rows.length
    if (bytes === 0 || bytes > mostScripts || shift > mostShift || areTooMany(rows))
      faults.push([path, bytes, shift, rows])
  }
  expect(faults).toEqual([])
  // Those of the module on each of its tabs, of the workspace and of the inbox.
  expect(rowsSeen).toBeGreaterThanOrEqual(moduleTabs.length + 3)
})
