import type { Page } from '@playwright/test'
import { asOwner } from '../support/database.js'
import { addMember, expect, signIn, test as base, type LivingPlatform } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { isFull } from '../support/full-run.js'
import { onceFor } from '../support/once.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../support/providers.js'
import type { Person } from '../support/platform.js'
import { greeting, publishVersion } from '../support/registry.js'
import { strangeWords } from '../support/strange-words.js'
import { writeState } from '../support/written-states.js'
import { consolePages, roles, routesOfTheConsole, type Known, type Role } from './console-pages.js'

/** Looked at in every run, the others in the full one. */
const always = new Set(['/', '/organizations/[name]/members'])

interface Stage {
  readonly known: Known
  readonly people: Readonly<Record<Role, Person>>
}

const test = base.extend<{ stage: Stage }>({
  stage: async ({ platform }, use) => use(await stageOf(platform)),
})

/** An organization with one of everything, whose owner and whose member are no administrators, and an outsider. */
const stageOf = onceFor(async (platform: LivingPlatform): Promise<Stage> => {
  const { rest } = platform
  const version = await addEngineVersion(rest, '4.4.4')
  const owner = await addMember(platform, 'walker')
  const member = await addMember(platform, 'walked-in')
  const outsider = await addMember(platform, 'walked-by')
  const organization = 'walker-labs'
  const path = `/organizations/${organization}`
  const memberships = `${path}/organization-memberships`
  const { id } = await rest.create(memberships, 'organization-memberships', { email: member.email })
  const team = await rest.create(`${path}/teams`, 'teams', { name: 'crew', visibility: 'organization' })
  const workspace = await rest.create(`${path}/workspaces`, 'workspaces', { name: 'walked' })
  await writeState(rest, workspace.id, { serial: 1, resources: { 'aws_vpc.walked': ['a'] } })
  const registry = { name: 'walked', 'registry-name': 'private' }
  await rest.create(`${path}/registry-modules`, 'registry-modules', { ...registry, provider: 'aws' })
  for (const number of ['1.0.0', '1.1.0'])
    await publishVersion(rest, `${organization}/walked/aws`, number, {
      'README.md': `# Walked ${number}\n\nA module to be looked at.\n`,
      'main.tf': greeting(number),
    })
  const facts = { ...registry, namespace: organization }
  const provider = await rest.create(`${path}/registry-providers`, 'registry-providers', facts)
  const signer = await newSigningKey('ed25519')
  await registerKey(platform, organization, signer)
  await releaseProvider(rest, `${organization}/walked`, '1.0.0', { signer })
  const hook = { name: 'walked', url: 'https://hooks.example.com/', triggers: ['sharing.changed'] }
  const webhook = await rest.create(`${path}/webhooks`, 'webhooks', hook)
  const [user] = await rest.list(`/admin/users?q=${member.username}`)
  const ids = {
    user: user?.id ?? '',
    version: version.id,
    member: id,
    team: team.id,
    workspace: workspace.id,
    webhook: webhook.id,
    ciIdentity: await identify(platform, team.id),
    publicProvider: await knowPublicProvider(platform),
  }
  return {
    known: { organization, provider: provider.id, ...ids },
    people: { administrator: platform.administrator, owner, member, outsider },
  }
})

/** A CI identity of the team, of an issuer that is trusted for it. */
async function identify(platform: LivingPlatform, teamId: string): Promise<string> {
  const facts = { name: 'walked', issuer: 'https://walked.example.com' }
  const issuer = await platform.rest.create('/admin/trusted-issuers', 'trusted-issuers', facts)
  const id = 'ciid-0123456789abcdef'
  await asOwner(platform, (client) =>
    client.query(
      `INSERT INTO ci_identities (id, organization_id, trusted_issuer_id, team_id, name, name_key, claims, anchor,
         scopes, lifetime, created_at, updated_at)
       SELECT $1, organization_id, $2, id, 'walked', 'walked', '{"sub": "walked"}', 'sub=walked', '{read}', '15m',
         now(), now()
       FROM teams WHERE id = $3`,
      [id, issuer.id, teamId],
    ),
  )
  return id
}

/** As if an origin had been asked for it: this platform has none. */
async function knowPublicProvider(platform: LivingPlatform): Promise<string> {
  const id = 'pubprov-0123456789abcdef'
  await asOwner(platform, (client) =>
    client.query(
      `INSERT INTO public_providers (id, origin, namespace, namespace_key, name, name_key, first_seen_at, looked_at,
         fresh_until, asked_at, created_at, updated_at)
       VALUES ($1, 'registry.example', 'walked', 'walked', 'cloud', 'cloud', now(), now(), now(), now(), now(), now())`,
      [id],
    ),
  )
  return id
}

/** The page with everything that it asks for, no part of it failed, in the words of the trade. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('table', { name: /, loading$/ })).toHaveCount(0)
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toMatch(strangeWords)
}

test('every page of the console has its row among the pages that are walked here', () => {
  expect(Object.keys(consolePages).sort()).toEqual(routesOfTheConsole())
})

for (const [route, { path, for: allowed }] of Object.entries(consolePages)) {
  if (!isFull && !always.has(route)) continue

  test(`${route} as each role`, async ({ page, platform, stage, inspect }) => {
    test.slow()
    const address = path(stage.known)

    await test.step('a stranger is led to the sign-in, which leads back', async () => {
      await page.goto(`${platform.consoleUrl}${address}`)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      const { pathname, searchParams } = new URL(page.url())
      expect([pathname, searchParams.get('next') ?? '/']).toEqual(['/sign-in', address])
    })

    for (const role of roles)
      await test.step(role, async () => {
        await page.context().clearCookies()
        await signIn(page, platform, stage.people[role])
        const response = await page.goto(`${platform.consoleUrl}${address}`)
        const missing = page.getByRole('heading', { level: 1, name: 'Page not found' })
        if (allowed.includes(role)) {
          expect(response?.status()).toBe(200)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(missing).toHaveCount(0)
          await settled(page)
          if (isFull || role === allowed[0])
            await inspect(`role-${role}-${route.replaceAll(/[^a-z]+/g, '-')}`)
        } else {
          await expect(missing).toBeVisible()
          expect(await page.title()).not.toContain('walked')
        }
      })
  })
}
