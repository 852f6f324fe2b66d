import { createHash } from 'node:crypto'
import { addMember, expect, expectToast, rowOf, signIn, test } from '../fixtures.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { signedFiles } from '../support/providers.js'

test('a key, a provider and a version each take two clicks beside text and files', async ({
  page,
  platform,
  inspect,
}) => {
  const { consoleUrl } = platform
  const { step } = test
  const owner = await addMember(platform, 'renata')
  const organization = `${consoleUrl}/organizations/renata-labs`
  const key = await newSigningKey('ed25519')
  const { filename, zip, shasums, signature } = await signedFiles('cloud', '1.0.0', key)
  const platformZip = { name: filename, mimeType: 'application/zip', buffer: zip }
  const checksums = { name: 'SHA256SUMS', mimeType: 'text/plain', buffer: shasums }
  const release = [
    platformZip,
    checksums,
    { name: 'SHA256SUMS.sig', mimeType: 'application/octet-stream', buffer: signature },
  ]
  await signIn(page, platform, owner)

  await step('the key shows whose it is, and that it does not expire', async () => {
    await page.goto(`${organization}/signing-keys`)
    await page.getByRole('button', { name: 'Add a key' }).first().click()
    await page.getByLabel('Public key').fill(key.armor)
    await page.getByRole('button', { name: 'Add key' }).click()
    await expect(rowOf(page, key.keyId)).toContainText('Release')
    await expect(rowOf(page, key.keyId)).toContainText('none')
  })

  await step('the provider', async () => {
    await page.goto(`${organization}/providers`)
    await page.getByRole('link', { name: 'New provider' }).first().click()
    await expect(page.getByRole('button', { name: 'Add provider' })).toBeEnabled()
    await page.getByLabel('Name', { exact: true }).fill('cloud')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await expectToast(page, 'cloud is added.')
  })

  await step('files that do not fit are named before anything is sent', async () => {
    await page.getByRole('link', { name: 'New version' }).click()
    await expect(page.getByRole('button', { name: 'Create version' })).toBeEnabled()
    const other = Buffer.from(`${createHash('sha256').update('x').digest('hex')}  ${filename}\n`)
    const files = page.getByLabel('Files of the release', { exact: true }).first()
    await files.setInputFiles([platformZip, { ...checksums, buffer: other }])
    await expect(page.getByText('SHA256SUMS.sig is missing')).toBeVisible()
    await expect(page.getByText('Its checksum is not the one in SHA256SUMS.')).toBeVisible()
    await inspect('provider-release-wrong')
  })

  await step('the files of the release make the version, and are uploaded', async () => {
    await page.getByLabel('Files of the release', { exact: true }).first().setInputFiles(release)
    await expect(page.getByRole('textbox', { name: 'Version', exact: true })).toHaveValue('1.0.0')
    await inspect('provider-release')
    await page.getByRole('button', { name: 'Create and upload 3 files' }).click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
  })

  await step('the page of the provider has the block that requires it', async () => {
    await page.getByRole('link', { name: 'renata-labs/cloud' }).click()
    const block = page.getByRole('region', { name: 'the required provider' })
    await expect(block).toContainText(/source {2}= ".+\/renata-labs\/cloud"\n {6}version = "1.0.0"/)
  })
})
