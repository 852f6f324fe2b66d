import { addMember, expect, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { signInAtApi } from '../support/platform.js'
import { addModule, greeting, publishVersion } from '../support/registry.js'
import { restOf } from '../support/rest.js'
import { writeEncryptedState } from '../support/written-states.js'

test('what cannot be counted, called or read is said, and never shown as nothing', async ({
  page,
  platform,
}) => {
  const { apiUrl, consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'ingvild')
  const own = restOf(apiUrl, await signInAtApi(platform, owner))
  await signIn(page, platform, owner)

  await step('a state that the client encrypted has no number of resources', async () => {
    await addEngineVersion(rest, '83.1.0')
    const workspaces = '/organizations/ingvild-labs/workspaces'
    const facts = { name: 'sealed', 'engine-version': '83.1.0' }
    const { id } = await own.create(workspaces, 'workspaces', facts)
    await writeEncryptedState(own, id, 1)
    await page.goto(`${consoleUrl}${workspaces}`)
    await expect(rowOf(page, 'sealed')).toContainText('Not counted')
    await page.goto(`${consoleUrl}${workspaces}/${id}`)
    await expect(page.getByText(/^State 1, written by ingvild/)).toContainText('encrypted by the client')
    await expect(page.getByText('Encrypted by the client', { exact: true })).toBeVisible()
    await expect(page.getByText('0 resources')).toHaveCount(0)
  })

  await step('a module without sources at its root shows how its submodules are called', async () => {
    await addModule(own, 'ingvild-labs/roles/aws')
    const files = { 'README.md': '# Roles', 'modules/role/main.tf': greeting('role') }
    await publishVersion(own, 'ingvild-labs/roles/aws', '1.0.0', files)
    await page.goto(`${consoleUrl}/modules/ingvild-labs/roles/aws`)
    await expect(page.getByText('The root declares nothing, so it cannot be called.')).toBeVisible()
    await expect(page.getByText('/ingvild-labs/roles/aws//modules/role"')).toBeVisible()
  })

  await step('an example that does not parse is named with its file and line', async () => {
    await addModule(own, 'ingvild-labs/shown/aws')
    const files = { 'main.tf': greeting('it'), 'examples/broken/main.tf': '\na {' }
    await publishVersion(own, 'ingvild-labs/shown/aws', '1.0.0', files)
    await page.goto(`${consoleUrl}/modules/ingvild-labs/shown/aws`)
    await expect(page.getByText(/^The example cannot be read: examples\/broken\/main\.tf:2: /)).toBeVisible()
  })
})
