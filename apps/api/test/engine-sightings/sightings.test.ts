import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { hearStatements } from '../../load/src/bench/statements.js'
import { as, graphql } from '../rest.js'
import { registry } from '../modules/module-requests.js'
import { cli, counted, paths, startWithEngines } from './asking.js'

const { app, owner, member, admin, acme } = await startWithEngines()

beforeEach(async () => {
  await counted(app, owner)
  await app.prisma.engineSighting.deleteMany()
})

const ask = (path: string, headers: Readonly<Record<string, string>>, by = member.token) =>
  registry(app, by, path, { headers })

/** Counts a request as if by a token of the member. */
function count(version: string, id?: string): void {
  const { actor } = member.ctx
  if (actor.type !== 'user') throw new Error('a member is a user')
  const token = { ...actor, credential: { ...actor.credential, ...(id && { id }), kind: 'token' as const } }
  const engine = { engine: 'engine' as const, version }
  app.services.engineSightings.count({ ...member.ctx, actor: token, face: 'registry', engine }, acme.id)
}

describe('registry requests of tokens', () => {
  rule('§12 engines', 'The version header and the user agent of registry requests are counted')
  rule('§12 engines', 'What the response cache answers is counted too')
  test('are counted by engine, version and organization, also those that the response cache answers', async () => {
    for (let n = 0; n < 3; n++) expect((await ask(paths.versions, cli('1.9.2'))).status).toBe(200)
    await ask(paths.versions, { 'User-Agent': 'Terraform/1.5.0 (+https://www.terraform.io)' })
    await ask(paths.versions, { ...cli('1.9.2'), 'User-Agent': 'OpenTofu/1.9.2 (+https://fork.org)' })
    await ask('/v1/modules', cli('1.9.2'))
    const of = { organizationId: acme.id, refused: 0 }
    expect(await counted(app, owner)).toEqual([
      { engine: 'engine', version: '1.5.0', requests: 1, ...of },
      { engine: 'engine', version: '1.9.2', requests: 1, refused: 0, organizationId: '' },
      { engine: 'engine', version: '1.9.2', requests: 3, ...of },
      { engine: 'fork', version: '1.9.2', requests: 1, ...of },
    ])
  })

  rule('§12 engines', 'An unreadable user agent counts as other and never fails a request')
  test.each([
    ['an unknown program', { 'User-Agent': 'curl/8.5.0' }],
    ['no words', { 'User-Agent': '' }],
    ['a version that is none', cli('latest; DROP TABLE')],
    ['a version of a kilobyte', cli(`1.0.${'9'.repeat(1000)}`)],
    ['a long agent', { 'User-Agent': `Terraform/${'1'.repeat(4000)}` }],
  ])('that say %s count as other and are answered', async (_, headers) => {
    expect((await ask(paths.versions, headers)).status).toBe(200)
    expect(await counted(app, owner)).toEqual([
      { engine: 'other', version: '', requests: 1, refused: 0, organizationId: acme.id },
    ])
  })

  rule(
    '§12 engines',
    'Requests without a good token, of sessions and of foreign things count for no organization',
  )
  test('count for no organization whose things the caller may not know of, and not at all without a token', async () => {
    const stranger = await app.make.user()
    expect((await ask(paths.versions, cli('1.9.2'), stranger.token)).status).toBe(404)
    expect((await ask(paths.versions, cli('1.9.2'), 'bad')).status).toBe(401)
    await ask(paths.versions, cli('1.9.2'), await app.make.session(member))
    expect(await counted(app, owner)).toEqual([
      { engine: 'engine', version: '1.9.2', requests: 1, refused: 0, organizationId: '' },
    ])
  })

  rule('§12 engines', 'At most 200 versions of a token and day are told apart')
  test('with invented versions are told apart up to 200 of a token and day, in one batch and over several', async () => {
    for (let n = 0; n < 150; n++) count(`1.0.${n}`)
    await counted(app, owner)
    for (let n = 100; n < 260; n++) count(`1.0.${n}`)
    const rows = await counted(app, owner)
    expect(rows.filter(({ version }) => version !== '')).toHaveLength(200)
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(310)
    expect(rows.find(({ version }) => version === '')).toMatchObject({ engine: 'engine', requests: 60 })
  })

  rule('§18 quotas', 'At most 10,000 versions of tokens are told apart in an organization on a day')
  test('with invented versions by many tokens are told apart up to 10,000 of an organization and day', async () => {
    for (let n = 0; n < 9_900; n++) count(`1.0.${n % 100}`, `at-${Math.floor(n / 100)}`)
    await counted(app, owner)
    for (let n = 0; n < 300; n++) count(`1.1.${n % 100}`, `at-${Math.floor(n / 100)}`)
    const rows = await counted(app, owner)
    const number = await app.prisma.engineSighting.count({ where: { version: { not: '' } } })
    expect(number).toBe(10_000)
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(10_200)
    // What is told apart already goes on being so.
    count('1.0.1', 'at-1')
    await counted(app, owner)
    const known = { version: '1.0.1', credentialId: 'at-1' }
    expect(await app.prisma.engineSighting.findFirst({ where: known })).toMatchObject({ requests: 2 })
  })

  rule('§12 engines', 'Ten thousand counted requests take fewer than ten statements')
  test('ten thousand of them take fewer than ten statements', async () => {
    let writes = 0
    const stop = hearStatements(({ text }) => void (text.includes('engine_sightings') && writes++))
    for (let n = 0; n < 10_000; n++) {
      count('1.9.2')
      if (n % 1000 === 0) await ask(paths.versions, cli('1.11.4'))
    }
    const rows = await counted(app, owner)
    stop()
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(10_010)
    expect(writes).toBeLessThan(10)
    expect(writes).toBeGreaterThan(0)
  })

  rule('§12 engines', 'Counts are kept for 90 days')
  test('are kept for 90 days', async () => {
    await ask(paths.versions, cli('1.9.2'))
    expect(await counted(app, owner)).toHaveLength(1)
    app.clock.move(days(89))
    await app.services.engineSightings.run(owner.ctx)
    expect(await counted(app, owner)).toHaveLength(1)
    app.clock.move(days(1))
    await app.services.engineSightings.run(owner.ctx)
    expect(await counted(app, owner)).toHaveLength(0)
  })
})

