import { addMember, expect, expectToast, menuItemOf, rowOf, signIn, test } from '../fixtures.js'
import { makeSignInOld } from '../support/old-sign-in.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'

test('a user who signed in a while ago confirms it before the most dangerous acts, and loses nothing', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'fay')
  const member = await addMember(platform, 'finn')
  const memberships = '/organizations/fay-labs/organization-memberships'
  await rest.create(memberships, 'organization-memberships', { email: member.email })
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const password = dialog.getByLabel('Current password', { exact: true })

  await step('adding an owner asks for the password; a wrong one is told under the field', async () => {
    await signIn(page, platform, owner)
    await page.goto(`${consoleUrl}/organizations/fay-labs/teams`)
    await page.getByRole('link', { name: 'owners' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'owners' })).toBeVisible()
    await makeSignInOld(page, platform, 'fay')
    await page.getByRole('combobox', { name: 'Add a member' }).click()
    await page.getByRole('option', { name: 'finn' }).click()
    await expect(dialog).toBeVisible()
    await expect(password).toBeFocused()
    await inspect('confirm-identity')
    await page.keyboard.type('a wrong guess')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('Current password is invalid')
    await expect(password).toBeFocused()
  })

  await step('with the right one it goes on by itself', async () => {
    await page.keyboard.type(owner.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectToast(page, 'finn is in owners.')
    await expect(rowOf(page, 'finn')).toContainText(member.email)
  })

  const { armor, keyId } = await newSigningKey('ed25519')
  const add = page.getByRole('dialog', { name: 'Add a signing key' })

  await step('a user who cancels is told so, and what was typed is still there', async () => {
    await page.goto(`${consoleUrl}/organizations/fay-labs/signing-keys?dialog=add`)
    await add.getByLabel('Public key').fill(armor)
    await makeSignInOld(page, platform, 'fay')
    await add.getByRole('button', { name: 'Add key' }).click()
    await expect(password).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(add.getByRole('alert')).toHaveText('Confirm that it is you: sign in again')
    await expect(add.getByLabel('Public key')).toHaveValue(armor)
  })

  await step('a user who confirms it adds the key, and what comes next asks no more', async () => {
    await add.getByRole('button', { name: 'Add key' }).click()
    await password.fill(owner.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, `The key ${keyId} is added.`)
    await (await menuItemOf(page, keyId, 'Delete')).click()
    await page.getByRole('button', { name: 'Delete key' }).click()
    await expectToast(page, `The key ${keyId} is deleted.`)
  })
})
