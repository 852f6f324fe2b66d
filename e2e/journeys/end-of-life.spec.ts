import { expect, expectToast, pageAction, signIn, test } from '../fixtures.js'

test('an administrator sets the day on which an engine version ends, and takes it back', async ({
  page,
  platform,
  inspect,
}) => {
  const { step } = test
  const { consoleUrl, rest } = platform
  const { id } = await rest.create('/admin/engine-versions', 'engine-versions', {
    version: '0.11.97',
    url: 'https://releases.example.com/engine.zip',
    sha: 'a'.repeat(64),
  })
  const endOfLife = async () =>
    (await rest.get(`/admin/engine-versions/${id}`)).data?.attributes['end-of-life']
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/engine-versions/${id}`)

  await step('the date and its reason are shown ahead', async () => {
    await (await pageAction(page, 'Set end of life')).click()
    const dialog = page.getByRole('dialog', { name: 'End of life of 0.11.97' })
    await dialog.getByLabel('Date').fill('2100-06-30')
    await dialog.getByLabel('Reason').fill('Use 0.12')
    await dialog.getByRole('button', { name: 'Save end of life' }).click()
    await expectToast(page, '0.11.97 ends on 2100-06-30.')
    const notice = page.getByRole('alert').filter({ hasText: /This version ends in [\d,]+ days/ })
    await expect(notice).toContainText('Use 0.12')
    await inspect('end-of-life')
    expect(await endOfLife()).toEqual({ date: '2100-06-30T00:00:00.000Z', reason: 'Use 0.12' })
  })

  await step('it is taken back', async () => {
    await (await pageAction(page, 'Remove end of life')).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the end of life of 0.11.97?' })
    await dialog.getByRole('button', { name: 'Remove end of life' }).click()
    await expectToast(page, '0.11.97 no longer has an end of life.')
    expect(await endOfLife()).toBeNull()
  })
})
