import { rule } from '@engine/shared/rule'
import express, { type Router } from 'express'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import type { KnownCaller } from '../../src/domain/tokens/bearer.js'
import { TaggedCache, type Validity } from '../../src/kernel/tagged-cache.js'
import { catalogue } from '../../src/rest/catalogue.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { startTestApp } from '../app.js'
import { cli } from '../engine-sightings/asking.js'
import { statementsOf, type Statement, type Statements } from '../statements.js'
import { ask } from './asking.js'
import { env, runEngine, startCachedPlatform } from './cached-platform.js'
import { Coverage, type Beside, type Readable } from './coverage.js'

/** Paths that are asked for too, though no answer of theirs is cached today. */
const uncached = [
  // A redirect.
  '/v1/modules/:namespace/:name/:provider/download',
  // Its downloads, which each download changes.
  '/v1/providers/:namespace/:name/:version',
  // Links that are signed for each request.
  '/v1/providers/:namespace/:name/:version/download/:os/:arch',
  // Numbers of this very moment.
  '/v2/modules/:namespace/:name/:provider/downloads/summary',
]

/** Files, and what is asked of other servers. */
const streamed =
  /^(\/api\/registry\/(v1\/(archives|module-files|(public-)?provider-files|public-module-archives)|public)|\/v1\/mirror\/:origin)\b/

/** Columns about a token and its use, which do not decide who calls. */
const ofTokens = ['description', 'created_at', 'created_by_id', 'last_used_at', 'last_used_address']

/** Columns of sightings that REST does not show: it shows the tokens alone. */
const ofSightings = { engine_sightings: ['organization_id', 'requests', 'refused'] }

/** Columns that are read too, and change nothing that is cached. */
const beside: Readonly<Record<string, Beside>> = {
  '/api/v2/admin/engine-versions': ofSightings,
  '/api/v2/admin/engine-versions/:id': ofSightings,
  // For the words of the other form, which a mirror does not have.
  '/v1/mirror/registry.test/:namespace/:name/index.json': { engine_versions: 'all' },
  'a person': {
    authentication_tokens: ofTokens,
    sessions: ['created_at', 'last_used_at', 'address', 'user_agent'],
    // When it was last used is looked for, in a query of the whole row.
    user_identities: ['issuer', 'subject', 'granted_admin', 'created_at'],
    // Whose a token is says its own row: a person's is of none of these.
    organizations: 'all',
    teams: 'all',
  },
  'a team or an organization': {
    authentication_tokens: ofTokens,
    // Who made the token.
    users: 'all',
    user_identities: 'all',
  },
}

/** A cached answer, with the columns that were read for it. */
interface Cached extends Readable {
  readonly what: string
  readonly address: string
  readonly caller: string
  readonly body: string
}

/** The paths below the mounts of the registry, each with its first mount. */
function registryPaths(uses: readonly unknown[][]): string[] {
  const rest = new Set(Object.keys(catalogue({} as FaceServices)))
  const paths = uses.flatMap(([at, router]) => {
    const mount = Array.isArray(at) ? String(at[0]) : at
    return typeof mount === 'string' && /^\/(v1|v2|api\/registry)\b/.test(mount)
      ? pathsIn(router as Router).map((path) => mount + path)
      : []
  })
  return paths.filter((path) => !rest.has(path) && !streamed.test(path))
}

const pathsIn = ({ stack = [] }: Partial<Router>): string[] =>
  stack.flatMap(({ route, handle }) => (route ? route.path : pathsIn(handle as Partial<Router>)))

/** Every address, or a number of each path, as every caller. */
const asked = (most?: number) =>
  Object.entries(platform.bearers).flatMap(([caller, token]) =>
    Object.entries(platform.addresses).flatMap(([what, addresses]) =>
      addresses.slice(0, most).map((address) => ({ what, address, caller, token })),
    ),
  )

const kindOf = ({ actor }: KnownCaller): string =>
  actor.type === 'user' ? 'a person' : 'a team or an organization'

const authenticating = ({ all, own }: Statements<unknown>): readonly Statement[] =>
  all.filter((statement) => !own.includes(statement))

const uses = vi.spyOn(express.application, 'use')
const platform = await startCachedPlatform()
const registry = registryPaths(uses.mock.calls)
uses.mockRestore()
const { app } = platform
/** A second process, which caches nothing. */
const uncaching = await startTestApp({ ...env, ANSWER_CACHE_LIMIT: '0' }, app)
const coverage = new Coverage(app)
await coverage.start()
afterAll(() => coverage.stop())
const cached = await askAll()