describe('what was seen', () => {
  const spread = `{ runEngineVersions { nodes { engine version tokens organizations requests refused engineVersionId } totalCount } }`

  rule('§12 engines', '`seen-recently` is the number of tokens of the last 30 days that ran the version')
  rule('§12 engines', 'OpenTofu is counted by itself and shown apart')
  test('of a version is the tokens of the last 30 days, with those of OpenTofu apart', async () => {
    const version = await app.make.engineVersion(admin, `1.7.${app.make.next()}`)
    for (const token of [member.token, member.token, owner.token]) {
      await ask(paths.versions, cli(version.version), token)
      await ask(
        paths.versions,
        { ...cli(version.version), 'User-Agent': `OpenTofu/${version.version}` },
        token,
      )
    }
    await counted(app, owner)
    const { body } = await as(app, admin).get(`/admin/engine-versions/${version.id}`)
    expect(body.data.attributes['seen-recently']).toBe(2)
    const query = `{ engineVersion(id: "${version.id}") { seenRecently { tokens organizations requests refused forkTokens } } }`
    expect((await graphql(app, admin, query)).data['engineVersion']).toEqual({
      seenRecently: { tokens: 2, organizations: 1, requests: 3, refused: 0, forkTokens: 2 },
    })
    app.clock.move(days(30))
    expect((await graphql(app, admin, query)).data['engineVersion']).toMatchObject({
      seenRecently: { tokens: 0 },
    })
  })

  rule('§12 engines', 'Versions that the platform does not know are listed')
  test('lists versions that the platform does not know, and who ran them', async () => {
    await ask(paths.versions, cli('0.12.31'))
    await counted(app, owner)
    const unknown = `{ runEngineVersions(filter: { known: false }) { nodes { version engineVersionId tokens } }
      engineRunners(filter: { version: "0.12.31" }) { nodes { ownerName organizationName requests } } }`
    expect((await graphql(app, admin, unknown)).data).toEqual({
      runEngineVersions: { nodes: [{ version: '0.12.31', engineVersionId: null, tokens: 1 }] },
      engineRunners: { nodes: [{ ownerName: member.username, organizationName: 'Acme', requests: 1 }] },
    })
  })

  rule('§12 engines', 'Only site administrators see what is run')
  test('is for site administrators alone', async () => {
    expect((await graphql(app, admin, spread)).errors).toBeUndefined()
    for (const query of [spread, '{ engineRunners { totalCount } }', '{ enginePolicyPreview { tokens } }'])
      expect((await graphql(app, owner, query)).data ?? null).toBeNull()
  })
})
