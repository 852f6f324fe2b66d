import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { inFull } from '../screens/landscape.js'
import { addEngineVersion, engineVersion } from '../support/engine-versions.js'
import { chooseOfRow, pressOn, tabTo, typeInto } from '../support/keyboard.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'

test(
  'an administrator narrows the audit log and opens an event, by the keyboard alone',
  inFull,
  async ({ page, platform }) => {
    const { step } = test
    for (const version of ['4.9.1', '4.9.2']) await addEngineVersion(platform.rest, version)
    await signIn(page, platform)
    await page.goto(`${platform.consoleUrl}/audit`)
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    const event = page.getByRole('link', { name: 'added engine version 4.9.2' })

    await step('Escape puts the filters away, and the focus back', async () => {
      await pressOn(page, filters)
      await expect(page.getByLabel('Area')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByLabel('Area')).toBeHidden()
      await expect(filters).toBeFocused()
    })

    await step('they are filled in and applied', async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Area')).toBeFocused()
      await page.keyboard.type('Engine')
      await typeInto(page, page.getByLabel('Target'), '4.9.2')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/area=engine-version&target=4\.9\.2/)
      await expect(event).toHaveCount(1)
    })

    await step('the order is turned', async () => {
      await tabTo(page, page.getByRole('combobox', { name: 'Order' }))
      await page.keyboard.press('ArrowDown')
      await expect(page).toHaveURL(/order=at/)
      await expect(event).toHaveCount(1)
    })

    await step('an event is opened, and closed again', async () => {
      await pressOn(page, event)
      const drawer = page.getByRole('dialog', { name: 'Event' })
      await expect(drawer).toContainText('4.9.2')
      await expect(drawer.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(event).toBeFocused()
    })

    await step('one filter goes, then all', async () => {
      await pressOn(page, page.getByRole('button', { name: 'Remove the filter Target 4.9.2' }))
      await expect(page).not.toHaveURL(/target=/)
      await pressOn(page, page.getByRole('button', { name: 'Clear filters' }))
      await expect(page).not.toHaveURL(/area=/)
    })
  },
)

test('a user makes a token and revokes it, by the keyboard alone', inFull, async ({ page, platform }) => {
  await signIn(page, platform)
  await page.goto(`${platform.consoleUrl}/app/settings/tokens`)
  await pressOn(page, page.getByRole('button', { name: 'New token' }).first())
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await pressOn(page, dialog.getByRole('button', { name: 'CLI on my machine' }))
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await typeInto(page, dialog.getByLabel('Description'), 'made without a mouse')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Copy your token now' })
  await pressOn(page, shown.getByRole('button', { name: 'Copy token' }))
  await pressOn(page, shown.getByRole('button', { name: 'Done' }))
  await expect(shown).toBeHidden()
  await expect(rowOf(page, 'made without a mouse')).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Revoke made without a mouse' }))
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }))
  await expectToast(page, 'The token is revoked.')
  await expect(rowOf(page, 'made without a mouse')).toHaveCount(0)
})

test(
  'an administrator adds a user and suspends them, by the keyboard alone',
  inFull,
  async ({ page, platform }) => {
    await signIn(page, platform)
    await page.goto(`${platform.consoleUrl}/users`)
    await pressOn(page, page.getByRole('link', { name: 'New user' }))
    await expect(page.getByRole('button', { name: 'Add user' })).toBeEnabled()
    await typeInto(page, page.getByLabel('User name'), 'kerstin')
    await typeInto(page, page.getByLabel('E-mail'), 'kerstin@example.com')
    await typeInto(page, page.getByLabel('First password', { exact: true }), 'a kite above the pier')
    await page.keyboard.press('Enter')
    await expectToast(page, 'kerstin is added.')
    await chooseOfRow(page, 'kerstin', 'Suspend')
    const dialog = page.getByRole('dialog', { name: 'Suspend kerstin?' })
    await typeInto(page, dialog.getByLabel('Reason'), 'Away until spring.')
    await pressOn(page, dialog.getByRole('button', { name: 'Suspend kerstin' }))
    await expect(rowOf(page, 'kerstin')).toContainText('Suspended')
  },
)

test(
  'an administrator takes versions over from the feed, by the keyboard alone',
  inFull,
  async ({ page }) => {
    test.slow()
    const { step } = test
    const folder = await mkdtemp(join(tmpdir(), 'engine-feed-'))
    const feed = join(folder, 'feed.json')
    await writeFile(feed, JSON.stringify([engineVersion('1.0.0')]))
    const started = await startPlatform({ settings: { ENGINE_VERSIONS_FEED: feed } })
    try {
      const platform = living(started, administrator, await createAdministrator(started))
      await signIn(page, platform)
      await page.goto(`${platform.consoleUrl}/engine-versions`)
      await expect(rowOf(page, '1.0.0')).toBeVisible()
      await writeFile(
        feed,
        JSON.stringify(['1.0.0', '1.1.0', '1.2.0'].map((number) => engineVersion(number))),
      )

      await step('the comparison is opened, and one version picked', async () => {
        await pressOn(page, page.getByRole('link', { name: 'Release feed' }))
        await expect(page.getByRole('heading', { level: 1, name: 'Release feed' })).toBeFocused()
        const box = page.getByRole('checkbox', { name: 'Import 1.2.0' })
        await pressOn(page, box, 'Space')
        await expect(box).toBeChecked()
        await expect(box).toBeFocused()
      })

      await step('it is taken over once that was confirmed', async () => {
        await page.keyboard.press('Shift+Tab')
        await tabTo(page, page.getByRole('button', { name: 'Import 1 version' }))
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: 'Import 1 version?' })
        await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
        await pressOn(page, dialog.getByRole('button', { name: 'Import 1 version' }))
        await expectToast(page, '1 version imported.')
        await expect(rowOf(page, '1.2.0')).toHaveCount(0)
        await expect(rowOf(page, '1.1.0')).toBeVisible()
      })
    } finally {
      await started.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
