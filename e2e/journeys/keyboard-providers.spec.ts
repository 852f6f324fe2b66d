import type { Locator } from '@playwright/test'
import { addMember, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { inFull } from '../screens/landscape.js'
import { chooseOfRow, pressOn, tabTo, typeInto } from '../support/keyboard.js'
import { pageLink, pagesOf } from '../support/organization-pages.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { signedFiles } from '../support/providers.js'

test(
  'an owner publishes a provider and lets its key go, by the keyboard alone',
  inFull,
  async ({ page, platform }) => {
    test.slow()
    const { consoleUrl } = platform
    const { step } = test
    const owner = await addMember(platform, 'kyra')
    const organization = `${consoleUrl}/organizations/kyra-labs`
    const key = await newSigningKey('ed25519')
    const files = await signedFiles('lock', '1.0.0', key)
    await signIn(page, platform, owner)

    await step('a signing key is pasted', async () => {
      await page.goto(`${organization}/signing-keys`)
      await pressOn(page, page.getByRole('button', { name: 'Add a key' }).first())
      const dialog = page.getByRole('dialog', { name: 'Add a signing key' })
      await expect(dialog.getByLabel('Public key')).toBeFocused()
      await page.keyboard.insertText(key.armor)
      await pressOn(page, dialog.getByRole('button', { name: 'Add key' }))
      await expectToast(page, `The key ${key.keyId} is added.`)
      await expect(dialog).toBeHidden()
    })

    await step('a provider is made', async () => {
      await pressOn(page, pageLink(await pagesOf(page, 'kyra-labs'), 'Providers'))
      await expect(page.getByRole('heading', { level: 1, name: 'Providers' })).toBeFocused()
      await pressOn(page, page.getByRole('link', { name: 'New provider' }).first())
      await expect(page.getByRole('button', { name: 'Add provider' })).toBeEnabled()
      await pressOn(page, page.getByRole('radio', { name: 'Private' }), 'ArrowDown')
      await expect(page.getByLabel('Namespace')).toBeVisible()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByLabel('Namespace')).toBeHidden()
      await typeInto(page, page.getByLabel('Name', { exact: true }), 'lock')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'kyra-labs/lock' })).toBeFocused()
    })

    await step('a version is made, with the key that there is', async () => {
      await pressOn(page, page.getByRole('link', { name: 'New version' }))
      await expect(page.getByRole('button', { name: 'Create version' })).toBeEnabled()
      await typeInto(page, page.getByRole('textbox', { name: 'Version', exact: true }), '1.0.0')
      const keys = page.getByRole('combobox', { name: 'Signing key' })
      await tabTo(page, keys)
      await page.keyboard.press('ArrowDown')
      await expect(keys).toHaveValue(key.keyId)
      await pressOn(page, page.getByRole('button', { name: 'Create version' }))
      await expect(page.getByRole('heading', { level: 1, name: 'lock 1.0.0' })).toBeFocused()
    })

    await step('its files are chosen and uploaded', async () => {
      await pressOn(page, page.getByRole('button', { name: 'Add a platform' }))
      const dialog = page.getByRole('dialog', { name: 'Add a platform to 1.0.0' })
      await chooseFile(dialog.getByRole('button', { name: 'Zip' }), files.filename, files.zip)
      await expect(dialog.getByLabel('SHA-256')).toHaveValue(files.shasum)
      await pressOn(page, dialog.getByRole('button', { name: 'Add platform' }))
      await expect(page.getByRole('list', { name: 'Platforms' })).toContainText('Uploaded')
      await expect(dialog).toBeHidden()
      const upload = (what: string) => page.getByRole('button', { name: `Upload ${what}` })
      await chooseFile(upload('Checksums'), 'SHA256SUMS', files.shasums)
      await expect(page.getByRole('link', { name: 'Download Checksums' })).toBeVisible()
      await chooseFile(upload('Signature'), 'SHA256SUMS.sig', files.signature)
      await expect(page.getByText('Published', { exact: true })).toBeVisible()
    })

    await step('the provider is deleted from its row, by its name typed', async () => {
      await page.goto(`${organization}/providers`)
      await chooseOfRow(page, 'kyra-labs/lock', 'Delete')
      const dialog = page.getByRole('dialog', { name: 'Delete kyra-labs/lock?' })
      await typeInto(page, dialog.getByLabel('Type lock to confirm'), 'lock')
      await pressOn(page, dialog.getByRole('button', { name: 'Delete lock' }))
      await expectToast(page, 'kyra-labs/lock is deleted.')
    })

    await step('the key is deleted from its row', async () => {
      await pressOn(page, pageLink(await pagesOf(page, 'kyra-labs'), 'Signing keys'))
      await chooseOfRow(page, key.keyId, 'Delete')
      const dialog = page.getByRole('dialog', { name: `Delete the key ${key.keyId}?` })
      await pressOn(page, dialog.getByRole('button', { name: 'Delete key' }))
      await expectToast(page, `The key ${key.keyId} is deleted.`)
      await expect(rowOf(page, key.keyId)).toHaveCount(0)
    })

    async function chooseFile(button: Locator, name: string, buffer: Buffer): Promise<void> {
      await tabTo(page, button)
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
      await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
    }
  },
)
