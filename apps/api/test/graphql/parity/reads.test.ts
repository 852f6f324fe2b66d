import type { Response } from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaceServices } from '../../../src/http/face-services.js'
import { routes } from '../../../src/rest/routes.js'
import { startTestApp, type TestApp } from '../../app.js'
import type { Person } from '../../makers.js'
import { as, graphql } from '../../rest.js'
import { ciRows } from './ci.rows.js'
import type { Document, Facts } from './facts.js'
import { organizationRows } from './organization.rows.js'
import { registryRows } from './registry.rows.js'
import { answerAt, questionOf, type Row } from './row.js'
import { stateRows } from './state.rows.js'
import { siteRows } from './site.rows.js'
import { createWorld, missingWorld, type Caller, type World } from './world.js'

const rows: Readonly<Record<string, Row>> = {
  ...siteRows,
  ...organizationRows,
  ...registryRows,
  ...stateRows,
  ...ciRows,
}

let app: TestApp
let world: World
let organizationId: string
let administrator: Person
let callers: Readonly<Record<string, Caller>>

beforeAll(async () => {
  app = await startTestApp()
  const made = await createWorld(app)
  world = made.world
  organizationId = made.organizationId
  administrator = made.administrator
  callers = made.callers
  // From now on every token has been used this minute.
  for (const { bearer } of Object.values(callers)) await as(app, bearer).get('/account/details')
})
afterAll(() => app.stop())

async function askRest(path: string, bearer: string | undefined): Promise<Response> {
  if (!path.startsWith('/gpg-keys')) return as(app, bearer).get(path)
  const call = app.http.get(`/api/registry/private/v2${path}`)
  return bearer === undefined ? call : call.set('Authorization', `Bearer ${bearer}`)
}

/** Answer of a face: a thing, a list with its total, nothing, or the demand to sign in. */
type Answer = 'absent' | 'sign in' | { readonly data: unknown; readonly totalCount?: number }

async function viaRest(row: Row, at: World, caller: Caller, query: string): Promise<Answer> {
  const path = row.rest(at, caller)
  const { status, body, text } = await askRest(
    query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
    caller.bearer,
  )
  if (status === 401) return 'sign in'
  if (status === 404) return 'absent'
  expect(status, text).toBe(200)
  if (!Array.isArray(body.data)) return { data: row.facts(body.data as Document) }
  const list = (body.data as Document[]).map((each) => row.facts(each))
  return { data: list, totalCount: body.meta?.pagination?.['total-count'] ?? list.length }
}

async function viaGraphql(
  row: Row,
  at: World,
  caller: Caller,
  args: string,
  isList: boolean,
): Promise<Answer> {
  const isPaged = isList && !row.isShort
  const { data, errors } = await graphql(app, caller.bearer, questionOf(row, at, args, isPaged))
  const codes = errors?.map(({ extensions }) => extensions.code) ?? []
  if (codes.includes('UNAUTHENTICATED')) return 'sign in'
  expect(
    codes.filter((code) => code !== 'NOT_FOUND'),
    JSON.stringify(errors),
  ).toEqual([])
  const found = answerAt(data, row.graphql(at, args))
  if (found === undefined) return caller.bearer === undefined ? 'sign in' : 'absent'
  const shown = (each: Facts): Facts => row.shown?.(each) ?? each
  if (!isList) return { data: shown(found as Facts) }
  if (!isPaged) return { data: (found as Facts[]).map(shown), totalCount: (found as Facts[]).length }
  const { nodes, totalCount } = found as { nodes: Facts[]; totalCount: number }
  return { data: nodes.map(shown), totalCount }
}

/** Both faces' answers to the same question. */
async function compare(row: Row, at: World, caller: Caller, query = '', args = ''): Promise<Answer> {
  const rest = await viaRest(row, at, caller, query)
  const isList = typeof rest === 'object' ? Array.isArray(rest.data) : row.narrowed !== undefined
  const other = await viaGraphql(row, at, caller, args, isList || row.isShort === true)
  const isEmpty = typeof rest === 'object' && rest.totalCount === 0
  if (row.isEmptyBefore && isEmpty && other === 'absent') return rest
  expect(other).toEqual(rest)
  return rest
}

/** Paths of REST alone, each with the reason. */
const scriptsAlone: Readonly<Record<string, string>> = {
  '/organization/audit-trail': 'its one reader reads nothing else',
  '/state-version-outputs/:id': 'values that are sensitive are for the CLI alone',
  '/admin/public-provider-versions/:id': 'the console shows it among the versions of its provider',
  '/organizations/:org/tags': 'the console shows the tags of a workspace alone',
  '/workspaces/:id/relationships/tags': 'the same with how many others have them',
  '/workspaces/:id/relationships/remote-state-consumers': 'kept for clients that set it',
  '/workspaces/:id/resources': 'the console shows how many of each kind there are',
  '/workspaces/:id/relationships/remote_state_consumers': 'the same in another spelling',
  '/organizations/:org/projects': 'the one project, which only clients ask for',
  '/projects/:id': 'the same',
  '/projects/:id/tag-bindings': 'always empty',
  '/projects/:id/effective-tag-bindings': 'always empty',
  '/team-projects': 'always empty',
  '/team-workspaces': 'always empty',
  '/organizations/:org/runs': 'always empty',
  '/workspaces/:id/runs': 'always empty',
  '/workspaces/:id/vars': 'always empty',
  '/organization-memberships': 'the console shows the organizations themselves',
}

test('every resource of the API that can be read has its row here', () => {
  const readable = Object.entries(routes({} as FaceServices)).filter(([, { operations }]) => operations.GET)
  const paths = readable.map(([path]) => path).filter((path) => !(path in scriptsAlone))
  paths.push('/gpg-keys', '/gpg-keys/:namespace/:keyId')
  expect(Object.keys(rows).sort()).toEqual(paths.sort())
})

test.each(Object.entries(rows))('%s: REST and GraphQL tell every caller the same', async (_, row) => {
  const seen: Answer[] = []
  for (const [name, caller] of Object.entries(callers)) {
    const answer = await compare(row, world, caller)
    expect(answer, name).toSatisfy((given) => caller.bearer !== undefined || given === 'sign in')
    seen.push(answer)
    if (typeof answer !== 'object') continue
    for (const [query, args] of row.narrowed ?? []) await compare(row, world, caller, query, args)
  }
  // At least one caller sees it, or the comparison would mean nothing.
  expect(seen.some((answer) => typeof answer === 'object')).toBe(true)
})

test('what does not exist is absent on both', async () => {
  for (const [path, row] of Object.entries(rows)) {
    if (row.isCallers || !/:/.test(path)) continue
    for (const name of ['administrator', 'owner']) {
      const caller = callers[name]
      if (caller) expect(await compare(row, missingWorld, caller), path).toBe('absent')
    }
  }
})

test('a disabled organization is equally absent on both, for every caller', async () => {
  const disable = (isDisabled: boolean) =>
    app.services.adminOrganizations.update(administrator.ctx, organizationId, { isDisabled })
  await disable(true)
  for (const row of Object.values(rows))
    for (const caller of Object.values(callers)) await compare(row, world, caller)
  await disable(false)
})
