import type { LivingPlatform } from '../fixtures.js'
import { onceFor } from '../support/once.js'
import { newSigningKey, type SigningKey } from '../../apps/api/load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../support/providers.js'
import { longTextsOf, test as base } from './landscape.js'

/** The pages of the organization with the longest name, each thing as long as the platform takes. */
export interface Inside {
  readonly organization: string
  /** The address of a page of the organization. */
  readonly at: (path: string) => string
  readonly invited: string
  readonly member: string
  readonly team: string
  readonly teamName: string
  readonly provider: string
  readonly providerName: string
  /** Versions of the provider: a published one, and one that waits for its files. */
  readonly versions: { readonly published: string; readonly waiting: string }
  readonly key: SigningKey
}

export const test = base.extend<{ inside: Inside }>({
  inside: async ({ samplePlatform }, use) => use(await insideOf(samplePlatform)),
})

/** More keys than one page of the list has. */
const moreKeys = 21

const insideOf = onceFor(async (platform: LivingPlatform): Promise<Inside> => {
  const { organization, username } = await longTextsOf(platform)
  const { rest } = platform
  const path = `/organizations/${organization}`
  const memberships = `${path}/organization-memberships`
  const [user] = await rest.list(`/admin/users?q=${username}`)
  const email = String(user?.attributes['email'])
  const member = await rest.create(memberships, 'organization-memberships', { email })
  const invited = `${'i'.repeat(60)}@${'mail.'.repeat(20)}example.com`
  await rest.create(memberships, 'organization-memberships', { email: invited })

  const teamName = 't'.repeat(64)
  const rights = ['modules', 'providers', 'workspaces'].map((what) => [`manage-${what}`, true])
  const team = await rest.create(`${path}/teams`, 'teams', {
    name: teamName,
    visibility: 'organization',
    'organization-access': Object.fromEntries(rights),
  })
  await putIn(platform, team.id, member.id)
  const description = 'W'.repeat(200)
  await rest.create(`/teams/${team.id}/authentication-tokens`, 'authentication-tokens', { description })

  const [key, ...others] = await Promise.all(
    Array.from({ length: 1 + moreKeys }, () => newSigningKey('ed25519')),
  )
  if (!key) throw new Error('No key was made')
  for (const each of [...others, key]) await registerKey(platform, organization, each)
  const providerName = 'p'.repeat(64)
  const provider = await rest.create(`${path}/registry-providers`, 'registry-providers', {
    name: providerName,
    namespace: organization,
    'registry-name': 'private',
  })
  const versions = { published: `1.0.0-${'x'.repeat(60)}`, waiting: '1.1.0' }
  const address = `${organization}/${providerName}`
  await releaseProvider(rest, address, versions.published, { signer: key })
  await rest.create(`${path}/registry-providers/private/${address}/versions`, 'registry-provider-versions', {
    version: versions.waiting,
    'key-id': key.keyId,
    protocols: ['5.0'],
  })
  const names = { organization, invited, teamName, providerName, versions, key }
  const ids = { member: member.id, team: team.id, provider: provider.id }
  return { ...names, ...ids, at: (rest) => path + rest }
})

async function putIn(
  { apiUrl, adminToken }: LivingPlatform,
  team: string,
  membership: string,
): Promise<void> {
  const path = `/api/v2/teams/${team}/relationships/organization-memberships`
  const { status } = await fetch(apiUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: [{ type: 'organization-memberships', id: membership }] }),
  })
  if (status !== 204) throw new Error(`POST ${path} was answered with ${status}`)
}
