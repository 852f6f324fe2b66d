import { expect, menuItemOf, pageAction, rowOf, type LivingPlatform } from '../fixtures.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../support/providers.js'
import { inFull } from './landscape.js'
import { test } from './member-pages.js'

test('providers, one of the longest name', inFull, async ({ page, open, inspect, inside }) => {
  const { organization, providerName } = inside
  await open(inside.at('/providers'))
  await expect(rowOf(page, `${organization}/${providerName}`)).toBeVisible()
  await inspect('providers-long')
})

test('providers, narrowed by filters', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/platform/providers?public=false')
  await expect(rowOf(page, 'platform/ipam')).toBeVisible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: 'Registry' })).toBeVisible()
  await inspect('providers-filters')
})

test('a new public provider, with mistakes', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/providers/new'))
  await expect(page.getByRole('button', { name: 'Add provider' })).toBeEnabled()
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByLabel('Namespace').fill('w w')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByLabel('Namespace')).toHaveAccessibleDescription(/It is 1 to 64/)
  await inspect('provider-new')
})

test('a provider of the longest name', async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/providers/${inside.provider}`))
  await expect(rowOf(page, inside.versions.published)).toContainText('Published')
  await expect(rowOf(page, inside.versions.waiting)).toBeVisible()
  await inspect('provider-long')
})

test('a provider whose versions cannot be loaded', inFull, async ({ page, open, inspect, inside }) => {
  await page.route('**/console/graphql', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await open(inside.at(`/providers/${inside.provider}`))
  await expect(page.getByText('The versions could not be loaded')).toBeVisible()
  await inspect('provider-failed')
})

test('a public provider where no public registry is set up', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/platform/providers?public=true')
  await page.getByRole('link', { name: 'integrations/github' }).click()
  await expect(page.getByText(/No public registry is set up/)).toBeVisible()
  await inspect('provider-public-unset')
})

test('a new version of a provider, with mistakes', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/providers/${inside.provider}/new`))
  await expect(page.getByRole('button', { name: 'Create version' })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Version', exact: true }).fill('v1')
  await page.getByRole('button', { name: 'Create version' }).click()
  await expect(page.getByRole('textbox', { name: 'Version', exact: true })).toHaveAccessibleDescription(
    /without a v/,
  )
  await inspect('provider-version-new-long')
})

test('a published version of the longest name', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/providers/${inside.provider}/${inside.versions.published}`))
  await expect(page.getByRole('list', { name: 'Platforms' })).toContainText('Uploaded')
  await inspect('provider-version-long')
})

test('a version that waits for its files', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/providers/${inside.provider}/${inside.versions.waiting}`))
  await expect(page.getByText(/It waits for/)).toBeVisible()
  await inspect('provider-version-waiting')
})

test('a version that was refused', inFull, async ({ page, open, inspect, inside, samplePlatform }) => {
  const path = inside.at(`/providers/${inside.provider}`)
  const version = `2.0.${Date.now()}`
  const signer = await newSigningKey('ed25519')
  const address = `${inside.organization}/${inside.providerName}`
  await releaseProvider(samplePlatform.rest, address, version, { signer, keyId: inside.key.keyId })
  await open(`${path}/${version}`)
  await expect(page.getByRole('alert').filter({ hasText: 'they are not valid' })).toBeVisible()
  await inspect('provider-version-refused-long')
})

test('the question before a version is deleted', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at(`/providers/${inside.provider}/${inside.versions.published}`))
  await (await pageAction(page, 'Delete')).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect('provider-version-delete')
})

test('the question before a provider is deleted', inFull, async ({ page, open, inspect, inside }) => {
  const { organization, providerName } = inside
  await open(inside.at('/providers'))
  await (await menuItemOf(page, `${organization}/${providerName}`, 'Delete')).click()
  await expect(page.getByRole('dialog')).toContainText('and all files')
  await inspect('provider-delete')
})

test('no signing keys', inFull, async ({ page, open, inspect }) => {
  await open('/organizations/data-science/signing-keys')
  await expect(page.getByText('No signing keys yet')).toBeVisible()
  await inspect('signing-keys-empty')
})

test('one signing key', inFull, async ({ page, open, inspect, samplePlatform }) => {
  const keyId = await addKey(samplePlatform, 'storefront')
  await open('/organizations/storefront/signing-keys')
  await expect(rowOf(page, keyId)).toBeVisible()
  await inspect('signing-keys-one')
})

test('more signing keys than fit on a page', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/signing-keys'))
  await expect(page.getByText('1–20 of 22')).toBeVisible()
  await inspect('signing-keys-many')
})

test('signing keys while they are loading', inFull, async ({ page, open, inspect }) => {
  await page.route('**/console/graphql', () => undefined)
  await open('/organizations/platform/signing-keys')
  await expect(page.getByRole('table', { name: 'Signing keys, loading' })).toBeVisible()
  await inspect('signing-keys-loading')
})

test('signing keys that could not be loaded', inFull, async ({ page, open, inspect }) => {
  await page.route('**/console/graphql', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await open('/organizations/platform/signing-keys')
  await expect(page.getByText('The signing keys could not be loaded')).toBeVisible()
  await inspect('signing-keys-failed')
})

test('a signing key that is none', inFull, async ({ page, open, inspect, inside }) => {
  await open(inside.at('/signing-keys?dialog=add'))
  const dialog = page.getByRole('dialog', { name: 'Add a signing key' })
  await dialog.getByLabel('Public key').fill('W'.repeat(300))
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog.getByLabel('Public key')).toHaveAccessibleDescription(/not a valid/)
  await inspect('signing-key-new')
})

/** Returns its id. */
async function addKey(platform: LivingPlatform, organization: string): Promise<string> {
  const key = await newSigningKey('ed25519')
  await registerKey(platform, organization, key)
  return key.keyId
}
