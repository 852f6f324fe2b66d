import type { Page } from '@playwright/test'
import {
  expect,
  expectToast,
  goTo,
  menuItemOf,
  pageAction,
  reloadUntil,
  rowOf,
  signIn,
  test,
} from '../fixtures.js'
import { providerZip } from '../../apps/api/load/src/origin/provider-zip.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { newRequester, startControlled, type Controlled } from '../support/public-providers.js'

let controlled: Controlled

test.beforeAll(async () => {
  test.setTimeout(120_000)
  controlled = await startControlled()
})
test.afterAll(() => controlled.stop())

/** Decides on a version by its menu, and says why. */
async function decide(page: Page, version: string, what: string, confirm: string, reason?: string) {
  await (await menuItemOf(page, version, what)).click()
  const dialog = page.getByRole('dialog')
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: confirm }).click()
  await expect(dialog).toBeHidden()
}

test('an administrator approves what is wanted, releases, accepts and blocks versions, and the CLI is told', async ({
  page,
}) => {
  test.slow()
  const { step } = test
  const { platform, cloud } = controlled
  const ask = await newRequester(platform, 'buyers')
  const listed = async () => {
    const { body } = await ask('someone/cloud/versions')
    return {
      versions: body.versions?.map(({ version }) => version).sort(),
      warnings: body.warnings?.join(' '),
    }
  }
  await signIn(page, platform)
  await page.goto(platform.consoleUrl)

  await step('a platform that was asked for none says how they get here', async () => {
    await goTo(page, 'Public providers')
    await expect(page.getByText('No public providers yet')).toBeVisible()
    await expect(page.getByText('PROVIDER_COOLDOWN is 72h')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Connect the CLI' })).toBeVisible()
  })

  await step('what an organization asks for and may not use is wanted', async () => {
    expect(await listed()).toEqual({
      versions: ['0.0.0-not-available'],
      warnings: expect.stringContaining('someone/cloud is not approved for buyers'),
    })
    const wanted = page.getByRole('region', { name: 'Requested' })
    await reloadUntil(page, (wait) => expect(wanted).toContainText('buyers asked once', wait))
    await wanted.getByRole('button', { name: 'Approve someone/cloud for buyers' }).click()
    await expectToast(page, 'buyers may install someone/cloud.')
    await expect(wanted).toBeHidden()
    expect(await listed()).toEqual({
      versions: ['1.0.0'],
      warnings: expect.stringContaining('someone/cloud 1.1.0 is held until'),
    })
  })

  await step('its page shows what is held until when, with the hashes of its files', async () => {
    await expect(rowOf(page, 'someone/cloud')).toContainText('1.1.0 until')
    await page.getByRole('link', { name: 'someone/cloud' }).click()
    await expect(page.getByText('1 organization may install it')).toBeVisible()
    await expect(rowOf(page, '1.1.0')).toContainText('Held until')
    await page.getByRole('button', { name: '2 platforms of 1.1.0' }).click()
    const platforms = page.getByRole('list', { name: 'Platforms of 1.1.0' })
    await expect(platforms).toContainText(`zh:${cloud.get('1.1.0').files[0]?.shasum}`)
  })

  await step('a held version is released at once', async () => {
    await decide(page, '1.1.0', 'Release now', 'Release 1.1.0', '')
    await expectToast(page, 'someone/cloud 1.1.0 is released.')
    await expect(rowOf(page, '1.1.0')).toContainText('Available')
    expect(await listed()).toEqual({ versions: ['1.0.0', '1.1.0'], warnings: undefined })
  })

  await step('a look finds what its origin has altered, and the overview tells of it', async () => {
    const zip = cloud.get('1.0.0').files[0]
    await cloud.republish('1.0.0')
    await (await pageAction(page, 'Sync now')).click()
    await expectToast(page, 'someone/cloud is up to date with its origin.')
    await expect(rowOf(page, '1.0.0')).toContainText('Changed at origin')
    const changed = page.getByRole('list', { name: 'Changed files of 1.0.0' }).getByRole('listitem')
    await expect(changed.filter({ hasText: zip?.filename ?? '' })).toContainText(
      `First seen${zip?.shasum}At the origin now${cloud.get('1.0.0').files[0]?.shasum}`,
    )
    expect(await listed()).toEqual({
      versions: ['1.1.0'],
      warnings: expect.stringContaining('Altered at the origin of someone/cloud: 1.0.0'),
    })
    await goTo(page, 'Overview')
    await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('Provider changed')
    await page.getByRole('link', { name: 'registry.example/someone/cloud' }).click()
    await decide(page, '1.0.0', 'Accept the change', 'Accept 1.0.0', 'Its makers signed it again')
    await expect(rowOf(page, '1.0.0')).toContainText('Available')
    expect((await listed()).versions).toEqual(['1.0.0', '1.1.0'])
  })

  await step('a block names whom it touches, and the terminal says why', async () => {
    expect((await ask('someone/cloud/1.1.0/download/linux/amd64')).status).toBe(200)
    const users = page.getByRole('region', { name: 'Used in the last 30 days' })
    await reloadUntil(page, (wait) => expect(users).toContainText('1 download by 1 token', wait))
    // The versions are asked for before the users: those of this page may be older than the count.
    await page.reload()
    await (await menuItemOf(page, '1.1.0', 'Block')).click()
    await expect(page.getByRole('dialog')).toContainText('buyers downloaded it in the last 30 days.')
    await page.keyboard.press('Escape')
    await decide(page, '1.1.0', 'Block', 'Block 1.1.0', 'It leaks passwords')
    await expect(rowOf(page, '1.1.0').getByText('It leaks passwords')).toBeVisible()
    expect(await listed()).toEqual({
      versions: ['1.0.0'],
      warnings: expect.stringContaining('It leaks passwords'),
    })
    const { status, body } = await ask('someone/cloud/1.1.0/download/linux/amd64')
    expect([status, body.errors?.join(' ')]).toEqual([410, expect.stringContaining('It leaks passwords')])
  })

  await step('a provider that is decided on cannot be deleted, and says why', async () => {
    const remove = await pageAction(page, 'Delete')
    await expect(remove).toBeDisabled()
    await expect(remove).toContainText('Decisions exist for 2 versions')
    await page.keyboard.press('Escape')
  })

  await step('the decision is taken back', async () => {
    await decide(page, '1.1.0', 'Undo the decision', 'Undo the decision on 1.1.0')
    await expect(rowOf(page, '1.1.0')).toContainText('Held until')
  })

  await step('a version by a new key waits until it is released, and the overview tells of it', async () => {
    await cloud.release({ version: '1.2.0', signing: { by: await newSigningKey() } })
    await (await pageAction(page, 'Sync now')).click()
    await expect(rowOf(page, '1.2.0')).toContainText('Held until released')
    await expect(rowOf(page, '1.2.0').getByText('Its signing key was new')).toBeVisible()
    await goTo(page, 'Overview')
    await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('New signing key')
    await page.getByRole('link', { name: 'registry.example/someone/cloud' }).click()
    await decide(page, '1.2.0', 'Release now', 'Release 1.2.0', '')
    await expect(rowOf(page, '1.2.0')).toContainText('Available')
    expect((await listed()).versions).toEqual(['1.0.0', '1.2.0'])
  })

  await step('the providers of a list are approved for all organizations at once', async () => {
    await goTo(page, 'Public providers')
    await page.getByRole('checkbox', { name: 'Select someone/cloud' }).check()
    await page.getByRole('button', { name: 'Approve…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('All organizations', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Approve 1 public provider' }).click()
    await expect(dialog.getByText('Done: 1 changed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const others = await newRequester(platform, 'neighbours')
    expect((await others('someone/cloud/versions')).body.versions?.length).toBe(2)
  })

  await step('a file is imported by hand, and its version is for network mirrors alone', async () => {
    await goTo(page, 'Public providers')
    await page.getByRole('button', { name: 'Import files' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import files' })
    await dialog.getByLabel('Files to import', { exact: true }).setInputFiles([
      {
        name: 'any-provider-dns_2.0.0_linux_amd64.zip',
        mimeType: 'application/zip',
        buffer: providerZip('dns', '2.0.0'),
      },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing') },
    ])
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('dns')
    await dialog.getByLabel('Namespace').fill('someone')
    await dialog.getByRole('button', { name: 'Import 1 file' }).click()
    await expect(dialog.getByRole('status')).toHaveText('1 file of 1 imported')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'someone/dns' }).click()
    await expect(rowOf(page, '2.0.0')).toContainText('Imported')
    await expect(rowOf(page, '2.0.0')).toContainText('Network mirror only')
  })
})
