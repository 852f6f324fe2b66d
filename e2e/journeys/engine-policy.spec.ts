import { expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { hydrated } from '../support/hydrated.js'
import { addModule, greeting, publishVersion } from '../support/registry.js'

test('an administrator sees which engines are run, adds an unknown one and refuses what is deprecated', async ({
  page,
  platform,
  inspect,
}) => {
  const { step } = test
  const { consoleUrl, apiUrl, rest, adminToken: token } = platform
  await rest.create('/organizations', 'organizations', { name: 'steered', email: 'steered@example.com' })
  await addModule(rest, 'steered/greeting/null')
  await publishVersion(rest, 'steered/greeting/null', '1.0.0', { 'main.tf': greeting('hello') })
  const old = await addEngineVersion(rest, '1.9.2', { deprecated: true, 'deprecated-reason': 'It leaks' })
  const download = (version: string) =>
    fetch(`${apiUrl}/v1/modules/steered/greeting/null/1.0.0/download`, {
      headers: { authorization: `Bearer ${token}`, 'x-terraform-version': version },
    })
  for (const version of ['0.12.31', '1.9.2']) expect((await download(version)).status).toBe(204)
  // They are written down in the order in which they came.
  await expect
    .poll(async () => (await rest.get(`/admin/engine-versions/${old.id}`)).data?.attributes['seen-recently'])
    .toBe(1)
  await signIn(page, platform)

  await step('the engines that were seen are listed, and an unknown one is added', async () => {
    await page.goto(`${consoleUrl}/engine-versions/seen`)
    await expect(rowOf(page, 'Engine 0.12.31 (unknown)')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Engine 1.9.2' })).toContainText('Deprecated')
    await inspect('engines-seen')
    await page.getByRole('link', { name: 'Add 0.12.31' }).click()
    await expect(page.getByRole('textbox', { name: 'Version', exact: false }).first()).toHaveValue('0.12.31')
  })

  await step('the page of a version says whose tokens ran it', async () => {
    await page.goto(`${consoleUrl}/engine-versions/${old.id}`)
    await expect(page.getByText('1 token ran this version.')).toBeVisible()
    await expect(rowOf(page, 'steered')).toBeVisible()
  })

  await step('the policy is switched after a look at whom it is about', async () => {
    await page.goto(`${consoleUrl}/organizations/steered/settings/policies`)
    await hydrated(page)
    await page.getByLabel('Versions that are disabled, deprecated or unknown').selectOption('REFUSE')
    await expect(
      page.getByText(
        'Under “refuse”, 1 token of 1 organization would have been refused in the last 30 days.',
      ),
    ).toBeVisible()
    await inspect('engine-policy')
    await page.getByRole('button', { name: 'Save policies' }).click()
    await expectToast(page, 'The policies of steered are saved.')
    const refused = await download('1.9.2')
    expect([refused.status, (await refused.json()).errors[0]]).toEqual([
      403,
      expect.stringContaining('Engine version 1.9.2 is deprecated: It leaks.'),
    ])
  })
})
