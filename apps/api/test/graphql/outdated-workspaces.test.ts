import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { attentionOf } from '../attention.js'
import { Acting } from '../bulk-acts/acting.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'

let ids: Record<string, string>

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')
const versions = {
  '1.9.0': {},
  '1.10.0': {},
  '1.11.0': {},
  '1.12.0-rc1': { beta: true },
  '1.13.0': { enabled: false },
}
for (const [version, facts] of Object.entries(versions)) await app.make.engineVersion(admin, version, facts)

beforeEach(async () => {
  await app.prisma.workspace.deleteMany()
  const fine = { enabled: true, deprecated: false, deprecatedReason: null }
  await app.prisma.engineVersion.updateMany({ where: { NOT: { version: '1.13.0' } }, data: fine })
  ids = {}
  for (const version of ['1.9.0', '1.10.0', '1.11.0'])
    ids[version] = (await app.make.workspace(owner, acme, version, `on-${version.replace(/\./g, '-')}`)).id
  await app.prisma.engineVersion.updateMany({
    where: { version: '1.9.0' },
    data: { deprecated: true, deprecatedReason: 'Leaks secrets.' },
  })
  await app.prisma.engineVersion.updateMany({ where: { version: '1.10.0' }, data: { enabled: false } })
})

type Named = { name: string }

async function workspaces(args: string, fields = 'name', by = owner) {
  const query = `{ organization(name: "acme") { workspaces${args} { nodes { ${fields} } totalCount } } }`
  const { data } = await graphql(app, by, query)
  return data['organization']?.['workspaces'] as { nodes: Named[]; totalCount: number }
}

test('a member sees of each workspace that its version is deprecated, with the reason, or disabled', async () => {
  const member = await app.make.member(acme)
  const found = await workspaces(
    '',
    'name engineVersionStatus { enabled beta deprecated deprecatedReason }',
    member,
  )
  const fine = { enabled: true, beta: false, deprecated: false, deprecatedReason: null }
  expect(found.nodes).toEqual([
    { name: 'on-1-10-0', engineVersionStatus: { ...fine, enabled: false } },
    { name: 'on-1-11-0', engineVersionStatus: fine },
    {
      name: 'on-1-9-0',
      engineVersionStatus: { ...fine, deprecated: true, deprecatedReason: 'Leaks secrets.' },
    },
  ])
})

test('workspaces that need an upgrade are listed apart from the others', async () => {
  const outdated = await workspaces('(needsUpgrade: true)')
  expect([outdated.totalCount, outdated.nodes.map(({ name }) => name)]).toEqual([
    2,
    ['on-1-10-0', 'on-1-9-0'],
  ])
  const rest = await workspaces('(needsUpgrade: false)')
  expect(rest.nodes).toEqual([{ name: 'on-1-11-0' }])
})

/** An act that moves all of acme that need an upgrade. */
const move = (engineVersion: string) => ({
  kind: 'WORKSPACE_ENGINE_VERSION',
  settings: { engineVersion },
  workspaces: { organization: 'acme', needsUpgrade: true },
})

test('all that need an upgrade are moved at once, with an audit row and the reason each', async () => {
  const { counts } = await new Acting(app, owner).run({ ...move('latest'), reason: 'clean up' })
  expect(counts).toMatchObject({ changed: 2 })
  expect((await workspaces('(needsUpgrade: true)')).totalCount).toBe(0)
  const moved = await app.prisma.workspace.findMany({ where: { engineVersionWords: 'latest' } })
  expect(moved).toHaveLength(2)
  const rows = await app.prisma.auditEvent.findMany({ where: { reason: 'clean up' } })
  expect(rows.map(({ subjectId }) => subjectId).sort()).toEqual([ids['1.9.0'], ids['1.10.0']].sort())
  for (const { before, after } of rows) expect(JSON.stringify([before, after])).not.toContain('Status')
})

test.each([
  [
    'a disabled version',
    '1.13.0',
    'Engine version is invalid: 1.13.0 is disabled; use 1.11.0, 1.9.0, or ask a site administrator to enable it',
  ],
  ['a beta version without access', '1.12.0-rc1', 'Engine version is invalid: 1.12.0-rc1 is a beta version'],
  [
    'an unknown version',
    '9.9.9',
    'Engine version is invalid: 9.9.9 is not known; use 1.11.0, 1.9.0, or ask a site administrator to add it',
  ],
])('none is moved to %s, which the preview says first', async (_what, engineVersion, reason) => {
  const acting = new Acting(app, owner)
  expect(await acting.preview(move(engineVersion))).toMatchObject({ refused: [{ count: 2, reason }] })
  const { counts, targets } = await acting.run(move(engineVersion))
  expect(counts).toMatchObject({ changed: 0, refused: 2 })
  expect(targets.nodes.map(({ message }) => message)).toEqual([reason, reason])
  expect((await workspaces('(needsUpgrade: true)')).totalCount).toBe(2)
})

test('the overview of each user names the organizations whose workspaces need an upgrade', async () => {
  const told = (by: Person) => attentionOf(app, by, 'kind: ENGINES_OUTDATED', 'name amount')
  const acmes = { nodes: [{ name: 'acme', amount: 2 }], totalCount: 1 }
  expect(await told(await app.make.member(acme))).toEqual(acmes)
  expect(await told(admin)).toEqual(acmes)
  expect(await told(await app.make.user())).toEqual({ nodes: [], totalCount: 0 })
})

const versionsFor = async (by: Person | undefined, args = '') => {
  const query = `{ availableEngineVersions${args} { nodes { version } } latestEngineVersion { version } }`
  const { data, errors } = await graphql(app, by, query)
  if (errors) return errors
  const { nodes } = data['availableEngineVersions'] as { nodes: { version: string }[] }
  return [nodes.map(({ version }) => version), data['latestEngineVersion']]
}

test('every user sees the enabled versions and what latest stands for; a stranger sees neither', async () => {
  const latest = { version: '1.11.0' }
  expect(await versionsFor(await app.make.user())).toEqual([['1.12.0-rc1', '1.11.0', '1.9.0'], latest])
  expect(await versionsFor(owner, '(search: "1.1")')).toEqual([['1.12.0-rc1', '1.11.0'], latest])
  const refused = { extensions: { code: 'UNAUTHENTICATED' } }
  expect(await versionsFor(undefined)).toMatchObject([refused, refused])
})

test('for an organization beta versions are left out until it has access to them', async () => {
  const args = '(organization: "acme")'
  expect(await versionsFor(owner, args)).toMatchObject([['1.11.0', '1.9.0'], {}])
  await app.prisma.organization.update({ where: { id: acme.id }, data: { accessBetaTools: true } })
  expect(await versionsFor(owner, args)).toMatchObject([['1.12.0-rc1', '1.11.0', '1.9.0'], {}])
  expect(await versionsFor(await app.make.user(), args)).toMatchObject([
    { extensions: { code: 'NOT_FOUND' } },
  ])
})
