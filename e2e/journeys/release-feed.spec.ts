import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator, expect, expectToast, goTo, rowOf, signIn, test } from '../fixtures.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'

const known = 'a'.repeat(64)
const offered = 'b'.repeat(64)
const release = (version: string, more: object = {}) => ({
  version,
  url: `https://releases.example/engine_${version}.zip`,
  sha: known,
  ...more,
})

test('an administrator compares the feed of versions with what is known, and takes over what is right', async ({
  page,
  inspect,
}) => {
  test.slow()
  const { step } = test
  const folder = await mkdtemp(join(tmpdir(), 'engine-feed-'))
  const feed = join(folder, 'feed.json')
  const write = (entries: readonly object[]) => writeFile(feed, JSON.stringify(entries))
  await write([release('1.0.0'), release('1.1.0')])
  const started = await startPlatform({ settings: { ENGINE_VERSIONS_FEED: feed } })
  try {
    const platform = living(started, administrator, await createAdministrator(started))
    await signIn(page, platform)

    await step('what the start has added is known just so', async () => {
      await page.goto(`${platform.consoleUrl}/engine-versions`)
      await expect(rowOf(page, '1.1.0')).toBeVisible()
      await page.getByRole('link', { name: 'Release feed' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Release feed' })).toBeVisible()
      await expect(page.getByText('2 versions of the feed are known just so.')).toBeVisible()
      await inspect('release-feed-nothing-new')
    })

    await step('new versions, changes, wrong entries and a changed checksum are told apart', async () => {
      await write([
        release('1.0.0', { sha: offered }),
        release('1.1.0', { deprecated: true, 'deprecated-reason': 'Forgets locks.' }),
        release('1.2.0'),
        release('1.3.0-rc1', { beta: true }),
        { version: 'v2' },
      ])
      await page.getByRole('button', { name: 'Refresh' }).click()
      const alarm = page.getByRole('alert').filter({ hasText: 'The checksum of 1 known version changed' })
      await expect(alarm).toContainText(known)
      await expect(alarm).toContainText(offered)
      await expect(rowOf(page, '1.0.0')).toContainText('Checksum changed')
      await expect(rowOf(page, '1.1.0')).toContainText('Becomes deprecated. Reason: Forgets locks.')
      await expect(rowOf(page, '1.2.0')).toContainText('New')
      await expect(page.getByText("Entry 5: Version is invalid. Url can't be blank.")).toBeVisible()
      await inspect('release-feed')
    })

    await step('the overview tells of the changed checksum, and leads there', async () => {
      await goTo(page, 'Overview')
      const line = page.getByRole('region', { name: 'Checksum changed' }).getByRole('listitem')
      await expect(line).toContainText('for linux amd64.')
      await inspect('overview-alarm')
      await line.getByRole('link', { name: '1.0.0' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Release feed' })).toBeVisible()
      await expect(page.getByText('The checksum of 1 known version changed')).toBeVisible()
    })

    await step('what was picked is taken over, and nothing else', async () => {
      await page.getByRole('button', { name: 'Select all new' }).click()
      await page.getByRole('checkbox', { name: 'Import 1.1.0' }).check()
      await page.getByRole('button', { name: 'Import 3 versions' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import 3 versions?' })
      await expect(dialog).toContainText('1.1.0')
      await dialog.getByRole('button', { name: 'Import 3 versions' }).click()
      await expectToast(page, '3 versions imported.')
      await expect(rowOf(page, '1.2.0')).toBeHidden()
      await expect(rowOf(page, '1.0.0')).toBeVisible()
    })

    await step('a changed checksum is not taken over without a reason', async () => {
      await page.getByRole('checkbox', { name: 'Import 1.0.0' }).check()
      await page.getByRole('button', { name: 'Import 1 version' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import 1 version?' })
      await expect(dialog).toContainText('This includes a changed checksum')
      await inspect('release-feed-alarm-dialog')
      await dialog.getByLabel('Reason').fill('The makers say that they rebuilt it.')
      await dialog.getByRole('button', { name: 'Import 1 version' }).click()
      await expectToast(page, '1 version imported.')
      await expect(page.getByText('4 versions of the feed are known just so.')).toBeVisible()
      await goTo(page, 'Overview')
      await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0)
      await page.goBack()
    })

    await step('a feed that cannot be read says why', async () => {
      await writeFile(feed, '[{')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.reload()
      await expect(
        page.getByText('The feed of engine versions could not be read: it is no JSON'),
      ).toBeVisible()
    })
  } finally {
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
