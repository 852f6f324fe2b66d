import { addMember, expect, expectToast, reloadUntil, signIn, test } from '../fixtures.js'
import { createModule, publishVersion, setLifecycle } from '../support/registry.js'
import { shareModules } from '../support/sharing.js'

const files = { 'main.tf': 'output "id" {\n  value = 1\n}\n' }

test('who follows a module reads in the inbox what becomes of it', async ({ page, platform }) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const address = 'marina/crane/sea'
  await createModule(rest, address)
  await publishVersion(rest, address, '1.0.0', files)
  const reader = await addMember(platform, 'inga')
  await shareModules(platform, 'marina', ['inga-labs'])
  await signIn(page, platform, reader)
  const bell = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })

  await test.step('Follow stands beside the module', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expectToast(page, `You follow ${address}.`)
    await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  })

  await test.step('the bell counts what is unread, and a row leads to the version and is read then', async () => {
    await publishVersion(rest, address, '1.1.0', files)
    await setLifecycle(rest, address, '1.0.0', 'Revoked')
    await page.goto(`${consoleUrl}/inbox`)
    await reloadUntil(page, (wait) => expect(bell).toHaveAccessibleName('Inbox, 2 unread', wait))
    const published = page.getByRole('link', { name: `Version 1.1.0 of ${address} is published.` })
    await published.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/version=1\.1\.0/)
    await expect(bell).toHaveAccessibleName('Inbox, 1 unread')
    await bell.click()
    await expect(published).toBeHidden()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('You have read everything')).toBeVisible()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(published).toBeVisible()
  })

  await test.step('what is followed is listed, and unfollowed there', async () => {
    await page.getByRole('link', { name: 'Following' }).click()
    await page.getByRole('button', { name: `Unfollow ${address}` }).click()
    await expect(page.getByText('You follow no modules')).toBeVisible()
  })
})

test('owners ask for the modules of another organization, and administrators answer', async ({
  page,
  platform,
  browser,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  for (const name of ['lender', 'miser'])
    await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  const owner = await addMember(platform, 'asta')
  await signIn(page, platform, owner)
  const sharing = page.getByRole('region', { name: 'Registry sharing' })

  await test.step('the answer is the same whether there is such an organization', async () => {
    await page.goto(`${consoleUrl}/organizations/asta-labs`)
    for (const name of ['lender', 'miser', 'no-such-one']) {
      await sharing.getByRole('button', { name: 'Ask the site administrators' }).click()
      const dialog = page.getByRole('dialog', { name: 'Ask for modules of another organization' })
      await dialog.getByLabel('Organization or module').fill(name)
      await dialog.getByLabel('Reason').fill('We build on its network.')
      await dialog.getByRole('button', { name: 'Send request' }).click()
      await expect(dialog).toBeHidden()
      await expect(sharing.getByText(`Asked for the modules of ${name}`)).toBeVisible()
    }
  })

  await test.step('an administrator shares by the filled-in form, or declines with a reason', async () => {
    const context = await browser.newContext()
    const admin = await context.newPage()
    await signIn(admin, platform)
    await admin.goto(consoleUrl)
    const attention = admin.getByRole('region', { name: 'Needs attention' })
    await expect(attention.getByText(/asta-labs asks for modules of no-such-one/)).toBeHidden()
    await attention
      .getByRole('button', { name: 'Decline to share the modules of miser with asta-labs' })
      .click()
    const question = admin.getByRole('dialog')
    await question.getByLabel('Reason').fill('They are not ready.')
    await question.getByRole('button', { name: 'Decline' }).click()
    await expectToast(admin, 'The request of asta-labs is declined.')
    await attention.getByRole('link', { name: 'Share the modules of lender with asta-labs' }).click()
    await expect(admin.getByRole('button', { name: 'Remove asta-labs' })).toBeVisible()
    await admin.getByRole('button', { name: 'Save sharing' }).first().click()
    await expectToast(admin, 'The registry sharing of lender is saved.')
    await context.close()
  })

  await test.step('who asked reads the answers, and what is open can be withdrawn', async () => {
    const answers = page.getByText(/modules .*(declined|as you asked)/)
    await page.goto(`${consoleUrl}/inbox`)
    await reloadUntil(page, (wait) => expect(answers).toHaveCount(2, wait))
    await expect(page.getByText('They are not ready.')).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'lender shares its modules with asta-labs, as you asked.' }),
    ).toBeVisible()
    await page.goto(`${consoleUrl}/organizations/asta-labs`)
    await sharing.getByRole('button', { name: 'Withdraw the request for the modules of no-such-one' }).click()
    await expectToast(page, 'The request is withdrawn.')
    await expect(sharing.getByText(/Asked for/)).toHaveCount(0)
  })
})
