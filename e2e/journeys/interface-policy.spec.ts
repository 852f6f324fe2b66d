import { addMember, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { signInAtApi } from '../support/platform.js'
import { addModule, archiveOf, publishVersion } from '../support/registry.js'
import { restOf } from '../support/rest.js'

const inputs = (...names: string[]) => ({
  'main.tf': names.map((name) => `variable "${name}" {\n  default = 1\n}\n`).join(''),
})

test('an owner has breaking versions refused, and publishes one of them with a reason', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl } = platform
  const { step } = test
  const person = await addMember(platform, 'ines')
  const rest = restOf(platform.apiUrl, await signInAtApi(platform, person))
  const address = 'ines-labs/sluice/sea'
  await addModule(rest, address)
  await publishVersion(rest, address, '1.0.0', inputs('gates', 'width'))
  await signIn(page, platform, person)
  const verdict = page.getByText('Breaks callers of 1.0.0: 1 input removed.')
  const reason = page.getByLabel('Publish although it breaks callers')

  await step('the settings of the organization say what becomes of them', async () => {
    await page.goto(`${consoleUrl}/organizations/ines-labs/settings/general`)
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeEnabled()
    await page.getByRole('radio', { name: 'Refuse' }).check()
    await inspect('interface-policy')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectToast(page, 'The settings of ines-labs are saved.')
  })

  await step('what breaks is told before it is sent, with the number that SemVer wants', async () => {
    await page.goto(`${consoleUrl}/modules/${address}/publish`)
    await page.getByLabel('Version number').fill('1.1.0')
    const buffer = await archiveOf(inputs('width'))
    await page
      .getByLabel('Archive of the module', { exact: true })
      .setInputFiles({ name: 'module.tar.gz', mimeType: 'application/gzip', buffer })
    const alert = page.getByRole('alert').filter({ has: verdict })
    await expect(alert).toContainText('By SemVer this is 2.0.0. 1.1.0 will be refused')
    await expect(page.getByRole('list', { name: 'What breaks' })).toContainText('gates')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(reason).toHaveAccessibleDescription(/Say why it may break its callers/)
    await inspect('publish-refused')
    const found = await rest.get(`/organizations/ines-labs/registry-modules/private/${address}/1.1.0`)
    expect(found.status).toBe(404)
  })

  await step('that number is one click away, and is no fault', async () => {
    await page.getByRole('button', { name: 'Use 2.0.0' }).click()
    await expect(page.getByLabel('Version number')).toHaveValue('2.0.0')
    await expect(page.getByText('Its number says so.')).toBeVisible()
    await expect(reason).toBeHidden()
  })

  await step('with a reason it is published all the same', async () => {
    await page.getByLabel('Version number').fill('1.1.0')
    await reason.fill('It was read by none of them.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expectToast(page, 'sluice 1.1.0 is published.')
  })

  await step('its page and the list of versions say what it broke, and why', async () => {
    await page.goto(`${consoleUrl}/modules/${address}/versions/1.1.0`)
    await expect(verdict).toBeVisible()
    await expect(page.getByText('It was read by none of them.')).toBeVisible()
    await inspect('module-release-broken')
    await page.getByRole('link', { name: 'What changes' }).click()
    await expect(page).toHaveURL(/compare\?from=1\.0\.0&to=1\.1\.0$/)
    await expect(rowOf(page, 'gates')).toContainText('Input removed')
    await page.goto(`${consoleUrl}/modules/${address}?tab=versions`)
    await expect(rowOf(page, '1.1.0')).toContainText('By SemVer this is 2.0.0.')
  })
})
