import { asOwner } from '../support/database.js'
import { addMember, test as base, type LivingPlatform } from '../fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { onceFor } from '../support/once.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../support/providers.js'
import type { Person } from '../support/platform.js'
import { archiveOf, greeting, publishVersion } from '../support/registry.js'
import { writeState } from '../support/written-states.js'
import type { Known, Role } from './console-pages.js'

interface Stage {
  readonly known: Known
  readonly people: Readonly<Record<Role, Person>>
}

export const test = base.extend<{ stage: Stage }>({
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
  const release = await rest.get(`${path}/registry-providers/private/${organization}/walked/versions/1.0.0`)
  const docs = { 'index.md': '# Walked\n\nA provider.\n', 'resources/thing.md': '# Thing\n\nIt is made.\n' }
  await rest.upload(release.data?.links['docs-upload'], await archiveOf(docs))
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

/** Stores a public provider as if it had been requested: this platform has no origin. */
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
