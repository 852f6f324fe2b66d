import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { providerPath, freshProvider } from '../providers.js'
import { atOnce, tally } from '../races.js'
import { as, documentOf, faultsOf } from '../rest.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const admin = await app.make.administrator()
const acme = await app.make.organization(admin, 'Acme')
const provider = await freshProvider(app, admin)

interface Race {
  readonly what: string
  readonly path: () => string
  readonly body: (n: number) => object
  readonly taken: readonly [pointer: string, detail: string]
  readonly rows: () => Promise<number>
}

const nameTaken = ['/data/attributes/name', 'Name has already been taken'] as const
const versionTaken = ['/data/attributes/version', 'Version has already been taken'] as const
const inAnyCase = (n: number): string => (n % 2 === 0 ? 'raced' : 'RACED')
const nameKey = 'raced'

const races: Race[] = [
  {
    what: 'engine version',
    path: () => '/admin/engine-versions',
    body: () =>
      documentOf('engine-versions', { version: '1.2.3', url: 'https://releases.example/x.zip', sha }),
    taken: versionTaken,
    rows: () => app.prisma.engineVersion.count({ where: { version: '1.2.3' } }),
  },
  {
    what: 'organization',
    path: () => '/organizations',
    body: (n) => documentOf('organizations', { name: inAnyCase(n), email: 'raced@example.com' }),
    taken: nameTaken,
    rows: () => app.prisma.organization.count({ where: { nameKey } }),
  },
  {
    what: 'provider',
    path: () => '/organizations/Acme/registry-providers',
    body: (n) => {
      const attributes = { name: inAnyCase(n), namespace: 'Acme', 'registry-name': 'private' }
      return documentOf('registry-providers', attributes)
    },
    taken: nameTaken,
    rows: () => app.prisma.registryProvider.count({ where: { nameKey } }),
  },
  {
    what: 'provider version',
    path: () => `${providerPath(provider)}/versions`,
    body: () => documentOf('registry-provider-versions', { version: '1.2.3', 'key-id': 'key' }),
    taken: versionTaken,
    rows: () => app.prisma.registryProviderVersion.count({ where: { version: '1.2.3' } }),
  },
  {
    what: 'team',
    path: () => '/organizations/Acme/teams',
    body: (n) => documentOf('teams', { name: inAnyCase(n) }),
    taken: nameTaken,
    rows: () => app.prisma.team.count({ where: { nameKey } }),
  },
  {
    what: 'workspace',
    path: () => '/organizations/Acme/workspaces',
    body: (n) => documentOf('workspaces', { name: inAnyCase(n), 'engine-version': '0.0.1' }),
    taken: nameTaken,
    rows: () => app.prisma.workspace.count({ where: { organizationId: acme.id, nameKey } }),
  },
  {
    what: 'membership',
    path: () => '/organizations/Acme/organization-memberships',
    body: (n) => documentOf('organization-memberships', { email: `${inAnyCase(n)}@example.com` }),
    taken: ['/data/attributes/email', 'Email has already been taken'],
    rows: () => app.prisma.organizationMembership.count({ where: { emailKey: 'raced@example.com' } }),
  },
]

rule('§3 organizations', 'Of racing creations of one name one wins')
rule('§3 teams', 'Of racing creations of one name one wins')
rule('§4 use', 'Of racing creations of one version one wins')
rule('§5 workspaces', 'Of racing creations of one name one wins')
rule('§6 providers', 'Of racing creations of one provider one wins')
test.each(races)(
  'of thirty creations of one $what at once one wins, and the others are told that it is taken',
  async ({ path, body, taken, rows }) => {
    await app.make.engineVersion(admin, '0.0.1').catch(() => undefined)
    const audited = await app.prisma.auditEvent.count()
    const answers = await atOnce((n) => as(app, admin).post(path(), { body: body(n) }))
    expect(tally(answers)).toEqual({ 201: 1, 422: 29 })
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(faultsOf(answer)).toEqual([taken])
    expect(await rows()).toBe(1)
    expect(await app.prisma.auditEvent.count()).toBe(audited + 1)
  },
)
