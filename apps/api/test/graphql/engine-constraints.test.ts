import { meetsEngineConstraint, parseEngineConstraint } from '@engine/shared'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'

const known: readonly [string, object][] = [
  ['1.4.9', {}],
  ['1.5.0', { deprecated: true }],
  ['1.5.3', {}],
  ['1.5.10', { enabled: false }],
  ['1.6.0-beta1', { beta: true }],
  ['1.6.0-rc1', {}],
  ['1.6.0', {}],
  ['1.7.0', { beta: true }],
  ['2.0.0', { enabled: false }],
  ['10.7790374163559867652.0', {}],
]

const app = await startTestApp()
const admin = await app.make.administrator()
for (const [version, attributes] of known) await app.make.engineVersion(admin, version, attributes)

interface Answer {
  readonly faults: readonly object[]
  readonly chosen: { readonly version: string } | null
  readonly versions: { readonly totalCount: number; readonly nodes: readonly { readonly version: string }[] }
}

async function ask(text: string, page = { number: 1, size: 20 }): Promise<Answer> {
  const query = `query ($text: String!, $page: PageInput) { engineConstraint(text: $text) {
    faults { from to message } chosen { version } versions(page: $page) { totalCount nodes { version } } } }`
  const { data } = await graphql(app, admin, query, { text, page })
  return data['engineConstraint'] as unknown as Answer
}

test.each([
  '1.5.3', '!= 1.5.3', '> 1.5.3', '>= 1.5.3', '< 1.5.3', '<= 1.5.3', '~> 1', '~> 1.5', '~> 1.5.0', '~> 1.6.0-rc1',
  '= 1.6.0-rc1', '= 1.6.0-rc1, != 1.6.0-beta1', '= 1.6.0-rc1, > 1', '~> 1.5, != 1.5.3', '> 2, < 1',
  '~> 10.7790374163559867652.0', '> 10.7790374163559867651', '!= 1.5.3, != 1.6.0, < 2',
])('%s lists the versions that meet it, newest first', async (text) => {
  const parsed = parseEngineConstraint(text)
  if ('faults' in parsed) throw new Error('it is a constraint')
  const expected = known.map(([version]) => version).filter((version) => meetsEngineConstraint(version, parsed.constraint))
  const { faults, versions } = await ask(text)
  expect(versions.nodes.map(({ version }) => version)).toEqual(expected.reverse())
  expect([versions.totalCount, faults]).toEqual([expected.length, []])
}) // oxfmt-ignore

test.each([
  ['~> 1.5.0', '1.5.3', 'the newest is disabled'],
  ['~> 1.5', '1.6.0', 'the newest is beta'],
  ['1.5.0', '1.5.0', 'a deprecated one still works'],
  ['= 1.7.0', '1.7.0', 'a beta one is named'],
  ['1.6.0-beta1', '1.6.0-beta1', 'a pre-release is named'],
  ['2.0.0', undefined, 'it is disabled, though named'],
  ['> 1.6, < 2', undefined, 'it is beta, and not named'],
  ['~> 7.0', undefined, 'nothing meets it'],
])('of %s, %s is chosen: %s', async (text, version, _why) => {
  expect((await ask(text)).chosen).toEqual(version === undefined ? null : { version })
})

test('what is no constraint says where and why, and nothing meets it', async () => {
  expect(await ask('>= 1.5, ^2')).toEqual({
    faults: [{ from: 8, to: 10, message: expect.stringContaining('is no operator') }],
    chosen: null,
    versions: { totalCount: 0, nodes: [] },
  })
  const { faults } = await ask('1'.repeat(501))
  expect(faults).toEqual([{ from: 500, to: 501, message: 'A constraint has at most 500 characters' }])
})

test('comes in pages', async () => {
  const { versions } = await ask('>= 1', { number: 2, size: 3 })
  expect(versions).toEqual({
    totalCount: 8,
    nodes: [{ version: '1.6.0' }, { version: '1.5.10' }, { version: '1.5.3' }],
  })
})

test('is for site administrators alone', async () => {
  const query = '{ engineConstraint(text: "~> 1.5") { versions { totalCount } } }'
  const { errors } = await graphql(app, await app.make.user(), query)
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
})
