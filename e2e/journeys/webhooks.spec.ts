import { addMember, expect, expectToast, pageAction, rowOf, signIn, test } from '../fixtures.js'

test('an owner creates a webhook, copies its secret, tests it and sends a delivery again', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const harriet = await addMember(platform, 'harriet')
  await signIn(page, platform, harriet)

  await step('the settings lead to webhooks, of which there are none', async () => {
    await page.goto(`${consoleUrl}/organizations/harriet-labs/settings/webhooks`)
    await expect(page.getByText('No webhooks yet')).toBeVisible()
    await inspect('webhooks-none')
  })

  await step('a wrong address is refused under its input; a right one shows the secret once', async () => {
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Chat')
    await dialog.getByLabel('Address').fill('ftp://hooks.example.com')
    await dialog.getByRole('combobox', { name: 'Events' }).click()
    await page.getByRole('option', { name: 'Module version published' }).click()
    await page.getByRole('option', { name: 'Sharing changed' }).click()
    // The list of choices closes.
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByText('Address is invalid')).toBeVisible()
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hook')
    await inspect('webhook-new')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByLabel('Secret')).toHaveText(/^whsec_/)
    await inspect('webhook-secret')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, 'Chat')).toContainText('Module version published and 1 more')
    await inspect('webhooks')
  })

  await step('a test event to a private address is refused, and its delivery says so', async () => {
    await page.getByRole('link', { name: 'Chat' }).click()
    await (await pageAction(page, 'Send test event')).click()
    await expectToast(page, 'The test event is on its way.')
    // The page brings the outcome by itself. An attempt is counted when it begins; why it failed is there at its end.
    await expect(async () => {
      const wait = { timeout: 5000 }
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Actions for msg-/ }).click(wait)
      await page.getByRole('menuitem', { name: 'Show' }).click(wait)
      await expect(page.getByRole('dialog')).toContainText('not public', wait)
    }).toPass()
    await inspect('webhook-delivery')
    await page.keyboard.press('Escape')
    await inspect('webhook')
  })

  await step('it is sent again', async () => {
    await page.getByRole('button', { name: /^Actions for msg-/ }).click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, 'The event is on its way.')
  })

  await step('disabled, it says why it cannot be tested; deleted, it is gone', async () => {
    await (await pageAction(page, 'Edit')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Chat is saved.')
    await expect(page.getByRole('button', { name: 'Send test event' })).toHaveAccessibleDescription(
      'The webhook is disabled',
    )
    await (await pageAction(page, 'Delete')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
    await expectToast(page, 'Chat is deleted.')
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  })

  await step('a site administrator has those of the site', async () => {
    const body = { name: 'Site', url: 'https://hooks.example.com', triggers: ['sharing.changed'] }
    await rest.create('/admin/webhooks', 'webhooks', body)
    await signIn(page, platform, platform.administrator)
    await page.goto(`${consoleUrl}/webhooks`)
    await expect(rowOf(page, 'Site')).toContainText('https://hooks.example.com')
  })
})
