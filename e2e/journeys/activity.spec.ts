import type { Page } from '@playwright/test'
import { addMember, expect, signIn, test } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { restOf } from '../support/rest.js'
import { signInAtApi } from '../support/platform.js'

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })

/** The last events, which are asked for once their place is in sight. */
async function eventsOn(page: Page) {
  await activity(page).scrollIntoViewIfNeeded()
  return activity(page).getByRole('listitem')
}

test('an administrator reads on the page of a thing what was done to it last', async ({ page, platform }) => {
  const { consoleUrl, rest, administrator } = platform
  const { id } = await addEngineVersion(rest, '6.11.1')
  await rest.patch(`/admin/engine-versions/${id}`, 'engine-versions', { enabled: false })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/engine-versions/${id}`)
  const { username } = administrator
  await expect(await eventsOn(page)).toHaveText([
    new RegExp(`^${username} disabled engine version 6\\.11\\.1just now$`),
    new RegExp(`^${username} added engine version 6\\.11\\.1just now$`),
  ])
  await expect(activity(page).getByRole('time').first()).toHaveAttribute('title', /^\d+ \w+ \d{4}, .* UTC$/)
  await activity(page).getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(`${consoleUrl}/audit?target=${id}`)
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('link')).toHaveCount(2)
})

test('owners read what was done to their things, members do not', async ({ page, platform, browser }) => {
  const { consoleUrl, rest, apiUrl } = platform
  const owner = await addMember(platform, 'olwen')
  const member = await addMember(platform, 'mirek')
  const own = restOf(apiUrl, await signInAtApi(platform, owner))
  const organization = '/organizations/olwen-labs'
  const team = await own.create(`${organization}/teams`, 'teams', {
    name: 'crew',
    visibility: 'organization',
  })
  const provider = await own.create(`${organization}/registry-providers`, 'registry-providers', {
    name: 'cloud',
    namespace: 'olwen-labs',
    'registry-name': 'private',
  })
  await own.create(
    `${organization}/registry-providers/private/olwen-labs/cloud/versions`,
    'registry-provider-versions',
    {
      version: '1.0.0',
      'key-id': '32966F3FB5AC1129',
      protocols: ['5.0'],
    },
  )
  await rest.create(`${organization}/organization-memberships`, 'organization-memberships', {
    email: member.email,
  })

  await signIn(page, platform, owner)
  await page.goto(`${consoleUrl}${organization}/teams/${team.id}`)
  await expect(await eventsOn(page)).toHaveText(['olwen created the team crewjust now'])
  await page.goto(`${consoleUrl}${organization}/providers/${provider.id}`)
  await expect(await eventsOn(page)).toHaveText([
    'olwen created provider version olwen-labs/cloud 1.0.0just now',
    'olwen added the provider olwen-labs/cloudjust now',
  ])
  await page.goto(`${consoleUrl}${organization}`)
  await expect(await eventsOn(page)).toHaveCount(5)
  await activity(page).getByRole('link', { name: 'crew' }).click()
  await expect(page).toHaveURL(`${consoleUrl}${organization}/teams/${team.id}`)

  const others = await browser.newContext()
  const otherPage = await others.newPage()
  await signIn(otherPage, platform, member)
  await otherPage.goto(`${consoleUrl}${organization}/teams/${team.id}`)
  await expect(otherPage.getByRole('heading', { level: 1, name: 'crew' })).toBeVisible()
  await expect(activity(otherPage)).toHaveCount(0)
  await others.close()
})
