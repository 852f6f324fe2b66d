import { gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { dataOf, graphql } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
await app.make.organization(owner, 'acme')

const messageOf = async (query: string, variables: object = {}, by = owner): Promise<string | undefined> => {
  const { errors } = await graphql(app, by, query, variables)
  return errors?.map(({ message, extensions }) => `${extensions.code} ${message}`).join()
}

const tooMany = 'BAD_USER_INPUT The operation may ask for 20,000 things at most'
const teamsOfAll = (outer: string, inner: string): string =>
  `{ viewer { organizations${outer} { nodes { teams${inner} { nodes { members { nodes { id } } } } } } } }`

test('an operation that may bring in too many things is refused before anything is looked up', async () => {
  expect(await messageOf(teamsOfAll('', ''))).toBeUndefined()
  expect(await messageOf(teamsOfAll('(page: { size: 100 })', '(page: { size: 100 })'))).toBe(tooMany)
  expect(await messageOf(teamsOfAll('(page: { size: 999999999 })', ''))).toBe(tooMany)
})

test('pages in variables and their defaults count like those that are written out', async () => {
  const query = (defaults: string): string =>
    `query ($page: PageInput${defaults}) ${teamsOfAll('(page: $page)', '(page: $page)')}`
  expect(await messageOf(query(''), { page: { size: 100 } })).toBe(tooMany)
  expect(await messageOf(query(' = { size: 100 }'))).toBe(tooMany)
  expect(await messageOf(query(' = { size: 100 }'), { page: { size: 5 } })).toBeUndefined()
})

test('aliases and fragments do not hide what an operation costs', async () => {
  const lists = Array.from({ length: 4 }, (_, n) => `a${n}: organizations { nodes { ...f } }`).join(' ')
  const fragment = 'fragment f on Organization { teams { nodes { members { nodes { id } } } } }'
  expect(await messageOf(`{ viewer { ${lists} } } ${fragment}`)).toBe(tooMany)
  expect(await messageOf(`{ viewer { organizations { nodes { ...f ...f } } } } ${fragment}`)).toBeUndefined()
})

test('introspection has no way to multiply what it answers', async () => {
  const types = (alias: string): string => `{ __schema { ${alias}types { name fields { name } } } }`
  expect(await messageOf(types(''))).toBeUndefined()
  expect(await messageOf(getIntrospectionQuery())).toBeUndefined()
  expect(
    await messageOf('{ a: __type(name: "Query") { name } b: __type(name: "Team") { name } }'),
  ).toBeUndefined()
  expect(await messageOf(types('a: '))).toContain('Introspection takes no aliases')
  expect(await messageOf('{ a: __schema { ...s } } fragment s on __Schema { x: types { name } }')).toContain(
    'Introspection takes no aliases',
  )
  expect(await messageOf('{ a: __schema { types { name } } b: __schema { types { name } } }')).toContain(
    'The document asks for the schema more than once',
  )
})

rule('§10 cost', 'GraphQL counts inner lists too')
test('lists without pages count too, and what is asked of their items', async () => {
  const admin = await app.make.administrator()
  const versions = (names: string[], size: number): string =>
    `{ ${names.map((name) => `${name}: engineVersions(page: { size: ${size} }) { nodes { archs { os } verifications { state } } }`).join(' ')} }`
  expect(await messageOf(versions(['a'], 100), {}, admin)).toBeUndefined()
  expect(await messageOf(versions(['a', 'b'], 100), {}, admin)).toBe(tooMany)
})

test('what is written several times and answered once counts once', async () => {
  const teams = teamsOfAll('(page: { size: 20 })', '(page: { size: 20 })')
  const again = teams.slice(1, -1)
  expect(
    await messageOf(`{ ${again} ${again} ${again} ...f } fragment f on Query { ${again} }`),
  ).toBeUndefined()
  expect(await messageOf(`{ a: ${again} b: ${again} c: ${again} }`.replaceAll('{ viewer', 'viewer'))).toBe(
    tooMany,
  )
})

rule('§10 cost', 'GraphQL counts inner lists too … fragments and aliases as what they are')
test('a fragment counts each time it is spread', async () => {
  const fragment = 'fragment f on Organization { teams { nodes { members { nodes { id } } } } }'
  const lists = (many: number): string =>
    Array.from({ length: many }, (_, n) => `a${n}: organizations { nodes { ...f } }`).join(' ')
  expect(await messageOf(`{ viewer { ${lists(2)} } } ${fragment}`)).toBeUndefined()
  expect(await messageOf(`{ viewer { ${lists(3)} } } ${fragment}`)).toBe(tooMany)
})

test('what a directive leaves out costs nothing', async () => {
  const large = teamsOfAll('(page: { size: 100 })', '(page: { size: 100 })').slice(1, -1)
  const query = `query ($no: Boolean!) { setup { required } ${large.replace('viewer', 'viewer @include(if: $no)')} }`
  expect(await messageOf(query, { no: false })).toBeUndefined()
  expect(await messageOf(query, { no: true })).toBe(tooMany)
})

const deep = {
  'unclosed lists': `{ a(b: ${'['.repeat(100_000)}`,
  'unclosed selections': '{a'.repeat(100_000),
  'open brackets': '['.repeat(100_000),
  'lists in lists': `{ setup(b: ${'['.repeat(400)}${']'.repeat(400)}) { required } }`,
  'selections in selections': `${'{ a '.repeat(300)}${'}'.repeat(300)}`,
  'types in types': `query ($a: ${'['.repeat(2400)}Int${']'.repeat(2400)}) { setup { required } }`,
}

test.each(Object.entries(deep))('%s: our own refusal, not the runtime’s', async (_name, query) => {
  const answer = await app.http.post('/graphql').set('Authorization', `Bearer ${owner.token}`).send({ query })
  expect([answer.status, answer.body]).toEqual([
    400,
    { errors: [{ message: 'The document nests too deep', extensions: { code: 'INVALID' } }] },
  ])
})

test('variables that nest very deep are refused like a body that is none', async () => {
  for (const value of [
    '['.repeat(100_000) + ']'.repeat(100_000),
    '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000),
  ]) {
    const answer = await app.http
      .post('/graphql')
      .set({ Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' })
      .send(`{"query":"{ setup { required } }","variables":{"a":${value}}}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }])
  }
})

rule(
  '§10 cost',
  'At most 10,000 items in a document of references; more is one 422 at `/data`, nothing else looked at … in GraphQL too',
)
test('a list in the variables holds 10,000 items at most', async () => {
  const query =
    'mutation ($input: TeamMembersInput!) { teamMembersAdd(input: $input) { userErrors { message } } }'
  const add = (many: number) => messageOf(query, { input: { id: 'x', usernames: Array(many).fill('x') } })
  expect(await add(10_001)).toBe('BAD_USER_INPUT A list is too long (maximum is 10000 items)')
  expect(await add(10_000)).toBeUndefined()
})

test('a document with very many aliases is refused', async () => {
  const named = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, n) => `v${n}: viewer { account { id } }`).join(' ')} }`
  expect(await messageOf(named(30))).toBeUndefined()
  expect(await messageOf(named(31))).toContain('more than 30 aliases')
})

test('one request makes no more than ten changes, however they are written', async () => {
  const changes = (count: number, prefix: string): string =>
    Array.from({ length: count }, (_, n) => `${prefix}${n}: signOut { signedOut }`).join(' ')
  const fragments = `fragment f on Mutation { ${changes(5, 'f')} } mutation { ${changes(6, 'm')} ...f ... { __typename } }`
  expect(await messageOf(`mutation { ${changes(11, 't')} }`)).toContain('more than 10 changes')
  expect(await messageOf(fragments)).toContain('more than 10 changes')
})

rule('§10', 'One `signIn` a document')
test('one document signs in once, however it is written', async () => {
  const tried = (name: string): string =>
    `${name}: signIn(input: { login: "owner", password: "wrong" }) { token }`
  const fragment = `fragment f on Mutation { ${tried('f')} }`
  const once = 'GRAPHQL_VALIDATION_FAILED The document signs in more than once'
  expect(await messageOf(`mutation { ${tried('a')} }`)).toBeUndefined()
  for (const document of [
    `mutation { ${tried('a')} ${tried('b')} }`,
    `mutation { ${tried('a')} ...f } ${fragment}`,
    `mutation { ...f ... on Mutation { ${tried('a')} } } ${fragment}`,
  ])
    expect(await messageOf(document), document).toBe(once)
})

test('a batch of operations is refused as a whole', async () => {
  const batch = [{ query: '{ viewer { account { id } } }' }, { query: '{ setup { required } }' }]
  const answer = await app.http.post('/graphql').set('Authorization', `Bearer ${owner.token}`).send(batch)
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toHaveLength(1)
  expect(answer.body.data).toBeUndefined()
})

test('tools may ask for the schema', async () => {
  const data = await dataOf(app, owner, getIntrospectionQuery())
  expect(data['__schema']?.['queryType']).toEqual({ name: 'Query', kind: 'OBJECT' })
  const circle = `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} } '.repeat(6)} } } }`
  expect(await messageOf(circle)).toContain('introspection')
})

test('a document of very many words is not even read to its end', async () => {
  const words = (count: number): string => `{ setup { ${'required '.repeat(count)} } }`
  expect(await messageOf(words(100))).toBeUndefined()
  expect(await messageOf(words(1000))).toContain('more that 1000 tokens')
})

test('a body above 1 MiB is 413, however small it was packed', async () => {
  const large = JSON.stringify({ query: '{ setup { required } }', variables: { a: 'a'.repeat(1024 ** 2) } })
  const send = (body: Buffer | string, headers: Record<string, string> = {}) =>
    app.http
      .post('/graphql')
      .set({ 'Content-Type': 'application/json', ...headers })
      .send(body)
  for (const answer of [
    await send(large),
    await send(gzipSync(large), { 'Content-Encoding': 'gzip' }).serialize((bytes: Buffer) => bytes as never),
  ]) {
    expect(answer.status).toBe(413)
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }])
  }
})
