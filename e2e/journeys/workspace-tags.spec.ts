import { addMember, expect, expectToast, pageAction, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'

test('an owner changes the tags of a workspace by the keyboard, and is told what is no tag', async ({
  page,
  platform,
  inspect,
}) => {
  const { apiUrl, consoleUrl, rest } = platform
  const owner = await addMember(platform, 'tagrid')
  const own = restOf(apiUrl, await signInAtApi(platform, owner))
  await addEngineVersion(rest, '82.2.0')
  const workspaces = '/organizations/tagrid-labs/workspaces'
  const { id } = await own.create(workspaces, 'workspaces', { name: 'quay', 'engine-version': '82.2.0' })
  await signIn(page, platform, owner)
  await page.goto(`${consoleUrl}${workspaces}/${id}`)

  await (await pageAction(page, 'Change tags')).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tags of quay' })
  const tags = dialog.getByRole('textbox', { name: 'Tags' })
  await expect(tags).toHaveValue('')
  await tags.focus()
  await page.keyboard.type('app\n-wrong')
  await dialog.getByRole('button', { name: 'Save tags' }).press('Enter')
  await expect(dialog.getByText('-wrong is not a valid tag')).toBeVisible()
  await inspect('workspace-tags')
  await tags.fill('app\nenv=dev')
  await dialog.getByRole('button', { name: 'Save tags' }).press('Enter')
  await expectToast(page, 'quay has 2 tags.')
  await expect(dialog).toHaveCount(0)

  const bound = await own.list(`/workspaces/${id}/tag-bindings`)
  expect(bound.map(({ attributes }) => attributes)).toEqual([
    { key: 'app', value: '' },
    { key: 'env', value: 'dev' },
  ])
  await (await pageAction(page, 'Change tags')).click()
  await expect(tags).toHaveValue('app\nenv=dev')
})
