import { administrator, expect, expectToast, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'

test('a new platform leads its administrator from step to step, until they hide them', async ({
  page,
  emptyPlatform,
}) => {
  const { apiUrl, consoleUrl, setUpUrl } = emptyPlatform
  const { step } = test
  const steps = page.getByRole('region', { name: 'First steps' })

  await step('the set-up leads to the first of them, and to no figures of nothing', async () => {
    await page.goto(setUpUrl)
    await page.getByLabel('User name').fill(administrator.username)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(steps).toContainText('0 of 6 done')
    await expect(page.getByRole('list', { name: 'Figures' })).toHaveCount(0)
    await expect(page.getByText('Created at the first set-up')).toHaveCount(0)
  })

  await step('an organization is made, and offers what it begins with', async () => {
    await steps.getByRole('link', { name: 'New organization' }).click()
    await page.getByLabel('Name', { exact: true }).fill('starters')
    await page.getByLabel('E-mail for notifications').fill('starters@example.com')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expectToast(page, 'starters is created.')
    await page.goto(`${consoleUrl}/organizations/starters`)
    const begin = page.getByRole('list', { name: 'Begin with' })
    await expect(begin.getByRole('link')).toHaveText([
      /^Invite members/,
      /^Publish a module/,
      /^Add an engine version/,
    ])
  })

  await step(
    'without an engine version the form of a workspace says so before anything is typed',
    async () => {
      await page.goto(`${consoleUrl}/organizations/starters/workspaces/new`)
      await expect(page.getByText('No engine version is enabled')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create workspace' })).toHaveAccessibleDescription(
        'A workspace needs an engine version, and none is enabled.',
      )
      await expect(page.getByRole('link', { name: 'Add an engine version' })).toHaveAttribute(
        'href',
        '/engine-versions/new',
      )
    },
  )

  await step('what is done is ticked, and any step opens', async () => {
    await addEngineVersion(restOf(apiUrl, await signInAtApi(emptyPlatform, administrator)), '1.0.0')
    await page.goto(`${consoleUrl}/organizations/starters`)
    await expect(page.getByRole('list', { name: 'Begin with' }).getByRole('link')).toHaveText([
      /^Invite members/,
      /^Publish a module/,
      /^New workspace/,
    ])
    await page.goto(consoleUrl)
    await expect(steps).toContainText('2 of 6 done')
    await expect(steps.getByRole('link', { name: 'New module' })).toBeVisible()
    await steps.getByRole('button', { name: 'Invite a colleague' }).click()
    await expect(steps.getByRole('link', { name: 'Invite a member' })).toBeVisible()
    await expect(steps.getByRole('link', { name: 'New module' })).toBeHidden()
  })

  await step('hidden, they stay away', async () => {
    await steps.getByRole('button', { name: 'Hide the first steps' }).click()
    await expect(steps).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible()
    await expect(steps).toHaveCount(0)
  })
})
