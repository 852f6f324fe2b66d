import { addMember, expect, expectToast, menuItemOf, pageAction, rowOf, signIn, test } from '../fixtures.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { signedFiles } from '../support/providers.js'
import { archiveOf } from '../support/registry.js'

test('an owner publishes a private provider in the browser: key, version, platform, files', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl } = platform
  const { step } = test
  const owner = await addMember(platform, 'petra')
  const organization = `${consoleUrl}/organizations/petra-labs`
  const key = await newSigningKey('ed25519')
  const files = await signedFiles('cloud', '1.0.0', key)

  await step('without a key there is nothing to sign with, and it is said where to add one', async () => {
    await signIn(page, platform, owner)
    await page.goto(`${organization}/providers`)
    await page.getByRole('link', { name: 'New provider' }).first().click()
    await expect(page.getByRole('button', { name: 'Add provider' })).toBeEnabled()
    await page.getByLabel('Name', { exact: true }).fill('c l')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/It is 1 to 64/)
    await page.getByLabel('Name', { exact: true }).fill('cloud')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await expectToast(page, 'cloud is added.')
    await page.getByRole('link', { name: 'New version' }).click()
    await expect(page.getByText('There is no signing key yet')).toBeVisible()
    await inspect('provider-version-new')
    await page.getByRole('link', { name: 'Add one first' }).click()
  })

  await step('a key that is none is refused under its field; a good one is listed by its id', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add a signing key' })
    await dialog.getByLabel('Public key').fill('no key')
    await dialog.getByRole('button', { name: 'Add key' }).click()
    await expect(dialog.getByLabel('Public key')).toHaveAccessibleDescription(
      /Public key is not a valid ASCII-armored PGP key/,
    )
    await dialog.getByLabel('Public key').fill(key.armor)
    await dialog.getByRole('button', { name: 'Add key' }).click()
    await expectToast(page, `The key ${key.keyId} is added.`)
    await expect(rowOf(page, key.keyId)).toBeVisible()
    await inspect('signing-keys')
  })

  await step('a version waits for its files, and says for which', async () => {
    await page.goto(`${organization}/providers`)
    await page.getByRole('link', { name: 'petra-labs/cloud' }).click()
    await page.getByRole('link', { name: 'New version' }).click()
    await expect(page.getByRole('button', { name: 'Create version' })).toBeEnabled()
    await page.getByRole('textbox', { name: 'Version', exact: true }).fill('v1')
    await page.getByRole('button', { name: 'Create version' }).click()
    await expect(page.getByRole('textbox', { name: 'Version', exact: true })).toHaveAccessibleDescription(
      /without a v/,
    )
    await page.getByRole('textbox', { name: 'Version', exact: true }).fill('1.0.0')
    await page.getByRole('button', { name: 'Create version' }).click()
    await expect(page.getByText('It waits for the checksums, their signature, and a platform.')).toBeVisible()
  })

  await step('a platform is read from its zip, which is uploaded at once', async () => {
    await page.getByRole('button', { name: 'Add a platform' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a platform to 1.0.0' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Zip' }).click(),
    ])
    await chooser.setFiles({ name: files.filename, mimeType: 'application/zip', buffer: files.zip })
    await expect(dialog.getByLabel('SHA-256')).toHaveValue(files.shasum)
    await expect(dialog.getByLabel('Operating system')).toHaveValue('linux')
    await inspect('provider-platform-new')
    await dialog.getByRole('button', { name: 'Add platform' }).click()
    await expectToast(page, /linux\/.* is added\./)
    await expect(page.getByRole('list', { name: 'Platforms' })).toContainText('Uploaded')
  })

  await step('with checksums and signature it is published', async () => {
    await page
      .getByLabel('File for Checksums')
      .setInputFiles({ name: 'SHA256SUMS', mimeType: 'text/plain', buffer: files.shasums })
    await expect(page.getByRole('link', { name: 'Download Checksums' })).toBeVisible()
    await page.getByLabel('File for Signature').setInputFiles({
      name: 'SHA256SUMS.sig',
      mimeType: 'application/octet-stream',
      buffer: files.signature,
    })
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await inspect('provider-version')
  })

  await step('an archive of pages becomes its documentation', async () => {
    const server =
      '---\npage_title: cloud_server\nsubcategory: Compute\n---\n\n# Server\n\nOn a [disk](disk.md).\n'
    const docs = await archiveOf({
      'docs/index.md': '# The cloud\n\nHow to begin.\n',
      'docs/resources/server.md': server,
      'docs/resources/disk.md': '# Disk\n\n```hcl\nsize = 1\n```\n',
      'docs/guides/begin.md': '---\npage_title: [a]\n---\n# Begin\n',
      'docs/plan.png': 'x',
    })
    const chosen = { name: 'docs.tar.gz', mimeType: 'application/gzip', buffer: docs }
    await page.getByLabel('Archive of documentation', { exact: true }).setInputFiles(chosen)
    const taken = page.getByRole('status').filter({ hasText: '4 pages taken, 1 file ignored.' })
    await expect(taken).toContainText('docs/guides/begin.md: page_title of the front matter is no text.')
    await page.getByRole('link', { name: 'Read the documentation' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The cloud' })).toBeVisible()
    const tree = page.getByRole('navigation', { name: 'Documentation' })
    await tree.getByRole('link', { name: 'server' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'cloud_server' })).toBeVisible()
    await page.getByRole('article').getByRole('link', { name: 'disk' }).click()
    await expect(page.getByRole('article')).toContainText('size = 1')
    await tree.getByRole('searchbox', { name: 'Find a page' }).fill('server')
    await expect(tree.getByText('1 page')).toBeVisible()
    await inspect('provider-documentation')
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'petra-labs/cloud' })
      .click()
  })

  await step('the provider lists what is published', async () => {
    await expect(rowOf(page, '1.0.0')).toContainText('Published')
    await expect(page.getByRole('region', { name: 'Documentation' })).toContainText('How to begin.')
    await inspect('provider')
  })

  await step('its source may be said later', async () => {
    await (await pageAction(page, 'Edit')).click()
    await page.getByLabel('Source repository').fill('not an address')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByLabel('Source repository')).toHaveAccessibleDescription(/is invalid/)
    await inspect('provider-edit')
    await page.getByLabel('Source repository').fill('https://git.example.com/petra/cloud')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expectToast(page, 'petra-labs/cloud is saved.')
    await expect(page.getByRole('link', { name: 'git.example.com/petra/cloud' })).toBeVisible()
  })

  await step('a file that is wrong is told with its reason', async () => {
    await page.getByRole('link', { name: 'New version' }).click()
    await expect(page.getByRole('button', { name: 'Create version' })).toBeEnabled()
    await page.getByRole('textbox', { name: 'Version', exact: true }).fill('1.1.0')
    await page.getByRole('button', { name: 'Create version' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'cloud 1.1.0' })).toBeVisible()
    const next = await signedFiles('cloud', '1.1.0', await newSigningKey('ed25519'))
    await page.getByRole('button', { name: 'Add a platform' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a platform to 1.1.0' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Zip' }).click(),
    ])
    await chooser.setFiles({ name: next.filename, mimeType: 'application/zip', buffer: next.zip })
    await expect(dialog.getByLabel('SHA-256')).toHaveValue(next.shasum)
    await dialog.getByRole('button', { name: 'Add platform' }).click()
    await expect(page.getByRole('list', { name: 'Platforms' })).toContainText('Uploaded')
    await page
      .getByLabel('File for Checksums')
      .setInputFiles({ name: 'SHA256SUMS', mimeType: 'text/plain', buffer: next.shasums })
    await expect(page.getByRole('link', { name: 'Download Checksums' })).toBeVisible()
    await page.getByLabel('File for Signature').setInputFiles({
      name: 'SHA256SUMS.sig',
      mimeType: 'application/octet-stream',
      buffer: next.signature,
    })
    await expect(page.getByRole('alert').filter({ hasText: 'they are not valid' })).toBeVisible()
    await inspect('provider-version-refused')
    await (await pageAction(page, 'Delete')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1.1.0' }).click()
    await expectToast(page, 'cloud 1.1.0 is deleted.')
    await expect(rowOf(page, '1.1.0')).toHaveCount(0)
  })

  await step('the list is narrowed; deleting wants the name of what others use', async () => {
    await page.goto(`${organization}/providers?public=true`)
    await expect(page.getByText('No provider matches')).toBeVisible()
    await page.goto(`${organization}/providers?search=clo`)
    await inspect('providers')
    await (await menuItemOf(page, 'petra-labs/cloud', 'Delete')).click()
    const dialog = page.getByRole('dialog', { name: 'Delete petra-labs/cloud?' })
    await expect(dialog).toContainText('This also deletes 1 version')
    await dialog.getByLabel('Type cloud to confirm').fill('cloud')
    await dialog.getByRole('button', { name: 'Delete cloud' }).click()
    await expectToast(page, 'petra-labs/cloud is deleted.')
  })
})

test('@full without a public registry the page of a public provider stands, and asks its owner for nothing', async ({
  page,
  platform,
  inspect,
}) => {
  const owner = await addMember(platform, 'quinn')
  await signIn(page, platform, owner)
  await page.goto(`${platform.consoleUrl}/organizations/quinn-labs/providers/new`)
  await expect(page.getByRole('button', { name: 'Add provider' })).toBeEnabled()
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByLabel('Namespace').fill('someone')
  await page.getByLabel('Name', { exact: true }).fill('cloud')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'someone/cloud' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'In your configuration' })).toContainText('someone/cloud')
  await expect(page.getByText('Versions in the public registry')).toHaveCount(0)
  await expect(page.getByText('No public registry is set up')).toHaveCount(0)
  await inspect('provider-public')
})