/** Cached answers of each address's first request, in the response cache or elsewhere. */
async function askAll(): Promise<Cached[]> {
  const set = vi.spyOn(TaggedCache.prototype, 'set')
  const all: Cached[] = []
  for (const { what, address, caller, token } of asked()) {
    set.mockClear()
    // What counts downloads would change answers meanwhile.
    const method = address.endsWith('/download') ? 'HEAD' : 'GET'
    const read = await statementsOf(app, () => ask(app, token, address, { method, headers: cli(runEngine) }))
    for (const [, value, { tags }] of set.mock.calls as [string, object, Validity][]) {
      const of = { tags, address, caller, body: read.answer.body }
      if ('actor' in value)
        all.push({ ...of, what: kindOf(value as KnownCaller), statements: authenticating(read) })
      else all.push({ ...of, what, statements: read.own })
    }
  }
  set.mockRestore()
  await platform.settle()
  return all
}

describe('every cached answer', () => {
  test('is asked for here: each operation that names tags, and each path of the registry', () => {
    const tagged = Object.entries(catalogue({} as FaceServices)).flatMap(([route, { operations }]) =>
      operations.GET?.tags ? [route] : [],
    )
    expect(Object.keys(platform.addresses).sort()).toEqual([...tagged, ...registry].sort())
  })

  test('shows something that was read, to one caller at least', () => {
    const paths = Object.keys(platform.addresses)
    const full = cached.filter(
      ({ statements, body }) => statements.length > 0 && !/"(data|modules|versions)":\[\]/.test(body),
    )
    expect([...new Set(full.map(({ what }) => what))].sort()).toEqual(
      [...paths.filter((path) => !uncached.includes(path)), 'a person', 'a team or an organization'].sort(),
    )
  })

  rule('§18 documents', 'What a cached answer shows is in the table of invalidations')
  test('reads no table of which no change invalidates it', async () => {
    const missed: string[] = []
    for (const each of cached) {
      const { what, address, caller, tags } = each
      for (const table of await coverage.uncovered(each, { beside: beside[what] ?? {} }))
        missed.push(`${table}: ${what} (${address} for ${caller}, tagged ${tags})`)
    }
    expect(missed).toEqual([])
  })

  test.each([
    ['engine_sightings', '/api/v2/admin/engine-versions'],
    ['workspaces', '/api/v2/admin/engine-versions/:id'],
    ['module_listings', '/v1/modules/search'],
    ['module_version_documents', '/v1/modules/:namespace/:name/:provider/versions'],
    ['engine_versions', '/v1/modules/:namespace/:name/:provider/:version/download'],
    ['provider_consumers', '/v1/providers/:namespace/:name/versions'],
    ['users', 'a person'],
  ])('would be missed where the list of invalidations left out %s: %s', async (without, route) => {
    const missed = []
    for (const each of cached.filter(({ what }) => what === route))
      missed.push(...(await coverage.uncovered(each, { without, beside: beside[route] ?? {} })))
    expect([...new Set(missed)]).toEqual([without])
  })

  rule('§18 documents', 'A cached answer ends when the clock alone changes it')
  test('is at no time another one than a process that caches nothing gives', async () => {
    const begun = app.clock.now().getTime()
    const first = new Map<string, string>()
    const changed = new Set<string>()
    for (const day of [0, 10, 20, 30]) {
      app.clock.jump(begun + days(day) - app.clock.now().getTime())
      await app.doWhatIsDue()
      for (const { what, address, caller, token } of asked(1)) {
        // Asking for it would count a download. No version of the engine is told, so that none is seen.
        if (address.endsWith('/download') || uncached.includes(what)) continue
        const [answer, expected] = [await ask(app, token, address), await ask(uncaching, token, address)]
        const name = `${address} for ${caller}`
        expect([answer.status, answer.body], `${name}, ${day} days later`).toEqual([
          expected.status,
          expected.body,
        ])
        if (day === 0) first.set(name, answer.body)
        else if (first.get(name) !== answer.body) changed.add(`${what} for ${caller}`)
      }
    }
    expect([...changed]).toEqual(
      expect.arrayContaining([
        '/api/v2/admin/engine-versions/:id for a site administrator',
        '/v1/modules/:namespace/:name/:provider/versions for a member',
        '/v1/providers/:namespace/:name/versions for a member of a consumer',
      ]),
    )
  })
})
