import { signIn, test as base, type LivingPlatform } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { onceFor } from '../support/once.js'

/**
 * Tag of screens in the full run alone; every run has each area with its longest texts, and all screens of journeys.
 */
export const inFull = { tag: '@full' } as const

/** Things whose every text is as long as the platform takes, and much of it without a place to break. */
export interface LongTexts {
  /** Id of an engine version. */
  readonly id: string
  readonly version: string
  /** The name of one that shares its modules. */
  readonly organization: string
  readonly username: string
}

interface TestFixtures {
  /** Opens a page of the sample platform as its administrator. */
  readonly open: (path: string) => Promise<void>
  /** The sample with texts that stretch a page. */
  readonly long: LongTexts
}

export const test = base.extend<TestFixtures>({
  long: async ({ samplePlatform }, use) => use(await longTextsOf(samplePlatform)),
  open: async ({ page, samplePlatform, long: _ }, use) => {
    await signIn(page, samplePlatform)
    await use(async (path) => {
      await page.goto(`${samplePlatform.consoleUrl}${path}`)
    })
  },
})

export const longTextsOf = onceFor(async ({ rest }: LivingPlatform): Promise<LongTexts> => {
  const { data: self } = await rest.get('/account/details')
  for (const description of ['laptop', 'nightly build', 'W'.repeat(200)])
    await rest.create(`/users/${self?.id}/authentication-tokens`, 'authentication-tokens', { description })

  await addEngineVersion(rest, `1.9.1-${'hardened-for-the-payments-organization.'.repeat(3)}x`, {
    beta: true,
  })
  const version = `1.9.0-${'x'.repeat(120)}`
  const { id } = await addEngineVersion(rest, version, {
    url: `https://releases.example.com/${'engine'.repeat(300)}.zip`,
    official: true,
    deprecated: true,
    'deprecated-reason': 'It forgets locks when two people plan at once. '.repeat(14) + 'W'.repeat(300),
  })
  const organization = `the-organization-with-the-longest-name-${'o'.repeat(25)}`
  await rest.create('/organizations', 'organizations', {
    name: organization,
    email: `${'long'.repeat(12)}@${'mail.'.repeat(20)}example.com`,
  })
  for (const name of ['w'.repeat(64), 'the-workspace-of-a-team-that-likes-words'])
    await rest.create(`/organizations/${organization}/workspaces`, 'workspaces', {
      name,
      'engine-version': version,
    })
  await rest.patch(`/admin/organizations/${organization}`, 'organizations', { 'global-module-sharing': true })
  const username = `the.user.with.the.longest.name.${'u'.repeat(33)}`
  await rest.create('/admin/users', 'users', {
    username,
    email: `${'e'.repeat(60)}@${'mail.'.repeat(20)}example.com`,
    password: 'a word that is not needed',
  })
  return { id, version, organization, username }
})
