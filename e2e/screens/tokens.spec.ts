import { expect, rowOf } from '../fixtures.js'
import { inFull, test } from './landscape.js'

test('my tokens', inFull, async ({ page, open, inspect }) => {
  await open('/app/settings/tokens')
  await expect(rowOf(page, 'nightly build')).toBeVisible()
  await inspect('tokens')
})

test('what a new token is for', async ({ page, open, inspect }) => {
  await open('/app/settings/tokens?dialog=create')
  await expect(page.getByRole('button', { name: 'CLI on my machine' })).toBeVisible()
  await inspect('token-purposes')
})

test('a new token, until a day of choice', async ({ page, open, inspect }) => {
  await open('/app/settings/tokens?dialog=create&scope=read')
  await page.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: 'Until a day of your choice' }).click()
  await page.getByRole('button', { name: 'Last day' }).click()
  await expect(page.getByRole('dialog').last().getByRole('table')).toBeVisible()
  await inspect('token-new')
})

test('the secret of a new token', inFull, async ({ page, open, inspect }) => {
  await open('/app/settings/tokens?dialog=create&scope=all')
  await page.getByLabel('Description').fill('a secret to look at')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('dialog', { name: 'Copy your token now' })).toBeVisible()
  await inspect('token-secret')
})

test('the question before a token is revoked', inFull, async ({ page, open, inspect }) => {
  await open('/app/settings/tokens')
  await page.getByRole('button', { name: /^Revoke W+/ }).click()
  await expect(page.getByRole('button', { name: 'Revoke token' })).toBeVisible()
  await inspect('token-revoke')
})
