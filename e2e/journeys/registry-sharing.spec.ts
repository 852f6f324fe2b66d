import type { Locator } from '@playwright/test'
import { expect, expectToast, goTo, rowOf, signIn, test } from '../fixtures.js'
import { hydrated } from '../support/hydrated.js'

test('an administrator decides who may use whose modules, and sees beforehand who gains and loses', async ({
  page,
  platform,
}) => {
  const { consoleUrl, rest } = platform
  const { step } = test
  const consumersOf = async (name: string) =>
    (await rest.list(`/admin/organizations/${name}/relationships/module-consumers`)).map(({ id }) => id)
  for (const name of ['sharer', 'reader-one', 'reader-two'])
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  const save = page.getByRole('button', { name: 'Save sharing' }).first()
  const preview = page.getByRole('region', { name: 'Impact of saving' })
  const modules = page.getByRole('region', { name: 'Who may use its modules' })
  const providers = page.getByRole('region', { name: 'Who may use its private providers' })

  await step('sharing begins on the map, by the organization that shares', async () => {
    await signIn(page, platform)
    // The address of the time when modules alone were shared.
    await page.goto(`${consoleUrl}/module-sharing`)
    await expect(page).toHaveURL(`${consoleUrl}/registry-sharing`)
    await hydrated(page)
    const organization = page.getByRole('combobox', { name: 'Share from an organization' })
    await organization.fill('sharer')
    const found = page.getByRole('option', { name: 'sharer' })
    await expect(found).toBeVisible()
    // Typed before the code of the choices was there, and kept.
    await expect(organization).toHaveValue('sharer')
    await found.click()
  })

  await step('organizations are searched and picked; a list without any is no list', async () => {
    await expect(save).toBeEnabled()
    await modules.getByRole('radio', { name: 'Selected organizations' }).check()
    await save.click()
    await expect(modules.getByRole('combobox', { name: 'Add an organization' })).toHaveAccessibleDescription(
      /Select an organization/,
    )
    await pick(modules, 'reader-one')
    await pick(modules, 'reader-two')
    await expect(preview).toContainText('2 organizations')
    await save.click()
    await expectToast(page, 'The registry sharing of sharer is saved.')
    expect(await consumersOf('sharer')).toEqual(['reader-one', 'reader-two'])
  })

  await step('removing a consumer from the list names the loss and asks why', async () => {
    await page.getByRole('link', { name: 'Change who may use them' }).click()
    await modules.getByRole('button', { name: 'Remove reader-two' }).click()
    await expect(preview).toContainText('reader-two')
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'Remove access to what sharer shares?' })
    await expect(dialog).toContainText('1 organization')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await consumersOf('sharer')).toEqual(['reader-one', 'reader-two'])
    await save.click()
    await dialog.getByLabel('Reason').fill('They moved to their own.')
    await dialog.getByRole('button', { name: 'Save sharing' }).click()
    await expect.poll(() => consumersOf('sharer')).toEqual(['reader-one'])
  })

  await step('sharing with all empties the list', async () => {
    await page.getByRole('link', { name: 'Change who may use them' }).click()
    await modules.getByRole('radio', { name: 'All organizations' }).check()
    await save.click()
    await expect(page.getByText('All organizations may use its modules.')).toBeVisible()
    expect(await consumersOf('sharer')).toEqual([])
    expect((await rest.get('/admin/organizations/sharer')).data?.attributes).toMatchObject({
      'global-module-sharing': true,
    })
  })

  await step('providers are shared by themselves, until a date', async () => {
    await page.getByRole('link', { name: 'Change who may use them' }).click()
    await providers.getByRole('radio', { name: 'Selected organizations' }).check()
    await pick(providers, 'reader-one')
    await providers.getByLabel('The share with reader-one ends on').fill('2100-06-30')
    await expect(preview).toContainText('reader-one')
    await save.click()
    await expectToast(page, 'The registry sharing of sharer is saved.')
    await expect(page.getByText(/^Ends in [\d,]+ days$/)).toBeVisible()
    const [consumer] = await rest.list('/admin/organizations/sharer/relationships/provider-consumers')
    expect(consumer).toMatchObject({
      id: 'reader-one',
      meta: { 'sharing-ends-at': '2100-06-30T00:00:00.000Z' },
    })
  })

  await step('the map and the table beside it show who shares with whom', async () => {
    await goTo(page, 'Registry sharing')
    await expect(page.getByRole('group', { name: /^Map: \d+ organizations?/ })).toBeVisible()
    await expect(rowOf(page, 'sharer')).toContainText('All organizations')
    await expect(rowOf(page, 'sharer')).toContainText(/reader-one \(ends in [\d,]+ days\)/)
    await page.getByRole('link', { name: 'Change the sharing of sharer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Registry sharing' })).toBeVisible()
  })

  async function pick(list: Locator, name: string): Promise<void> {
    await list.getByRole('combobox', { name: 'Add an organization' }).fill(name)
    await page.getByRole('option', { name }).click()
    await expect(list.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
})
