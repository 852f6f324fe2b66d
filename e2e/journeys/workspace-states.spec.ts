import { readFile } from 'node:fs/promises'
import { addMember, expect, expectToast, menuItemOf, pageAction, rowOf, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { signInAtApi } from '../support/platform.js'
import { restOf } from '../support/rest.js'
import { writeState } from '../support/written-states.js'

const secret = 'a marker that no page shows'

test('an owner looks at a state, unlocks its workspace with a reason, and rolls back', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { apiUrl, consoleUrl, rest } = platform
  const { step } = test
  const owner = await addMember(platform, 'solveig')
  const own = restOf(apiUrl, await signInAtApi(platform, owner))
  await addEngineVersion(rest, '82.1.0')
  const workspaces = '/organizations/solveig-labs/workspaces'
  const { id } = await own.create(workspaces, 'workspaces', { name: 'harbour', 'engine-version': '82.1.0' })
  const address = `${consoleUrl}${workspaces}/${id}`
  let first = ''
  await signIn(page, platform, owner)

  await step('without a state the page shows the block that fills it', async () => {
    await page.goto(address)
    const block = page.getByRole('region', { name: 'the block of the configuration' })
    await expect(block).toContainText('organization = "solveig-labs"')
    await expect(block).toContainText('name = "harbour"')
    await inspect('workspace-without-state')
  })

  await step(
    'the address that clients print leads to the page, which shows apart what has no effect',
    async () => {
      await page.goto(`${consoleUrl}/app/solveig-labs/workspaces/Harbour`)
      await expect(page).toHaveURL(address)
      await page.goto(`${address}?tab=settings`)
      const kept = page.getByRole('region', { name: 'Stored for clients, without effect here' })
      await expect(kept).toContainText('Auto apply')
      await page.goto(address)
    },
  )

  await step('resources stand by type, and are found by a part of it', async () => {
    first = await writeState(own, id, {
      serial: 1,
      resources: { 'aws_vpc.main': ['10.0.0.0/16'], 'aws_subnet.private': ['a', 'b'] },
    })
    await writeState(own, id, {
      serial: 2,
      resources: {
        'aws_vpc.main': ['10.8.0.0/16'],
        'aws_subnet.private': ['a', 'b'],
        'aws_eip.out': [secret, secret],
      },
      outputs: {
        address: { value: '10.8.0.0/16', type: 'string' },
        password: { value: secret, type: 'string', sensitive: true },
      },
    })
    await page.reload()
    await expect(page.getByText(/^aws_subnet\.private\[\d\]$/)).toHaveCount(2)
    await expect(page.getByText(/^State 2, written by solveig/)).toBeVisible()
    await inspect('workspace-resources')
    const search = page.getByRole('searchbox', { name: 'Search resources' })
    await search.fill('eip')
    await expect(page.getByText(/^aws_subnet/)).toHaveCount(0)
    await search.fill('nothing of the kind')
    await expect(page.getByText('No resource matches')).toBeVisible()
    await inspect('workspace-resources-no-match')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText('aws_vpc.main')).toBeVisible()
  })

  const tab = (name: string) => page.getByRole('navigation', { name: 'About harbour' }).getByText(name)

  await step('outputs are listed, and what is sensitive is not shown', async () => {
    await tab('Outputs').click()
    await expect(rowOf(page, 'address')).toContainText('10.8.0.0/16')
    await expect(rowOf(page, 'password')).toContainText('Sensitive')
    expect(await page.content()).not.toContain(secret)
    await inspect('workspace-outputs')
  })

  await step('the history tells who wrote what, and what it changed', async () => {
    await tab('States').click()
    await expect(rowOf(page, 'Current')).toContainText('2 added, 1 changed')
    await expect(rowOf(page, 'Current')).toContainText('solveig')
    await inspect('workspace-states')
    await (await menuItemOf(page, 'state 2', 'Show changes')).click()
    const dialog = page.getByRole('dialog', { name: 'Changes of state 2' })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'aws_eip.out[1]' })).toContainText('added')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'aws_vpc.main[0]' })).toContainText('changed')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'output.address' })).toContainText('added')
    await inspect('state-changes')
    await page.keyboard.press('Escape')
  })

  await step('a state is downloaded, byte by byte', async () => {
    const download = page.waitForEvent('download')
    await (await menuItemOf(page, 'state 1', 'Download')).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('harbour-1.state.json')
    expect(await readFile(await file.path(), 'utf8')).toBe(first)
  })

  await step('locked by another one, it says who and why, and rolls back nothing', async () => {
    await rest.post(`/workspaces/${id}/actions/lock`, 'workspaces', { reason: 'A run that hangs' })
    await page.reload()
    const banner = page.getByRole('alert').filter({ hasText: 'Locked by' })
    await expect(banner).toContainText('A run that hangs')
    await expect(banner).toContainText(platform.administrator.username)
    await inspect('workspace-locked')
    const rollBack = await menuItemOf(page, 'state 1', 'Roll back to this state')
    await expect(rollBack).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await banner.getByRole('button', { name: 'Unlock' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unlock harbour?' })
    await dialog.getByLabel('Reason').fill('The run ended hours ago')
    await inspect('workspace-unlock')
    await dialog.getByRole('button', { name: 'Unlock harbour' }).click()
    await expectToast(page, 'harbour is unlocked.')
    await expect(banner).toHaveCount(0)
  })

  await step('a rollback shows first what it would change', async () => {
    await (await menuItemOf(page, 'state 1', 'Roll back to this state')).click()
    const dialog = page.getByRole('dialog', { name: 'Roll back the state of harbour?' })
    await expect(dialog.getByText('1 changed, 2 removed · outputs: 2 removed')).toBeVisible()
    await dialog.getByLabel('Reason').fill('The new range was wrong')
    await inspect('state-rollback')
    await dialog.getByRole('button', { name: 'Roll back' }).click()
    await expectToast(page, 'harbour is rolled back, with serial 3.')
    await expect(rowOf(page, 'Current')).toContainText('Rolled back to 1')
    await expect(rowOf(page, 'Current')).toContainText('1 changed, 2 removed')
    await expect(page.getByRole('alert').filter({ hasText: 'Locked by' })).toHaveCount(0)
  })

  await step('an owner locks it, and unlocks it again', async () => {
    await (await pageAction(page, 'Lock')).click()
    const dialog = page.getByRole('dialog', { name: 'Lock harbour?' })
    await dialog.getByLabel('Reason (optional)').fill('Maintenance')
    await dialog.getByRole('button', { name: 'Lock harbour' }).click()
    const banner = page.getByRole('alert').filter({ hasText: 'Locked by you' })
    await expect(banner).toContainText('Maintenance')
    await banner.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock harbour' }).click()
    await expect(banner).toHaveCount(0)
  })

  await step('the activity below names each of these', async () => {
    const { data } = await rest.get(`/admin/audit-events?filter[target]=${id}`)
    expect(JSON.stringify(data)).toContain('The run ended hours ago')
    expect(JSON.stringify(data)).not.toContain(secret)
  })
})
